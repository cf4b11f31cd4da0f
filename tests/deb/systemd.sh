#!/bin/sh
# SPDX-License-Identifier: ISC
# What only a running systemd can show of the package's units: as root in a system
# of its own with turnpost, which tools/deb_check.sh boots for this.  Needs also
# Dovecot and python3-aiosmtpd (mail servers on loopback), Postfix and msmtp.
. tests/deb/lib.sh

show() { systemctl show -P "$1" "${2:-turnpost}"; }
was_restarted() { [ "$(show NRestarts)" = 1 ]; }
is_running() { [ "$(show SubState)" = running ]; }

say "units"
systemd-analyze verify --man=no /lib/systemd/system/turnpost*.service \
	/lib/systemd/system/turnpost*.timer
for unit in turnpost turnpost-run turnpost-backup; do
	systemd-analyze security --threshold=15 $unit.service | tail -n 1 ||
		fail "$unit is exposed"
done
[ "$(systemctl is-enabled turnpost.service)" = enabled ]
for timer in turnpost-run turnpost-backup; do
	[ "$(systemctl is-enabled $timer.timer || :)" = disabled ] ||
		fail "$timer would start by itself"
done

say "no home: nothing to do"
systemctl start turnpost
[ "$(show ActiveState)" = inactive ] || fail "it runs without a home"

as_turnpost turnpost --home $home init --address turnpost@localhost </dev/null
end_with_test

say "ready when it serves"
began=$(date +%s%N)
systemctl start turnpost
say "ready after $((($(date +%s%N) - began) / 1000000)) ms: $(show StatusText)"
[ -e $home/serving ] || fail "ready before it serves"
is_running || fail "it does not run"

say "reload on SIGHUP: mistakes are told, and the old settings stay"
pid=$(show MainPID)
cp -p $settings /root/settings
echo "zone: Europe/Warsaw" >>$settings
systemctl reload turnpost
sleep 1
echo "nonsense: yes" >>$settings
systemctl reload turnpost
wait_for sh -c 'journalctl -u turnpost | grep -q "there is no setting"'
cat /root/settings >$settings
systemctl reload turnpost
is_running || fail "reloading ended it"
[ "$(show MainPID)" = "$pid" ] || fail "reloading started another one"

say "stop"
stop
[ "$took" -le 1000 ] || fail "stopping took $took ms"
[ "$(show Result)" = success ] || fail "stopped: $(show Result)"

say "watchdog: one that hangs is started again"
mkdir -p /run/systemd/system/turnpost.service.d
printf '[Service]\nWatchdogSec=10s\nRestartSec=1\n' \
	>/run/systemd/system/turnpost.service.d/quick.conf
systemctl daemon-reload
systemctl start turnpost
pid=$(show MainPID)
kill -STOP "$pid"
wait_for was_restarted
wait_for is_running
[ "$(show MainPID)" != "$pid" ] || fail "it was not started again"
stop
rm /run/systemd/system/turnpost.service.d/quick.conf
systemctl daemon-reload

say "settings with a mistake: no restart"
echo "nonsense: yes" >>$settings
systemctl start turnpost && fail "it starts with a mistake"
sleep 1
[ "$(show ExecMainStatus)" = 78 ] || fail "exit $(show ExecMainStatus)"
[ "$(show NRestarts)" = 0 ] || fail "it was started again"
cat /root/settings >$settings
systemctl reset-failed turnpost

say "what it sees of the disk: only homes can be written"
systemctl start turnpost
for path in /etc/turnpost/x /usr/x /var/lib/x /tmp/x $home/x; do
	nsenter -t "$(show MainPID)" -m -- runuser -u turnpost -- \
		touch "$path" 2>/dev/null || :
done
stop
for path in /etc/turnpost/x /usr/x /var/lib/x /tmp/x; do
	[ ! -e "$path" ] || fail "$path was written"
done
[ -e $home/x ] || fail "not even its home"
rm $home/x

say "runs by the timer, and backups"
systemctl start turnpost-run.service
[ "$(show Result turnpost-run)" = success ]
systemctl start turnpost-run.timer
wait_for sh -c 'journalctl -u turnpost-run | grep -c Finished | grep -qv "^[01]$"'
systemctl stop turnpost-run.timer
systemctl start turnpost-backup.service
[ "$(show Result turnpost-backup)" = success ]
[ -n "$(ls /var/lib/turnpost-backups)" ] || fail "no backup"
rm -r /var/lib/turnpost-backups/*

say "sendmail: that of msmtp as it is, that of Postfix with the drop-in"
sh tests/deb/sendmail.sh

say "over IMAP and SMTP, with a password that systemd holds"
sh tests/deb/mailboxes.sh

say "all is well"
