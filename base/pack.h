/* SPDX-License-Identifier: ISC */
/* Bytes packed as zlib does, for the database: small ones, read often. */
#ifndef BASE_PACK_H
#define BASE_PACK_H

#include <glib.h>

/* Packed, behind the size that they have unpacked; not of nothing. */
GBytes *bytes_pack(GBytes *);
/* What was packed, or NULL: it is damaged or more than max bytes. */
GBytes *bytes_unpack(GBytes *, gsize max);

#endif
