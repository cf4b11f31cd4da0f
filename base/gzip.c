/* SPDX-License-Identifier: ISC */
#include "base/gzip.h"

#include "base/err.h"

#include <libdeflate.h>

enum { LEVEL = 9, HEADER = 10, TRAILER = 8 };

GBytes *
gzip_pack(GBytes *from)
{
	struct libdeflate_compressor *c = libdeflate_alloc_compressor(LEVEL);
	gsize size, n;
	const void *bytes = g_bytes_get_data(from, &size);
	const size_t room = libdeflate_gzip_compress_bound(c, size);
	guint8 *packed = g_malloc(room);

	n = libdeflate_gzip_compress(c, bytes, size, packed, room);
	libdeflate_free_compressor(c);
	g_assert(n > 0);
	return g_bytes_new_take(packed, n);
}

bool
gzip_is(GBytes *bytes)
{
	gsize size;
	const guint8 *p = g_bytes_get_data(bytes, &size);

	return size > 2 && p[0] == 0x1f && p[1] == 0x8b;
}

/* How big it says, at its end, that it was; that is wrong if it is damaged. */
static guint32
full_size(const guint8 *packed, gsize size)
{
	guint32 full = 0;

	if (size < HEADER + TRAILER)
		return G_MAXUINT32;
	for (gsize i = 1; i <= sizeof(full); i++)
		full = full << 8 | packed[size - i];
	return full;
}

/* NULL if it is damaged or more than max. */
static GBytes *
unpack(GBytes *from, size_t max)
{
	struct libdeflate_decompressor *d;
	enum libdeflate_result result;
	gsize size;
	const guint8 *packed = g_bytes_get_data(from, &size);
	const guint32 full = full_size(packed, size);
	g_autofree guint8 *to = NULL;

	if (full > max)
		return NULL;
	to = g_malloc(MAX(full, 1));
	d = libdeflate_alloc_decompressor();
	result = libdeflate_gzip_decompress(d, packed, size, to, full, NULL);
	libdeflate_free_decompressor(d);
	return result == LIBDEFLATE_SUCCESS
		   ? g_bytes_new_take(g_steal_pointer(&to), full)
		   : NULL;
}

GBytes *
gzip_unpack(GBytes *from, size_t max, struct err *e)
{
	GBytes *bytes = unpack(from, max);

	if (bytes == NULL)
		err_set(e, ERR_FORMAT,
		    "it is packed by gzip, but damaged or too big");
	return bytes;
}
