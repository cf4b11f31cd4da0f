/* SPDX-License-Identifier: ISC */
#include "base/gzip.h"

#include "base/err.h"

#include <gio/gio.h>

enum { LEVEL = 9, PIECE = 65536 };

/* All of it through the converter; NULL if it fails or is more than max. */
static GBytes *
convert(GConverter *converter, GBytes *from, size_t max)
{
	g_autoptr(GByteArray) out = g_byte_array_new();
	g_autofree guint8 *piece = g_malloc(PIECE);
	GConverterResult result = G_CONVERTER_CONVERTED;
	gsize size, at = 0;
	const guint8 *bytes = g_bytes_get_data(from, &size);

	while (result != G_CONVERTER_FINISHED) {
		gsize read = 0, wrote = 0;

		result =
		    g_converter_convert(converter, bytes + at, size - at, piece,
			PIECE, G_CONVERTER_INPUT_AT_END, &read, &wrote, NULL);
		if (result == G_CONVERTER_ERROR || out->len + wrote > max)
			return NULL;
		at += read;
		g_byte_array_append(out, piece, (guint)wrote);
	}
	return g_byte_array_free_to_bytes(g_steal_pointer(&out));
}

GBytes *
gzip_pack(GBytes *from)
{
	g_autoptr(GZlibCompressor) c =
	    g_zlib_compressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP, LEVEL);
	GBytes *packed = convert(G_CONVERTER(c), from, G_MAXUINT32);

	g_assert(packed != NULL);
	return packed;
}

bool
gzip_is(GBytes *bytes)
{
	gsize size;
	const guint8 *p = g_bytes_get_data(bytes, &size);

	return size > 2 && p[0] == 0x1f && p[1] == 0x8b;
}

GBytes *
gzip_unpack(GBytes *from, size_t max, struct err *e)
{
	g_autoptr(GZlibDecompressor) d =
	    g_zlib_decompressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP);
	GBytes *bytes = convert(G_CONVERTER(d), from, max);

	if (bytes == NULL)
		err_set(e, ERR_FORMAT,
		    "it is packed by gzip, but damaged or too big");
	return bytes;
}
