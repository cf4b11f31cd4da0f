#!/bin/sh
# SPDX-License-Identifier: ISC
# Letters leave through /usr/sbin/sendmail of Postfix, which gains a group, and
# through that of msmtp, which does not.
. tests/deb/lib.sh

dropins=/etc/systemd/system/turnpost.service.d

# sends COMMAND: how many letters of a new match leave that way.
sends() {
	rm -rf $home $settings
	systemd-tmpfiles --create turnpost.conf
	as_turnpost turnpost --home $home init --address turnpost@localhost \
		</dev/null >/dev/null
	cat >$settings <<-SETTINGS
		mail:
		  address: turnpost@localhost
		  send:
		    command: $1
	SETTINGS
	start
	as_turnpost turnpost --home $home match new mutineer \
		--seat "Anna <root@localhost>" --seat "Boris <daemon@localhost>" \
		--seat "Cyryl <bin@localhost>" >/dev/null
	sleep 8
	stop >/dev/null
	as_turnpost turnpost --home $home outbox list --state sent --json |
		grep -c '"letter"' || :
}

postconf -e inet_interfaces=loopback-only mydestination=localhost \
	'smtpd_relay_restrictions=permit_mynetworks,reject'
systemctl restart postfix
# Over SMTP to the same server.
cat >/etc/msmtprc <<MSMTP
account default
host localhost
MSMTP
end_with_test

sent=$(sends /usr/bin/msmtp)
[ "$sent" = 3 ] || fail "$sent letters left through msmtp"
sent=$(sends /usr/sbin/sendmail)
say "Postfix without the drop-in: $sent letters"
[ "$sent" = 0 ] || fail "the drop-in is not needed"
mkdir -p $dropins
cp /usr/share/doc/turnpost/turnpost-sendmail.conf $dropins/
systemctl daemon-reload
sent=$(sends /usr/sbin/sendmail)
systemd-analyze security turnpost.service | tail -n 1
rm $dropins/turnpost-sendmail.conf
systemctl daemon-reload
[ "$sent" = 3 ] || fail "$sent letters left through Postfix"
wait_for grep -q "^Subject:" /var/mail/bin
