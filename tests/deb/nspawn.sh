#!/bin/sh
# SPDX-License-Identifier: ISC
# nspawn.sh ROOT: install the packages of ROOT/srv there, boot it, and let it run
# ROOT/srv/boot.sh, after which it powers off.  Called in mounts of its own,
# because systemd-nspawn wants a /run in memory.
set -eu
root=$1
mount -t tmpfs tmpfs /run
cp /etc/resolv.conf "$root/etc/resolv.conf"
mount -t proc proc "$root/proc"
chroot "$root" sh -ec "export DEBIAN_FRONTEND=noninteractive
	apt-get -qy update
	apt-get -qy --no-install-recommends install /srv/turnpost*.deb python3 \
		python3-yaml python3-aiosmtpd dovecot-imapd dovecot-lmtpd \
		openssl postfix msmtp
	systemctl disable dovecot postfix" >"$root/srv/installed" 2>&1 || {
	tail "$root/srv/installed"
	exit 1
}
umount "$root/proc"
cat >"$root/etc/systemd/system/check.service" <<'UNIT'
[Unit]
Description=Check of turnpost's package
After=multi-user.target
[Service]
Type=oneshot
ExecStart=sh /srv/boot.sh
StandardOutput=file:/srv/said
StandardError=inherit
[Install]
WantedBy=default.target
UNIT
ln -s ../check.service \
	"$root/etc/systemd/system/multi-user.target.wants/check.service"
sed -i '/^After=/d' "$root/etc/systemd/system/check.service"
exec systemd-nspawn -q -D "$root" --boot --register=no --keep-unit \
	--console=read-only -M turnpost-check </dev/null >"$root/srv/console" 2>&1
