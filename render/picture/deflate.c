/* SPDX-License-Identifier: ISC */
/*
 * Deflate (RFC 1951) for pictures of flat colours.  The caller knows where runs
 * of equal bytes end, and most of a row is as the one above: looking there
 * first, and for the rest at one place that began alike, costs a fraction of
 * what a search in all bytes does, and packs as well.  Rows are packed in
 * bands, each of which is blocks that end with a byte, so that it is right
 * wherever its rows follow the same row.
 */
#include "render/picture/deflating.h"

#include <libdeflate.h>
#include <stdbool.h>
#include <string.h>

#define REACH 32768 /* bytes: as far back as deflate can point */
#define WINDOW (4 * REACH) /* bytes kept, before those before REACH go */
#define MATCH_MIN 3
#define MATCH_MAX 258
#define WORTH 5 /* bytes alike above, that pay for telling how far */
#define ALIKE 6 /* bytes that are looked for elsewhere */
#define PLACES 12 /* bits: places kept of such */
#define TOKENS (1 << 14) /* of a block, which has codes of its own */
#define TOKEN_SIZE 6 /* bytes at most */
#define HEAD_SIZE 512 /* of a block, more than enough */

#define END 256 /* of a block */
#define SYMBOLS 286 /* bytes, the end, lengths */
#define DISTANCES 30
#define NO_DISTANCE 31 /* what a token has that is a byte */

struct writer {
	guint8 *to;
	guint64 bits; /* not yet written, the lowest first */
	int n;
};

struct deflate {
	size_t width;
	guint8 *window;
	size_t end; /* where the next row goes */
	size_t gone; /* bytes that were before the window */
	size_t first; /* of the band, with the row above it, counted from the
		       * first byte that there was */
	size_t begin; /* of the band itself */
	guint32 lengths[MATCH_MAX + 1]; /* coded */
	guint32 above; /* the distance of the row above, coded */
	guint32 places[1 << PLACES]; /* where it was last so, from 1 on */
	guint32 tokens[TOKENS];
	int n;
	guint32 symbols[SYMBOLS], distances[DISTANCES]; /* counted */
	guint32 sum; /* of the band */
	GByteArray *out; /* the band */
	struct writer writer;
};

/* ---- tokens: symbols, and bits beyond these ---- */

#define SYMBOL_MASK 0x1ff
#define LENGTH_SHIFT 9 /* 5 bits beyond the symbol of a length */
#define FAR_SHIFT 14 /* 5 bits: a distance's symbol */
#define DISTANCE_SHIFT 19 /* 13 bits beyond that symbol */

/* What begins with number >= 2^few, of whose bits few below the highest are in
 * the symbol; what is not, is shifted to there. */
static guint32
coded(guint32 number, int few, int symbol_shift, int beyond_shift)
{
	const int bits = 31 - __builtin_clz(number) - few;
	const guint32 high = number >> bits;

	return (((guint32)bits << few) + high) << symbol_shift |
	       (number & ((1U << bits) - 1)) << beyond_shift;
}

static guint32
coded_length(guint32 length)
{
	const guint32 beyond = length - MATCH_MIN;

	if (length == MATCH_MAX)
		return SYMBOLS - 1;
	return END + 1 +
	       (beyond < 8 ? beyond : coded(beyond, 2, 0, LENGTH_SHIFT));
}

static guint32
coded_distance(guint32 distance)
{
	const guint32 beyond = distance - 1;

	return beyond < 4 ? beyond << FAR_SHIFT
			  : coded(beyond, 1, FAR_SHIFT, DISTANCE_SHIFT);
}

/* Bits beyond a length's symbol. */
static int
length_bits(guint32 symbol)
{
	return symbol < END + 9 || symbol == SYMBOLS - 1
		   ? 0
		   : (int)(symbol - END - 5) / 4;
}

/* ---- writing ---- */

static inline void
put(struct writer *w, guint64 bits, int n)
{
	guint64 little;

	w->bits |= bits << w->n;
	w->n += n;
	little = GUINT64_TO_LE(w->bits);
	memcpy(w->to, &little, sizeof(little));
	w->to += w->n >> 3;
	w->bits >>= w->n & ~7;
	w->n &= 7;
}

/* The lengths of codes are written with 4 bits each, whatever they are: few
 * bytes of many. */
static void
put_codes(
    struct writer *w, const struct codes *symbols, const struct codes *far)
{
	put(w, SYMBOLS - 257, 5);
	put(w, DISTANCES - 1, 5);
	put(w, 15, 4);
	for (int i = 0; i < 19; i++)
		put(w, i < 3 ? 0 : 4, 3);
	for (int i = 0; i < SYMBOLS + DISTANCES; i++) {
		guint l =
		    i < SYMBOLS ? symbols->length[i] : far->length[i - SYMBOLS];

		/* the highest bit of a code goes first */
		put(w, (l & 1) << 3 | (l & 2) << 1 | (l & 4) >> 1 | l >> 3, 4);
	}
}

/* What a symbol is written as, and how many bits beyond it follow. */
struct written {
	guint16 bits;
	guint8 length, beyond;
};

/* Whether a token repeats something is as good as chance, so nothing depends on
 * it here: a byte's distance has no bits.  At most 15 + 5 + 15 + 13 bits. */
static void
put_tokens(struct writer *writer, const guint32 *token, int n,
    const struct written *symbols, const struct written *far)
{
	struct writer w = *writer;

	for (const guint32 *end = token + n; token < end; token++) {
		const struct written s = symbols[*token & SYMBOL_MASK];
		const struct written f = far[*token >> FAR_SHIFT & 0x1f];
		guint64 bits = (guint64)(*token >> DISTANCE_SHIFT);

		bits = bits << f.length | f.bits;
		bits = bits << s.beyond | (*token >> LENGTH_SHIFT & 0x1f);
		bits = bits << s.length | s.bits;
		put(&w, bits, s.length + s.beyond + f.length + f.beyond);
	}
	*writer = w;
}

static void
write_as(struct written *to, const struct codes *codes, int n)
{
	for (int i = 0; i < n; i++)
		to[i] = (struct written){ codes->bits[i], codes->length[i], 0 };
}

/* All tokens of the block. */
static void
put_block(
    struct deflate *d, const struct codes *symbols, const struct codes *far)
{
	struct written as[SYMBOLS], far_as[NO_DISTANCE + 1] = { { 0 } };

	write_as(as, symbols, SYMBOLS);
	write_as(far_as, far, DISTANCES);
	for (int i = END + 1; i < SYMBOLS; i++)
		as[i].beyond = (guint8)length_bits((guint32)i);
	for (int i = 4; i < DISTANCES; i++)
		far_as[i].beyond = (guint8)(i / 2 - 1);
	put_tokens(&d->writer, d->tokens, d->n, as, far_as);
	put(&d->writer, symbols->bits[END], symbols->length[END]);
}

static void
make_room(struct deflate *d, guint size)
{
	const guint used = (guint)(d->writer.to - d->out->data);

	g_byte_array_set_size(d->out, used + size);
	d->writer.to = d->out->data + used;
}

static void
end_block(struct deflate *d)
{
	struct codes symbols, far;

	make_room(d, HEAD_SIZE + (guint)d->n * TOKEN_SIZE);
	d->symbols[END] = 1;
	codes_make(&symbols, d->symbols, SYMBOLS);
	codes_make(&far, d->distances, DISTANCES);
	put(&d->writer, 4, 3);
	put_codes(&d->writer, &symbols, &far);
	put_block(d, &symbols, &far);
	d->n = 0;
	memset(d->symbols, 0, sizeof(d->symbols));
	memset(d->distances, 0, sizeof(d->distances));
}

/* ---- rows as tokens ---- */

static void
add_byte(struct deflate *d, guint8 byte)
{
	if (d->n == TOKENS)
		end_block(d);
	d->tokens[d->n++] = byte | NO_DISTANCE << FAR_SHIFT;
	d->symbols[byte]++;
}

static inline void
add_one(struct deflate *d, size_t length, guint32 far)
{
	const guint32 token = d->lengths[length];

	if (d->n == TOKENS)
		end_block(d);
	d->tokens[d->n++] = token | far;
	d->symbols[token & SYMBOL_MASK]++;
	d->distances[far >> FAR_SHIFT & 0x1f]++;
}

static void
add_long(struct deflate *d, size_t length, guint32 far)
{
	while (length > 0) {
		size_t n = MIN(length, MATCH_MAX);

		if (length - n > 0 && length - n < MATCH_MIN)
			n -= MATCH_MIN;
		add_one(d, n, far);
		length -= n;
	}
}

static inline void
add_repeated(struct deflate *d, size_t length, guint32 far)
{
	if (length <= MATCH_MAX)
		add_one(d, length, far);
	else
		add_long(d, length, far);
}

/* Up to so many bytes that are the same at both. */
static inline size_t
alike(const guint8 *a, const guint8 *b, size_t most)
{
	size_t n = 0;

	for (; n + 8 <= most; n += 8) {
		guint64 x, y;

		memcpy(&x, a + n, 8);
		memcpy(&y, b + n, 8);
		if (x != y)
			return n +
			       (size_t)__builtin_ctzll(GUINT64_TO_LE(x ^ y)) /
				   8;
	}
	while (n < most && a[n] == b[n])
		n++;
	return n;
}

/* How far back in the band it last began as at that place, where rest bytes are
 * left; 0: nowhere, or too far. */
static size_t
find_alike(struct deflate *d, size_t at, size_t rest)
{
	guint64 key;
	guint32 *place;
	size_t here = d->gone + at + 1, far;

	if (rest < sizeof(key))
		return 0;
	memcpy(&key, d->window + at, sizeof(key));
	key = GUINT64_FROM_LE(key) << (64 - 8 * ALIKE);
	place = &d->places[key * 0x9e3779b97f4a7c15 >> (64 - PLACES)];
	far = *place > d->begin ? here - *place : 0;
	*place = (guint32)here;
	return far <= REACH ? far : 0;
}

/* Something at a place that is worth pointing to, and its distance, coded; or
 * 0. */
static inline size_t
find_repeated(
    struct deflate *d, size_t at, size_t run, size_t rest, guint32 *distance)
{
	const guint8 *here = d->window + at;
	size_t above = 0, other, n;

	if (d->gone + at >= d->first + d->width && d->width <= REACH)
		above = alike(here, here - d->width, rest);
	*distance = d->above;
	if (run > WORTH)
		return above > run + 1 ? above : 0;
	other = find_alike(d, at, rest);
	if (other > 0 && above < 2 * ALIKE) {
		n = alike(here, here - other, rest);
		if (n >= ALIKE && n > above + 2) {
			*distance = coded_distance((guint32)other);
			return n;
		}
	}
	return above >= WORTH ? above : 0;
}

guint8 *
deflate_room(struct deflate *d)
{
	const size_t kept = MAX(REACH, d->width);

	if (d->end + d->width > WINDOW + kept) {
		const size_t less = d->end - kept;

		memmove(d->window, d->window + less, kept);
		d->gone += less;
		d->end = kept;
	}
	return d->window + d->end;
}

static void
take_row(struct deflate *d)
{
	d->sum = libdeflate_adler32(d->sum, d->window + d->end, d->width);
	d->end += d->width;
}

/* What stands at x, in a run that is as long from there on; returns how many
 * bytes of the row that were. */
static inline size_t
add_at(struct deflate *d, size_t x, size_t run, bool within)
{
	const size_t at = d->end - d->width + x;
	guint32 distance = 0; /* coded: of the byte before */
	size_t more = run;

	if (!within || run < MATCH_MIN)
		more = find_repeated(d, at, run, d->width - x, &distance);
	if (more == 0) {
		add_byte(d, d->window[at]);
		return 1;
	}
	add_repeated(d, more, distance);
	return more;
}

void
deflate_row(struct deflate *d, const guint16 *ends)
{
	size_t begin = 0, x = 0;

	take_row(d);
	while (x < d->width) {
		while (*ends <= x)
			begin = *ends++;
		x += add_at(d, x, *ends - x, x > begin);
	}
}

void
deflate_row_again(struct deflate *d)
{
	guint8 *row = deflate_room(d);

	memcpy(row, row - d->width, d->width);
	take_row(d);
	if (d->width >= MATCH_MIN && d->width <= REACH)
		add_repeated(d, d->width, d->above);
	else
		for (size_t x = 0; x < d->width; x++)
			add_byte(d, row[x]);
}

struct deflate *
deflate_new(int width)
{
	struct deflate *d = g_new0(struct deflate, 1);

	d->width = (size_t)width;
	d->window = g_malloc(WINDOW + MAX(REACH, d->width) + DEFLATE_BEYOND);
	for (guint32 i = MATCH_MIN; i <= MATCH_MAX; i++)
		d->lengths[i] = coded_length(i);
	d->above = coded_distance((guint32)width);
	d->out = g_byte_array_sized_new(1 << 14);
	return d;
}

void
deflate_free(struct deflate *d)
{
	g_byte_array_unref(d->out);
	g_free(d->window);
	g_free(d);
}

void
deflate_above(struct deflate *d)
{
	d->end += d->width;
}

void
deflate_begin(struct deflate *d, bool above)
{
	d->begin = d->gone + d->end;
	d->first = above ? d->begin - d->width : d->begin;
	d->sum = 1;
	g_byte_array_set_size(d->out, 0);
	d->writer = (struct writer){ d->out->data, 0, 0 };
}

/* An empty block of bytes as they are ends with one of them. */
GBytes *
deflate_end(struct deflate *d, guint32 *sum)
{
	static const guint8 empty[] = { 0, 0, 0xff, 0xff };

	end_block(d);
	put(&d->writer, 0, 3);
	put(&d->writer, 0, -d->writer.n & 7);
	*sum = d->sum;
	memcpy(d->writer.to, empty, sizeof(empty));
	return g_bytes_new(
	    d->out->data, (gsize)(d->writer.to - d->out->data) + sizeof(empty));
}

/* As zlib has it (adler32_combine). */
guint32
deflate_sum(guint32 sum, guint32 next, size_t length)
{
	enum { BASE = 65521 };
	const guint32 rest = (guint32)(length % BASE);
	const guint32 low =
	    ((sum & 0xffff) + (next & 0xffff) + BASE - 1) % BASE;
	const guint32 high =
	    (guint32)(((guint64)rest * (sum & 0xffff) + (sum >> 16) +
			  (next >> 16) + BASE - rest) %
		      BASE);

	return high << 16 | low;
}
