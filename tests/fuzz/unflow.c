/* SPDX-License-Identifier: ISC */
/*
 * Any text as format=flowed: nothing of it is lost but blanks and marks, what
 * is quoted stays quoted, and its lines are as clean as those of other text.
 */
#include "mail/quotes/unquote.h"
#include "mail/incoming/reading.h"
#include "mail/incoming/text.h"
#include "tests/fuzz/fuzz.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void
must(bool holds)
{
	if (!holds)
		abort();
}

/* Bytes that no unflowing may drop or add. */
static size_t
count_solid(const char *text)
{
	size_t n = 0;

	for (; *text != '\0'; text++)
		n += strchr(" >\r\n", *text) == NULL;
	return n;
}

/* All of it quoted: then no line of it is its writer's. */
static void
check_quoted(const char *text, bool delsp)
{
	static const struct reading none = { 0 };
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
	g_autofree char *joined = g_strjoinv("\n>", lines);
	g_autofree char *quoted = g_strconcat(">", joined, NULL);
	g_autofree char *unflowed = text_unflow(quoted, delsp);
	g_autoptr(GPtrArray) read = lines_read(unflowed, &none);

	must(read->len == 0);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	bool delsp = size > 0 && data[0] % 2 == 1;
	g_autofree char *text =
	    g_utf8_make_valid((const char *)data, (gssize)size);
	g_autofree char *unflowed = NULL;

	if (strchr(text, '\r') != NULL)
		return 0; /* line ends are made plain before */
	unflowed = text_unflow(text, delsp);
	must(g_utf8_validate(unflowed, -1, NULL));
	must(count_solid(unflowed) == count_solid(text));
	check_quoted(text, delsp);
	return 0;
}
