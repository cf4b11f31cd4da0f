/* SPDX-License-Identifier: ISC */
/*
 * GLib's g_base64_encode_step keeps what is left over from piece to piece,
 * which takes it three times as long; a picture has a thousand lines.  Lines
 * hold whole groups of three bytes, so that only the last one has a rest, which
 * is left to GLib.
 */
#include "mail/outgoing/base64.h"

#include <string.h>

#define LINE_BYTES 57 /* that are 76 characters */
#define LINE_CHARS 76

/* Twelve bits are two characters: half of a group. */
struct pairs {
	char of[1 << 12][2];
};

static const struct pairs *
pairs_made(void)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmno"
				     "pqrstuvwxyz0123456789+/";
	static struct pairs pairs;
	static gsize ready;

	if (g_once_init_enter(&ready)) {
		for (guint i = 0; i < G_N_ELEMENTS(pairs.of); i++) {
			pairs.of[i][0] = digits[i >> 6];
			pairs.of[i][1] = digits[i & 63];
		}
		g_once_init_leave(&ready, 1);
	}
	return &pairs;
}

/* Whole groups. */
static char *
put_groups(
    const struct pairs *pairs, const guchar *from, gsize groups, char *to)
{
	for (; groups > 0; groups--, from += 3, to += 4) {
		const guint bits =
		    (guint)from[0] << 16 | (guint)from[1] << 8 | (guint)from[2];

		memcpy(to, pairs->of[bits >> 12], 2);
		memcpy(to + 2, pairs->of[bits & 0xfff], 2);
	}
	return to;
}

/* What is left of a last group: one byte or two, or none. */
static char *
put_rest(const guchar *from, gsize size, char *to)
{
	gint state = 0, save = 0;

	to += g_base64_encode_step(from, size, FALSE, to, &state, &save);
	return to + g_base64_encode_close(FALSE, to, &state, &save);
}

void
base64_append(GString *out, GBytes *bytes, const char *line_end)
{
	const gsize end = strlen(line_end), before = out->len;
	gsize size;
	const guchar *data = g_bytes_get_data(bytes, &size);
	const struct pairs *pairs = pairs_made();
	const gsize lines = (size + LINE_BYTES - 1) / LINE_BYTES;
	char *to;

	g_string_set_size(out, before + lines * (LINE_CHARS + end));
	to = out->str + before;
	for (gsize i = 0; i < size; i += LINE_BYTES) {
		const gsize line = MIN(size - i, LINE_BYTES);

		to = put_groups(pairs, data + i, line / 3, to);
		if (line % 3 > 0)
			to = put_rest(data + i + line / 3 * 3, line % 3, to);
		to = mempcpy(to, line_end, end);
	}
	g_string_truncate(out, (gsize)(to - out->str));
}
