#!/bin/sh
# deb_check.sh DEBS WORK [PREVIOUS]: try the Debian packages of the folder DEBS in
# systems of their own, which debootstrap makes below WORK: first debian/tests with
# autopkgtest in a chroot, then with systemd, which systemd-nspawn boots.
# PREVIOUS is a package of an earlier version to upgrade from.  This takes root,
# Debian's mirror, debootstrap, autopkgtest and systemd-container.  A base system
# that is in WORK already is used again.
set -eu
# shellcheck source=tools/deb_parts.sh
. tools/deb_parts.sh
mkdir -p "$2"
work=$(cd "$2" && pwd)
tree=$PWD
previous=${3:-}
debs="$1/turnpost_*.deb $1/turnpost-pictures_*.deb"
wants debootstrap autopkgtest systemd-nspawn
base_system "$work/base" ca-certificates dbus procps systemd systemd-sysv

# system NAME: a new copy of the base.
system() {
	rm -rf --one-file-system "${work:?}/$1"
	cp -a "$work/base" "$work/$1"
}

echo "== autopkgtest in a chroot"
system auto
# Without what was built, of which these systems are a part.
rm -rf "$work/tree"
tree_copy "$work/tree"
set --
if [ -n "$previous" ]; then
	set -- --copy "$previous:/srv/previous.deb" \
		--env PREVIOUS=/srv/previous.deb
fi
# In mounts of its own, for /proc.
# shellcheck disable=SC2086,SC2016 # names of files; the other shell expands it
unshare --mount sh -c 'mount -t proc proc "$0/proc" && exec "$@"' "$work/auto" \
	autopkgtest "$@" $debs "$work/tree/" -- chroot "$work/auto"

echo "== with systemd"
system booted
mkdir -p "$work/booted/srv/tree/tests"
cp -r "$tree/debian" "$work/booted/srv/tree"
cp -r "$tree/tests/deb" "$tree/tests/demo" "$tree/tests/e2e" \
	"$tree/tests/model" "$tree/tests/peers" "$work/booted/srv/tree/tests"
mkdir -p "$work/booted/srv/tree/templates/en/mutineer"
cp "$tree/templates/en/mutineer/words.yaml" \
	"$work/booted/srv/tree/templates/en/mutineer"
# shellcheck disable=SC2086 # names of files
cp $debs "$work/booted/srv"
[ -z "$previous" ] || cp "$previous" "$work/booted/srv/previous.deb"
cp tests/deb/boot.sh "$work/booted/srv"
unshare --mount sh tests/deb/nspawn.sh "$work/booted"
cat "$work/booted/srv/said"
[ "$(cat "$work/booted/srv/exit")" = 0 ]
