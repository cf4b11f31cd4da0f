# SPDX-License-Identifier: ISC
# For the tests of the package (debian/tests), which run as root in a system of
# their own: the service, started by systemd or by hand where none runs.
# shellcheck shell=sh
set -eu
home=/var/lib/turnpost
export settings=/etc/turnpost/turnpost.yaml
by_hand=$PWD/turnpost-serving.pid
export TURNPOST=/usr/bin/turnpost
export TURNPOST_SRC="$PWD"

say() { echo "== $*"; }
fail() { echo "FAILED: $*" >&2; exit 1; }

has_systemd() { [ -d /run/systemd/system ]; }

# as_turnpost COMMAND...: as the user of the package.
as_turnpost() { runuser -u turnpost -- "$@"; }

start() {
	if has_systemd; then
		systemctl start turnpost
		return
	fi
	# Not runuser, which would stay as another process.
	setpriv --reuid=turnpost --regid=turnpost --init-groups \
		turnpost --home $home -v serve 2>>turnpost-serving.log &
	echo $! >"$by_hand"
	wait_for test -e $home/serving
}

# Not even as a child that nobody has waited for.
is_gone() { ! grep -qs '^State:.[^ZX]' "/proc/$1/status"; }

stop() {
	began=$(date +%s%N)
	if has_systemd; then
		systemctl stop turnpost
	elif [ -e "$by_hand" ]; then
		pid=$(cat "$by_hand")
		kill "$pid"
		wait_for is_gone "$pid"
		rm "$by_hand"
	else
		return 0
	fi
	took=$((($(date +%s%N) - began) / 1000000))
	say "stopped within $took ms"
}

# What serves is the program that is installed now, not one that has been replaced.
check_serving() {
	if has_systemd; then
		pid=$(systemctl show --property MainPID --value turnpost)
	else
		pid=$(cat "$by_hand")
	fi
	[ "$(stat -L -c %d:%i "/proc/$pid/exe")" = \
		"$(stat -c %d:%i /usr/bin/turnpost)" ] ||
		fail "another program than the installed one serves"
}

# No process may outlive a test that fails.
end_with_test() { trap 'stop 2>/dev/null || :' EXIT; }

# wait_for COMMAND...: until it succeeds, a minute at most.
wait_for() {
	for _ in $(seq 600); do
		"$@" && return
		sleep 0.1
	done
	fail "never: $*"
}

# What purging leaves must be nothing.
check_purged() {
	for path in $home /etc/turnpost /usr/bin/turnpost \
		/lib/systemd/system/turnpost.service \
		/etc/systemd/system/multi-user.target.wants/turnpost.service \
		/var/lib/systemd/deb-systemd-helper-enabled/turnpost.service.dsh-also \
		/usr/share/doc/turnpost; do
		if [ -e "$path" ] || [ -L "$path" ]; then
			fail "purged, but $path stays"
		fi
	done
	! dpkg -s turnpost >/dev/null 2>&1 || fail "dpkg still knows turnpost"
}
