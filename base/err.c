/* SPDX-License-Identifier: ISC */
/* Errors of the world: filling in a struct err. */
#include "base/err.h"

#include "base/line.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <glib.h>

#define GAP "..."

/* If not all of it fits, the middle is left out, in whole characters: such a
 * line is about a long name, and its end says what is wrong. */
static void
put_text(struct err *e, const char *line)
{
	const size_t whole = strlen(line), room = sizeof e->text - 1;
	const size_t half = (room - strlen(GAP)) / 2;
	const char *head, *tail;

	if (whole <= room) {
		memcpy(e->text, line, whole + 1);
		return;
	}
	/* never NULL: characters are shorter than half */
	head = g_utf8_find_prev_char(line, line + half + 1);
	tail = g_utf8_find_next_char(line + whole - half - 1, NULL);
	memcpy(e->text, line, (size_t)(head - line));
	g_strlcpy(e->text + (head - line), GAP, sizeof GAP);
	g_strlcat(e->text, tail, sizeof e->text);
}

int
err_set(struct err *e, enum err_code code, const char *fmt, ...)
{
	g_autofree char *line = NULL;
	va_list ap;

	if (e == NULL)
		return -1;
	va_start(ap, fmt);
	line = line_format(fmt, ap);
	va_end(ap);
	e->code = code;
	put_text(e, line);
	return -1;
}

bool
err_is_full(int number)
{
	return number == ENOSPC || number == EDQUOT || number == EFBIG;
}

int
err_errno(struct err *e, const char *fmt, ...)
{
	g_autofree char *line = NULL;
	int saved = errno;
	va_list ap;

	if (e == NULL)
		return -1;
	va_start(ap, fmt);
	line = line_format(fmt, ap);
	va_end(ap);
	return err_set(e, ERR_IO, "%s: %s%s", line, g_strerror(saved),
	    saved == ENOSPC ? "; the disk is full: make room" : "");
}

int
err_more(struct err *e, const char *fmt, ...)
{
	g_autofree char *line = NULL;
	va_list ap;

	if (e == NULL)
		return -1;
	va_start(ap, fmt);
	line = line_format(fmt, ap);
	va_end(ap);
	return err_set(e, e->code, "%s: %s", line, e->text);
}
