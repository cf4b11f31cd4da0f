/* SPDX-License-Identifier: ISC */
/*
 * The main of a fuzzer in the builds without libFuzzer: gives it every file of
 * its corpus, tests/fuzz/corpus/NAME where NAME is the program's, as one test.
 */
#include "base/file.h"
#include "tests/fuzz/fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <glib.h>

/* Reports the input on which it dies by being the last line. */
static void
replay_one(const char *folder, const char *name)
{
	g_autofree char *path = g_build_filename(folder, name, NULL);
	g_autoptr(GBytes) data = file_read(path, SIZE_MAX, NULL, NULL);
	g_autofree uint8_t *copy = NULL;
	size_t size;

	if (data == NULL)
		abort();
	printf("# %s\n", name);
	fflush(stdout);
	size = g_bytes_get_size(data);
	/* as large as the input: the first byte too far is noticed */
	copy = size > 0 ? g_memdup2(g_bytes_get_data(data, NULL), size) : NULL;
	LLVMFuzzerTestOneInput(copy, size);
}

int
main(int argc, char **argv)
{
	g_autofree char *name = g_path_get_basename(argv[0]);
	g_autofree char *folder =
	    g_build_filename("tests/fuzz/corpus", name, NULL);
	GDir *dir = g_dir_open(folder, 0, NULL);
	const char *input;
	unsigned n = 0;

	(void)argc;
	puts("1..1");
	while (dir != NULL && (input = g_dir_read_name(dir)) != NULL) {
		replay_one(folder, input);
		n++;
	}
	if (dir != NULL)
		g_dir_close(dir);
	printf("%s 1 - %u inputs of %s\n", n > 0 ? "ok" : "not ok", n, folder);
	return n > 0 ? 0 : 1;
}
