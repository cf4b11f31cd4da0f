/* SPDX-License-Identifier: ISC */
/* One printable line of UTF-8 out of anything, for reports and the log. */
#ifndef BASE_LINE_H
#define BASE_LINE_H

#include <stdarg.h>

/*
 * As vprintf; bytes that are no UTF-8 become U+FFFD, line ends and tabs a
 * blank, other control characters '?', so that no foreign text can forge a
 * line of its own.  To be freed with g_free.
 */
char *line_format(const char *fmt, va_list)
    __attribute__((format(printf, 1, 0)));

#endif
