/* SPDX-License-Identifier: ISC */
/*
 * What goes into reports and the log may quote mails, file names and the
 * words of libraries; here it is made harmless.
 */
#include "base/line.h"

#include <glib.h>
#include <stdbool.h>

/* Most are; the rest is looked at sign by sign. */
static bool
is_harmless(const char *text)
{
	while (*text >= ' ' && *text <= '~')
		text++;
	return *text == '\0';
}

static char *
without_controls(const char *text)
{
	GString *out = g_string_new(NULL);

	for (const char *p = text; *p != '\0'; p = g_utf8_next_char(p)) {
		gunichar c = g_utf8_get_char(p);

		if (c == '\n' || c == '\r' || c == '\t' || c == 0x2028 ||
		    c == 0x2029)
			g_string_append_c(out, ' ');
		else if (c < 0x20 || (c >= 0x7f && c < 0xa0))
			g_string_append_c(out, '?');
		else
			g_string_append_unichar(out, c);
	}
	return g_string_free(out, FALSE);
}

char *
line_format(const char *fmt, va_list ap)
{
	g_autofree char *raw = g_strdup_vprintf(fmt, ap);
	g_autofree char *valid = NULL;

	if (is_harmless(raw))
		return g_steal_pointer(&raw);
	valid = g_utf8_make_valid(raw, -1);
	return without_controls(valid);
}
