#!/bin/sh
# sonames.sh CC OUT: write to OUT, as C, the loader's names of the libraries that
# the program opens when first used (see base/library.h), as CC would link them.
set -eu
cc=$1
out=$2
{
	echo '#include "base/library.h"'
	for name in archive cairo curl fontconfig gmime-3.0 ical idn2 pq resolv rsvg-2 sqlite3 systemd zstd; do
		# shellcheck disable=SC2086 # a compiler may have words behind it
		file=$($cc -print-file-name="lib$name.so")
		soname=$(readelf -d "$file" |
			sed -n 's/.*(SONAME).*\[\(.*\)\].*/\1/p')
		if [ -z "$soname" ]; then
			echo "sonames: $file is no shared library" >&2
			exit 1
		fi
		echo "const char library_${name%-*}[] = \"$soname\";"
	done
} >"$out"
