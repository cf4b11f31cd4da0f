#!/bin/sh
# deb_arm64.sh OUT WORK: build the Debian packages for arm64 into the folder OUT,
# in a system of its own that debootstrap makes below WORK: one for amd64 with a
# cross compiler and the libraries of arm64.  Then they are installed there, and
# the program plays a match by mail under qemu-user.  This takes root, Debian's
# mirror and debootstrap.  A system that is in WORK already is used again.
set -eu
# shellcheck source=tools/deb_parts.sh
. tools/deb_parts.sh
mkdir -p "$1" "$2"
out=$(cd "$1" && pwd)
root=$(cd "$2" && pwd)/cross
export DEBIAN_FRONTEND=noninteractive LC_ALL=C
wants debootstrap
base_system "$root" ca-certificates build-essential debhelper
cp /etc/resolv.conf "$root/etc/resolv.conf"

# inside SCRIPT: run there, in mounts of its own, for /proc.
inside() {
	# shellcheck disable=SC2016 # the other shell expands it
	unshare --mount sh -c 'mount -t proc proc "$0/proc" &&
		exec chroot "$0" sh -euc "$1"' "$root" "$1"
}

cross_build() {
	inside 'cd /src/turnpost
	dpkg --add-architecture arm64
	apt-get -qy update
	apt-get -qy --no-install-recommends install crossbuild-essential-arm64
	apt-get -qy --no-install-recommends build-dep -aarm64 ./
	dpkg-buildpackage -aarm64 -us -uc -b'
}

# /usr/local/bin/turnpost is the installed program, run by qemu.
# shellcheck disable=SC2016 # the shell inside expands it
play() {
	inside 'apt-get -qy --no-install-recommends install python3-yaml \
		/debs/turnpost_*_arm64.deb /debs/turnpost-pictures_*_arm64.deb
	printf "%s\n" "#!/bin/sh" \
		"exec qemu-aarch64-static /usr/bin/turnpost \"\$@\"" \
		>/usr/local/bin/turnpost
	chmod 755 /usr/local/bin/turnpost
	cd /src/turnpost
	turnpost --version
	TMPDIR=/src TURNPOST=/usr/local/bin/turnpost TURNPOST_SRC=$PWD \
		python3 tests/demo/demo.py
	dpkg --purge turnpost turnpost-pictures'
}

echo "== building for arm64"
rm -rf "$root/src" "$root/debs"
tree_copy "$root/src/turnpost"
build_packages "$root/src/turnpost" "$out" cross_build

echo "== a match by mail under qemu-user"
mkdir "$root/debs"
cp "$out"/*.deb "$root/debs"
play >"$out/match.log" 2>&1 || {
	tail -n 30 "$out/match.log" >&2
	exit 1
}
rm -rf "$root/src" "$root/debs"
sed -n '/^turnpost /,$p' "$out/match.log" | grep -v '^--' | tail -n 25
