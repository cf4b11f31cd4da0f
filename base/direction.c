/* SPDX-License-Identifier: ISC */
#include "base/direction.h"

#include <glib.h>

#define LEFT_TO_RIGHT_MARK "\xe2\x80\x8e"

/* The blocks that Unicode keeps for scripts that are written from right to left
 * (UAX #9, table 4): Hebrew, Arabic, their neighbours, forms of letters.  GLib
 * knows the script of a letter, not its direction. */
static gboolean
is_right_to_left(gunichar c)
{
	return (c >= 0x590 && c <= 0x8ff) || (c >= 0xfb1d && c <= 0xfdff) ||
	       (c >= 0xfe70 && c <= 0xfeff) || (c >= 0x10800 && c <= 0x10fff) ||
	       (c >= 0x1e800 && c <= 0x1efff);
}

const char *
direction_after(const char *name)
{
	for (const char *p = name; *p != '\0'; p = g_utf8_next_char(p))
		if (is_right_to_left(g_utf8_get_char(p)))
			return LEFT_TO_RIGHT_MARK;
	return "";
}
