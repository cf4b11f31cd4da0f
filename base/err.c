/* SPDX-License-Identifier: ISC */
/* Errors of the world: filling in a struct err. */
#include "base/err.h"

#include "base/line.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <glib.h>

/* Copies as many whole characters as fit. */
static void
put_text(struct err *e, const char *line)
{
	const char *end = line + strlen(line);

	if ((size_t)(end - line) >= sizeof e->text)
		end = g_utf8_find_prev_char(line, line + sizeof e->text);
	/* never NULL: the first character is shorter than the place */
	memcpy(e->text, line, (size_t)(end - line));
	e->text[end - line] = '\0';
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
