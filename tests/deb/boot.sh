#!/bin/sh
# SPDX-License-Identifier: ISC
# In the system that was booted: what systemd does for the package, and the tests
# of debian/tests once more, with it.
cd /srv/tree || exit 1
export HOME=/root
code=0
if ! sh tests/deb/systemd.sh; then
	code=1
	journalctl --no-pager -n 60
fi
dpkg --purge turnpost-pictures turnpost
for test in service upgrade; do
	echo "== debian/tests/$test"
	[ $test = upgrade ] || dpkg -i /srv/turnpost_*.deb
	CURRENT=$(echo /srv/turnpost_*.deb)
	export CURRENT
	if [ -e /srv/previous.deb ]; then
		export PREVIOUS=/srv/previous.deb
	fi
	sh debian/tests/$test || {
		code=1
		journalctl --no-pager -n 60 -u turnpost
	}
done
echo $code >/srv/exit
systemctl poweroff
