#!/bin/sh
# deb.sh OUT: build the Debian packages of this tree into the folder OUT, in a
# copy, for dpkg-buildpackage writes beside its sources and removes what was
# built.  The same tree gives the same bytes: times come from debian/changelog.
set -eu
out=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$out" "$work/turnpost"
if [ -d .git ] || [ -f .git ]; then
	git ls-files -z -co --exclude-standard >"$work/files"
	tar -cf "$work/tree.tar" --null --files-from="$work/files"
else
	tar -cf "$work/tree.tar" --exclude=./build .
fi
tar -xf "$work/tree.tar" -C "$work/turnpost"
rm -f "$work/tree.tar"
(cd "$work/turnpost" && dpkg-buildpackage -us -uc -b) >"$out/build.log" 2>&1 || {
	tail -n 30 "$out/build.log" >&2
	exit 1
}
rm -f "$out"/*.deb "$out"/*.changes "$out"/*.buildinfo
mv "$work"/*.deb "$work"/*.changes "$work"/*.buildinfo "$out"
ls "$out"/*.deb
