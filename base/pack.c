/* SPDX-License-Identifier: ISC */
#include "base/pack.h"

#include <libdeflate.h>
#include <string.h>

#define COMPRESSION 3 /* more takes twice as long and saves a twentieth */

GBytes *
bytes_pack(GBytes *bytes)
{
	struct libdeflate_compressor *c =
	    libdeflate_alloc_compressor(COMPRESSION);
	gsize size;
	const void *data = g_bytes_get_data(bytes, &size);
	const size_t room = libdeflate_zlib_compress_bound(c, size);
	const guint32 head = (guint32)size;
	guint8 *packed = g_malloc(sizeof(head) + room);
	size_t n;

	g_assert(size > 0 && size <= G_MAXUINT32);
	memcpy(packed, &head, sizeof(head));
	n = libdeflate_zlib_compress(
	    c, data, size, packed + sizeof(head), room);
	libdeflate_free_compressor(c);
	return g_bytes_new_take(packed, sizeof(head) + n);
}

GBytes *
bytes_unpack(GBytes *packed, gsize max)
{
	g_autoptr(GBytes) bytes = NULL;
	/* Kept: making one costs a sixth of unpacking a piece.  No two
	 * threads unpack. */
	static struct libdeflate_decompressor *d;
	enum libdeflate_result result;
	gsize size;
	const guint8 *data = g_bytes_get_data(packed, &size);
	guint32 full = 0;
	guint8 *to;

	if (size > sizeof(full))
		memcpy(&full, data, sizeof(full));
	if (full == 0 || full > max)
		return NULL;
	to = g_malloc(full);
	bytes = g_bytes_new_take(to, full);
	if (d == NULL)
		d = libdeflate_alloc_decompressor();
	result = libdeflate_zlib_decompress(
	    d, data + sizeof(full), size - sizeof(full), to, full, NULL);
	return result == LIBDEFLATE_SUCCESS ? g_steal_pointer(&bytes) : NULL;
}
