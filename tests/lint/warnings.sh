#!/bin/sh
# gcc and clang compile everything without a warning, and every header
# compiles alone.  BASE_CFLAGS and PKGS are the Makefile's.
#
# gcc finds some things only when it optimises (uninitialised values, sizes of
# strings and buffers), so it does all but assemble.  What clang warns of it
# knows before it makes code: the folders of the library are compiled for the
# fuzzers, with the same warnings and -Werror, and of the others it only reads
# the source.
set -eu
# shellcheck disable=SC2086 # a list of words
libs=$(pkg-config --cflags ${PKGS:?is set by make lint})
# eval: BASE_CFLAGS holds quoted words
eval "set -- $BASE_CFLAGS $libs -Werror"
all=$(find base core policy parse games robot rating series render store mail engine app sim cmd tests -name '*.c')
headers=$(find base core policy parse games robot rating series render store mail engine app sim cmd tests -name '*.h')
others=$(find cmd tests -name '*.c')
jobs=$(nproc)

bad=0
echo "$all" | xargs -P "$jobs" -n 1 \
	gcc "$@" -O2 -D_FORTIFY_SOURCE=2 -S -o /dev/null || bad=1
(
	unset MAKEFLAGS MAKELEVEL
	make --no-print-directory -k -j "$jobs" V=fuzz fuzz-built
) || bad=1
# of many files in one call, each is compiled by itself
echo "$others" | xargs -P "$jobs" -n 12 clang "$@" -fsyntax-only || bad=1
echo "$headers" | xargs -P "$jobs" -n 12 gcc "$@" -fsyntax-only -x c || bad=1
exit $bad
