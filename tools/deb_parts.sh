# SPDX-License-Identifier: ISC
# For the scripts that build Debian packages and try them; called in the root of
# the sources.
# shellcheck shell=sh

# tree_copy FOLDER: all files of the tree, with what is not committed yet, without
# what was built.
tree_copy() {
	mkdir -p "$1"
	if [ -d .git ] || [ -f .git ]; then
		git ls-files -z -co --exclude-standard >"$1.files"
		tar -cf "$1.tar" --null --files-from="$1.files"
	else
		tar -cf "$1.tar" --exclude=./build .
	fi
	tar -xf "$1.tar" -C "$1"
	rm -f "$1.tar" "$1.files"
}

# build_packages FOLDER OUT COMMAND...: what the command builds from the sources in
# FOLDER, and leaves beside it, goes to OUT, with its log.
build_packages() {
	sources=$1
	out=$2
	shift 2
	mkdir -p "$out"
	"$@" >"$out/build.log" 2>&1 || {
		tail -n 30 "$out/build.log" >&2
		exit 1
	}
	rm -f "$out"/*.deb "$out"/*.changes "$out"/*.buildinfo
	mv "${sources%/*}"/*.deb "${sources%/*}"/*.changes \
		"${sources%/*}"/*.buildinfo "$out"
	ls "$out"/*.deb
}

# wants TOOL...: all of these must be here.
wants() {
	for tool; do
		command -v "$tool" >/dev/null || {
			echo "${0##*/}: $tool is missing" >&2
			exit 1
		}
	done
}

# base_system FOLDER PACKAGE...: a small Debian 12 with these packages, unless it is
# there already; from the mirror that this machine uses.
base_system() {
	system=$1
	shift
	[ ! -d "$system" ] || return 0
	rm -rf "$system.new"
	debootstrap --variant=minbase \
		--include="$(echo "$@" | tr ' ' ,)" bookworm "$system.new" \
		"$(sed -n 's/^URIs: //p;s/^deb \([^[][^ ]*\) .*/\1/p' \
			/etc/apt/sources.list.d/debian.sources \
			/etc/apt/sources.list 2>/dev/null | head -n 1)"
	mv "$system.new" "$system"
}
