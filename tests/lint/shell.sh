#!/bin/sh
# Every shell script, by its first line.
set -eu
find .ci debian etc tests tools -type f -exec awk '
	FNR == 1 && /^#!.*\/(ba|da)?sh/ { print FILENAME } { nextfile }' {} + |
	tr '\n' '\0' | xargs -0 shellcheck -x
