#!/bin/sh
# dist.sh OUT: the sources of the last commit, as OUT/turnpost-VERSION.tar.xz, with
# a checksum beside it, and with a signature if gpg has a key for whoever calls.
# The same commit gives the same bytes.
set -eu
mkdir -p "$1"
out=$(cd "$1" && pwd)
version=$(git show HEAD:debian/changelog | sed -n '1s/^[^(]*(\([^)]*\)).*/\1/p')
name=turnpost-$version
if [ -n "$(git status --porcelain --untracked-files=no)" ]; then
	echo "dist: changes that are not committed are not in it" >&2
fi
rm -f "$out/$name.tar.xz" "$out/$name.tar.xz.asc" "$out/$name.tar.xz.sha256"
git -c tar.umask=0022 archive --prefix="$name/" -o "$out/$name.tar" HEAD
# One thread: with several, the bytes depend on how many there are.
xz -9e --threads=1 "$out/$name.tar"
(cd "$out" && sha256sum "$name.tar.xz" >"$name.tar.xz.sha256")
if command -v gpg >/dev/null 2>&1 &&
	gpg --batch --list-secret-keys 2>/dev/null | grep -q .; then
	gpg --batch --armor --detach-sign "$out/$name.tar.xz"
else
	echo "dist: not signed, for gpg has no key" >&2
fi
ls "$out/$name".*
