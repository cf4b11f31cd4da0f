#!/bin/sh
# embed.sh OUT FILE...: write OUT/embedded.c and OUT/embedded_data.S, which
# build the FILEs into the program (see base/embed.h).  Those below OUT are
# found without it; the assembler looks for them there (-I OUT).
set -eu
out=$1
shift
files=$(printf '%s\n' "$@" | sed "s,^$out/,," | LC_ALL=C sort -u)
{
	echo '	.section .rodata'
	n=0
	for f in $files; do
		printf '\t.global embed_%d\nembed_%d:\n\t.incbin "%s"\n' $n $n "$f"
		printf '\t.global embed_%d_end\nembed_%d_end:\n\t.byte 0\n' $n $n
		n=$((n + 1))
	done
	echo '	.section .note.GNU-stack,"",%progbits'
} >"$out/embedded_data.S"
{
	echo '#include "base/embed.h"'
	echo '#include <string.h>'
	n=0
	for f in $files; do
		echo "extern const char embed_${n}[], embed_${n}_end[];"
		n=$((n + 1))
	done
	echo "#define FILES $n"
	echo 'static struct embedded files[FILES];'
	echo 'const struct embedded *embedded_all(size_t *n) {'
	echo '	if (files[0].path == NULL) {'
	n=0
	for f in $files; do
		printf '\t\tfiles[%d] = (struct embedded){ "%s", embed_%d, (size_t)(embed_%d_end - embed_%d) };\n' \
			$n "$f" $n $n $n
		n=$((n + 1))
	done
	cat <<-'C'
		}
		*n = FILES;
		return files;
	}
	const struct embedded *embedded_find(const char *path) {
		size_t lo = 0, hi;
		const struct embedded *all = embedded_all(&hi);
		while (lo < hi) {
			size_t mid = (lo + hi) / 2;
			int c = strcmp(path, all[mid].path);
			if (c == 0) return &all[mid];
			if (c < 0) hi = mid; else lo = mid + 1;
		}
		return NULL;
	}
	C
} >"$out/embedded.c"
