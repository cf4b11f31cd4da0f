#!/bin/sh
# deps.sh [test|lint|deb]: check that everything needed to build is here ("test"
# adds the mail servers and programs of the tests, "lint" the linters and fuzzers,
# "deb" what makes Debian packages), and install what is missing with apt-get.
# The script prints nothing if nothing is missing.
set -eu

# How to check that something is here, and which Debian package has it.
build='
cmd gcc gcc
cmd pkg-config pkg-config
file /usr/bin/python3 python3
file /usr/lib/python3/dist-packages/yaml python3-yaml
file /usr/include/stdio.h libc6-dev
file /usr/share/zoneinfo/Europe/Berlin tzdata
lib sqlite3 libsqlite3-dev
lib gmime-3.0 libgmime-3.0-dev
lib glib-2.0 libglib2.0-dev
lib yaml-0.1 libyaml-dev
lib jansson libjansson-dev
lib libsodium libsodium-dev
lib libcurl libcurl4-openssl-dev
lib librsvg-2.0 librsvg2-dev
lib fontconfig libfontconfig-dev
lib libdeflate libdeflate-dev
lib libzstd libzstd-dev
lib libarchive libarchive-dev
file /usr/share/fonts/truetype/open-sans/OpenSans-Bold.ttf fonts-open-sans
lib libical libical-dev
lib libidn2 libidn2-dev
lib libsystemd libsystemd-dev
lib libpq libpq-dev
lib cmocka libcmocka-dev
'
# Servers and programs that the tests drive; libnss-wrapper and the libraries
# are for mail servers that are only unpacked (tools/peers.sh).
test='
file /usr/sbin/dovecot dovecot-imapd
file /usr/lib/dovecot/lmtp dovecot-lmtpd
file /usr/lib/python3/dist-packages/aiosmtpd python3-aiosmtpd
file /usr/lib/python3/dist-packages/icalendar python3-icalendar
cmd openssl openssl
cmd zsh zsh
cmd fish fish
cmd mutt mutt
cmd chromium chromium
cmd chromedriver chromium-driver
file /usr/lib/python3/dist-packages/selenium python3-selenium
cmd tidy tidy
file /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf fonts-dejavu-core
cmd s-nail s-nail
cmd mmime mblaze
cmd swaks swaks
file /usr/lib/python3/dist-packages/zstandard python3-zstandard
cmd w3m w3m
file /usr/lib/*/perl5/*/Net/SSLeay.pm libnet-ssleay-perl
file /usr/lib/*/libnss_wrapper.so libnss-wrapper
file /usr/lib/*/libgnutls-dane.so.0 libgnutls-dane0
file /usr/lib/*/libidn.so.12 libidn12
file /usr/lib/*/libnsl.so.2 libnsl2
file /usr/lib/*/libevent-2.1.so.7 libevent-2.1-7
file /usr/lib/postgresql/*/bin/initdb postgresql
'
lint='
cmd clang clang
cmd ld.lld lld
file /usr/lib/llvm-*/lib/clang/*/lib/linux/libclang_rt.fuzzer-*.a libclang-rt-14-dev
cmd clang-format clang-format
cmd shellcheck shellcheck
cmd mandoc mandoc
cmd cppcheck cppcheck
'
deb='
file /usr/share/doc/build-essential build-essential
cmd dh debhelper
cmd lintian lintian
'
# DEPS_ROOT: for the test of this script, another place than /.
root=${DEPS_ROOT:-}

here() {
	case $1 in
	cmd) command -v "$2" >/dev/null 2>&1 ;;
	lib) pkg-config --exists "$2" 2>/dev/null ;;
	file)
		for f in $root$2; do
			[ -e "$f" ] && return 0
		done
		return 1
		;;
	esac
}

# The lists, as lines "kind name package".
wanted() {
	echo "$build"
	[ "${1:-}" != test ] || echo "$test"
	[ "${1:-}" != lint ] || echo "$lint"
	[ "${1:-}" != deb ] || echo "$deb"
	return 0
}

# Packages that are not here.
missing() {
	wanted "$@" | while read -r kind name package; do
		[ -z "$kind" ] || here "$kind" "$name" || echo "$package"
	done | tr '\n' ' '
}

as_root() {
	if [ "$(id -u)" = 0 ]; then
		"$@"
	else
		sudo "$@"
	fi
}

lack=$(missing "$@")
[ -n "$lack" ] || exit 0

if ! command -v apt-get >/dev/null 2>&1; then
	echo "deps: please install what Debian calls: $lack" >&2
	exit 1
fi
if [ "$(id -u)" != 0 ] && ! command -v sudo >/dev/null 2>&1; then
	echo "deps: missing: $lack" >&2
	echo "deps: neither root nor sudo here; as root, run:" >&2
	echo "deps:     apt-get update && apt-get install $lack" >&2
	exit 1
fi

# A server that is installed for the tests is no service of this machine: the
# tests start their own.  While packages are installed, invoke-rc.d asks
# policy-rc.d, if there is one; ours says no as long as this script lives.
policy=$root/usr/sbin/policy-rc.d
no_services() {
	if [ -e "$policy" ]; then
		return 0
	fi
	trap 'as_root rm -f "$policy"' EXIT
	trap 'exit 1' HUP INT TERM
	# shellcheck disable=SC2016 # the other shell expands it
	as_root sh -c 'printf "%s\n" "#!/bin/sh" \
		"# of deps.sh, process $2; may be removed when it has ended" \
		"kill -0 $2 2>/dev/null || exit 0" "exit 101" >"$1" &&
		chmod 755 "$1"' sh "$policy" "$$"
}

# Nor shall it start with the machine, if it came with us.
not_at_boot() {
	if command -v systemctl >/dev/null 2>&1; then
		as_root systemctl --quiet disable "$@" 2>/dev/null || :
	fi
}

echo "deps: installing $lack"
dovecot=new postgres=new
[ ! -e "$root/usr/sbin/dovecot" ] || dovecot=here
[ -z "$(ls "$root"/usr/lib/postgresql/*/bin/initdb 2>/dev/null)" ] ||
	postgres=here
no_services
as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y update
# shellcheck disable=SC2086 # a list of words
as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y \
	--no-install-recommends install $lack
if [ $dovecot = new ] && [ -e "$root/usr/sbin/dovecot" ]; then
	not_at_boot dovecot.service dovecot.socket
fi
if [ $postgres = new ] &&
	[ -n "$(ls "$root"/usr/lib/postgresql/*/bin/initdb 2>/dev/null)" ]; then
	not_at_boot postgresql.service
fi

lack=$(missing "$@")
if [ -n "$lack" ]; then
	echo "deps: still missing after installing: $lack" >&2
	exit 1
fi
