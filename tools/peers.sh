#!/bin/sh
# peers.sh DIR NAME...: unpack mail servers for the tests into DIR/NAME.  They
# are not installed: nothing on this machine changes, no service starts, and
# root is not needed.  Existing servers are left as they are; remove them by
# hand (or with make clean) to get newer ones.
# The script fails, and says why, without apt-get or a network.
set -eu

dir=$1
shift
mkdir -p "$dir"
dir=$(cd "$dir" && pwd)

# The Debian packages of a server; the libraries that it needs besides come
# with tools/deps.sh.
packages() {
	case $1 in
	exim) echo exim4-daemon-light ;;
	opensmtpd) echo opensmtpd ;;
	postfix) echo postfix ;;
	*)
		echo "peers: there is no server called $1" >&2
		exit 2
		;;
	esac
}

# Lists of packages may be missing or too old.
download() {
	apt-get -q download "$@" >log 2>&1 && return 0
	if [ "$(id -u)" = 0 ]; then
		apt-get -q update >>log 2>&1 || :
	elif command -v sudo >/dev/null 2>&1; then
		# shellcheck disable=SC2024 # the log is ours
		sudo -n apt-get -q update >>log 2>&1 || :
	fi
	apt-get -q download "$@" >>log 2>&1
}

unpack() {
	work=$(mktemp -d "$dir/new.XXXXXX")
	trap 'rm -rf "$work"' EXIT
	cd "$work"
	# shellcheck disable=SC2046 # a list of words
	if ! download $(packages "$1"); then
		echo "peers: cannot download $1: $(grep '^E:' log | tail -n 1)" >&2
		exit 1
	fi
	for deb in *.deb; do
		dpkg-deb -x "$deb" root
	done
	# only rights that an ordinary user's copy may have
	find root -type f -exec chmod u-s,g-s {} +
	chmod -R a+rX root
	mv -T root "$dir/$1" 2>/dev/null || [ -d "$dir/$1" ]
	cd "$dir"
	rm -rf "$work"
	trap - EXIT
}

if ! command -v apt-get >/dev/null 2>&1; then
	echo "peers: there is no apt-get here to get $* with" >&2
	exit 1
fi
for name in "$@"; do
	[ -d "$dir/$name" ] || unpack "$name"
done
