/* SPDX-License-Identifier: ISC */
/*
 * Any bytes as html: valid text of lines, no longer than the html allows, and
 * behind Outlook's mark of a copy below the line that says so.
 */
#include "mail/quotes/unquote.h"
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

static void
check_copy(const char *html, size_t size)
{
	static const char mark[] = "<div id=divRplyFwdMsg>";
	g_autofree char *whole = g_malloc(size + sizeof(mark));
	g_autofree char *text = NULL;

	memcpy(whole, mark, sizeof(mark) - 1);
	memcpy(whole + sizeof(mark) - 1, html, size);
	text = html_text(whole, size + sizeof(mark) - 1);
	must(g_str_has_prefix(text, FOREIGN_MARK "\n"));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	g_autofree char *text = html_text((const char *)data, size);

	must(g_utf8_validate(text, -1, NULL));
	/* a line end or a mark of quoting is the most that is added */
	must(strlen(text) <= 5 * size + 16);
	check_copy((const char *)data, size);
	return 0;
}
