#!/bin/sh
# Every C file as clang-format would write it.
set -eu
find base core policy parse games robot rating series render store mail engine app sim cmd tests -name '*.[ch]' \
	-exec clang-format --dry-run -Werror --ferror-limit=3 {} +
