#!/bin/sh
# deb.sh OUT: build the Debian packages of this tree into the folder OUT, in a
# copy, for dpkg-buildpackage writes beside its sources and removes what was
# built.  The same tree gives the same bytes: times come from debian/changelog.
set -eu
# shellcheck source=tools/deb_parts.sh
. tools/deb_parts.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

build() {
	(cd "$work/turnpost" && dpkg-buildpackage -us -uc -b)
}

tree_copy "$work/turnpost"
build_packages "$work/turnpost" "$1" build
