#!/bin/sh
# gcc and clang compile everything without a warning, and every header
# compiles alone.  BASE_CFLAGS and PKGS are the Makefile's.
set -eu
# shellcheck disable=SC2086 # a list of words
libs=$(pkg-config --cflags ${PKGS:?is set by make lint})
export libs
all=$(find base core games render store mail app sim cmd tests -name '*.c')
headers=$(find base core games render store mail app sim cmd tests -name '*.h')
jobs=$(nproc)

# every COMPILER FLAGS: standard input names the files
every() {
	compiler=$1 flags=$2
	export compiler flags
	# eval: BASE_CFLAGS holds quoted words
	# shellcheck disable=SC2016 # for the inner shell
	xargs -P "$jobs" -n 1 sh -c \
		'eval "$compiler $BASE_CFLAGS $libs -Werror $flags" "\$1"' sh
}

bad=0
echo "$all" | every gcc '-O2 -D_FORTIFY_SOURCE=2 -c -o /dev/null' || bad=1
echo "$all" | every clang '-O1 -c -o /dev/null' || bad=1
echo "$headers" | every gcc '-fsyntax-only -x c' || bad=1
exit $bad
