#!/bin/sh
# Manual pages without any remark of mandoc.  That a page of another package
# is not installed here, or not yet in mandoc's own index, is no fault.  Nor is it
# that pages in other languages have headings of their own, and letters for which
# mandoc counts eight bytes.
set -eu
bad=0
for page in man/*.[1-8] man/??/*.[1-8]; do
	case $page in
	man/??/*) own='first section is not "NAME"\|outside NAME section\|longer than 80 bytes\|trailing delimiter: S[hs] .*]$' ;;
	*) own='^$' ;;
	esac
	found=$(mandoc -Tlint -Wstyle "$page" |
		grep -v 'referenced manual not found\|outdated mandoc.db lacks\|no OpenBSD\|operating system explicitly' |
		grep -v "$own" ||
		true)
	if [ -n "$found" ]; then
		echo "$found"
		bad=1
	fi
	refs=$(sed -n 's/^\.Xr \(turnpost[^ ]*\) \([1-8]\).*/\1.\2/p' "$page")
	for ref in $refs; do
		[ -e "man/$ref" ] || { echo "$page: no man/$ref"; bad=1; }
	done
done
exit $bad
