/* SPDX-License-Identifier: ISC */
/*
 * GLib's g_base64_encode_step keeps what is left over from piece to piece,
 * which takes it three times as long; a picture has a thousand lines.  Lines
 * hold whole groups of three bytes, so that only the last one may have a rest;
 * it is left to GLib.  Where the processor has SSSE3, whole lines are made by
 * vectors of four groups, which takes a third of what pairs of characters from
 * a table take.
 */
#include "mail/outgoing/base64.h"

#include <stdbool.h>
#include <string.h>
#ifdef __x86_64__
#include <tmmintrin.h>
#endif

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

/* So many whole lines, each with that end; returns what is behind them. */
typedef char *put_lines(
    const guchar *from, gsize lines, char *to, const char *line_end);

static char *
put_lines_pairs(const guchar *from, gsize lines, char *to, const char *line_end)
{
	const struct pairs *pairs = pairs_made();
	const gsize end = strlen(line_end);

	for (; lines > 0; lines--) {
		for (int i = 0; i < LINE_BYTES; i += 3, from += 3, to += 4) {
			const guint bits = (guint)from[0] << 16 |
					   (guint)from[1] << 8 | (guint)from[2];

			memcpy(to, pairs->of[bits >> 12], 2);
			memcpy(to + 2, pairs->of[bits & 0xfff], 2);
		}
		to = mempcpy(to, line_end, end);
	}
	return to;
}

/* The last line, which may be shorter, and have a rest. */
static char *
put_rest(const guchar *from, gsize size, char *to)
{
	gint state = 0, save = 0;

	to += g_base64_encode_step(from, size, FALSE, to, &state, &save);
	return to + g_base64_encode_close(FALSE, to, &state, &save);
}

#ifdef __x86_64__
#define SSSE3 __attribute__((target("ssse3")))

SSSE3 static inline __m128i
load(const guchar *from)
{
	return _mm_loadu_si128((const __m128i *)(const void *)from);
}

SSSE3 static inline void
store(char *to, __m128i bytes)
{
	_mm_storeu_si128((__m128i *)(void *)to, bytes);
}

/*
 * Twelve bytes, of which "order" says where each is, become sixteen characters:
 * their six bits each are moved into a byte of its own by multiplying, and to
 * each is added what its kind of character has more.
 */
SSSE3 static inline __m128i
four_groups(__m128i bytes, __m128i order)
{
	/* by kind: small letters, ten digits, plus, slash, capitals */
	const __m128i more = _mm_setr_epi8('a' - 26, '0' - 52, '0' - 52,
	    '0' - 52, '0' - 52, '0' - 52, '0' - 52, '0' - 52, '0' - 52,
	    '0' - 52, '0' - 52, '+' - 62, '/' - 63, 'A', 0, 0);
	const __m128i in = _mm_shuffle_epi8(bytes, order);
	const __m128i even =
	    _mm_mulhi_epu16(_mm_and_si128(in, _mm_set1_epi32(0x0fc0fc00)),
		_mm_set1_epi32(0x04000040));
	const __m128i odd =
	    _mm_mullo_epi16(_mm_and_si128(in, _mm_set1_epi32(0x003f03f0)),
		_mm_set1_epi32(0x01000010));
	const __m128i six = _mm_or_si128(even, odd);
	const __m128i capital = _mm_and_si128(
	    _mm_cmpgt_epi8(_mm_set1_epi8(26), six), _mm_set1_epi8(13));
	const __m128i kind =
	    _mm_or_si128(_mm_subs_epu8(six, _mm_set1_epi8(51)), capital);

	return _mm_add_epi8(six, _mm_shuffle_epi8(more, kind));
}

/* The last twelve bytes of a line are read with the four before them, for
 * nothing behind the line may be read. */
SSSE3 static char *
put_lines_ssse3(const guchar *from, gsize lines, char *to, const char *line_end)
{
	enum { IN = 12, OUT = 16, WHOLE = 4 /* vectors before the last */ };
	const __m128i order =
	    _mm_setr_epi8(1, 0, 2, 1, 4, 3, 5, 4, 7, 6, 8, 7, 10, 9, 11, 10);
	const __m128i last = _mm_add_epi8(order, _mm_set1_epi8(OUT - IN));

	for (; lines > 0; lines--, from += LINE_BYTES) {
		for (int i = 0; i < WHOLE; i++)
			store(to + i * OUT,
			    four_groups(load(from + i * IN), order));
		store(to + LINE_CHARS - OUT,
		    four_groups(load(from + LINE_BYTES - OUT), last));
		to += LINE_CHARS;
		for (const char *p = line_end; *p != '\0'; p++)
			*to++ = *p;
	}
	return to;
}

static bool
has_vectors(void)
{
	return __builtin_cpu_supports("ssse3");
}
#else
#define put_lines_ssse3 put_lines_pairs

static bool
has_vectors(void)
{
	return false;
}
#endif

static bool without_vectors;

void
base64_without_vectors(void)
{
	without_vectors = true;
}

void
base64_append(GString *out, GBytes *bytes, const char *line_end)
{
	const gsize end = strlen(line_end), before = out->len;
	gsize size;
	const guchar *data = g_bytes_get_data(bytes, &size);
	const gsize whole = size / LINE_BYTES, rest = size % LINE_BYTES;
	put_lines *const put = !without_vectors && has_vectors()
				   ? put_lines_ssse3
				   : put_lines_pairs;
	char *to;

	g_string_set_size(
	    out, before + (whole + (rest > 0)) * (LINE_CHARS + end));
	to = put(data, whole, out->str + before, line_end);
	if (rest > 0) {
		to = put_rest(data + whole * LINE_BYTES, rest, to);
		to = mempcpy(to, line_end, end);
	}
	g_string_truncate(out, (gsize)(to - out->str));
}
