/* SPDX-License-Identifier: ISC */
/* Files packed as gzip does (RFC 1952), by GIO. */
#ifndef BASE_GZIP_H
#define BASE_GZIP_H

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>

struct err;

/* Packed; the same bytes come out of the same. */
GBytes *gzip_pack(GBytes *);
/* Does it begin as such a file does? */
bool gzip_is(GBytes *);
/* What was packed, or NULL: ERR_FORMAT if it is damaged or more than max. */
GBytes *gzip_unpack(GBytes *, size_t max, struct err *);

#endif
