#!/bin/sh
# SPDX-License-Identifier: ISC
# A match over IMAP and SMTP, whose servers are on loopback, with the service as
# it is and its password from LoadCredential=.
. tests/deb/lib.sh

rm -rf $home $settings
systemd-tmpfiles --create turnpost.conf
as_turnpost turnpost --home $home init --address turnpost@localhost </dev/null
end_with_test
# Not in /tmp, of which the service has one of its own.
mkdir -p /srv/peers
chmod 1777 /srv/peers
TMPDIR=/srv/peers python3 tests/deb/served.py --servers
stop
as_turnpost turnpost --home $home verify 1
rm -f /etc/systemd/system/turnpost.service.d/password.conf
