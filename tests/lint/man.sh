#!/bin/sh
# Manual pages without any remark of mandoc.  That a page of another package
# is not installed here, or not yet in mandoc's own index, is no fault.
set -eu
bad=0
for page in man/*.[1-8]; do
	found=$(mandoc -Tlint -Wstyle "$page" |
		grep -v 'referenced manual not found\|outdated mandoc.db lacks\|no OpenBSD\|operating system explicitly' ||
		true)
	if [ -n "$found" ]; then
		echo "$found"
		bad=1
	fi
	refs=$(sed -n 's/^\.Xr \(turnpost[^ ]*\) \([1-8]\).*/\1.\2/p' "$page")
	for own in $refs; do
		[ -e "man/$own" ] || { echo "$page: no man/$own"; bad=1; }
	done
done
exit $bad
