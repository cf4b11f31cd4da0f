/* SPDX-License-Identifier: ISC */
/*
 * The bytes of mails and letters, packed by zstd with a dictionary: what
 * letters of all matches have in common (store/letters.dict, made by
 * tools/letters_dict.py).  Packed ones begin with a byte of 0 and zstd's own
 * first bytes; bytes that an older turnpost stored are not packed.  The home
 * keeps each dictionary that it has used, so that a turnpost with another one
 * reads them.
 *
 * What zstd makes of a dictionary before it packs takes longer than to pack a
 * letter.  So the first letters of a process are packed with less: short ones
 * with the end of the dictionary, made ready for the quickest search; those
 * with HTML with the whole, which zstd looks through anew, and roughly, for
 * each. What is packed so is larger, and is unpacked as all else, for zstd
 * counts what it copies from the dictionary from its end.  Later letters with
 * HTML are worth more: half of them fit two to a page of the database, and
 * nearly none otherwise.
 *
 * What was packed last is mostly what is unpacked next, for a run writes the
 * letters that it sends; so it stays in memory, and such a run need not prepare
 * zstd for unpacking.
 */
#include "store/db.h"
#include "store/functions.h"

#include "base/embed.h"
#include "base/err.h"
#include "base/library.h"
#include "store/claims.h"
#include "store/postgres/text.h"

#include <string.h>
#include <zdict.h>
#include <zstd.h>

#define LEVEL                                                           \
	3 /* of letters with HTML: half the work of 5, a seventh larger \
	   */
#define SHORT_LEVEL 4 /* half the work of 5, a twentieth larger */
#define SHORT 8192 /* bytes: without HTML, most have less */
#define FEW 16 /* short pieces packed with the end of the dictionary... */
#define FEW_END 16384 /* ...which has so many bytes */
#define FEW_LEVEL 1 /* a third of the memory, which each process takes anew */
#define FEW_LONG 4 /* long ones with the whole, but not made ready */
#define RECENT 4 /* pieces that stay in memory */
#define MARK 0 /* the first byte of what is packed */
#define FULL_MAX (256 << 20) /* bytes: what claims more is damaged */

/* What we call of it: zstd.createCCtx is ZSTD_createCCtx. */
#define ZSTD_POINTER(call) LIBRARY_MEMBER(ZSTD_, call)
#define ZSTD_CALLS(X)            \
	X(compressBound)         \
	X(compress_usingCDict)   \
	X(compress_usingDict)    \
	X(createCCtx)            \
	X(createCDict)           \
	X(createDCtx)            \
	X(createDDict)           \
	X(decompress_usingDDict) \
	X(freeCCtx)              \
	X(freeCDict)             \
	X(freeDCtx)              \
	X(freeDDict)             \
	X(getDictID_fromDict)    \
	X(getDictID_fromFrame)   \
	X(getFrameContentSize)   \
	X(isError)
#define ZDICT_POINTER(call) LIBRARY_MEMBER(ZDICT_, call)
#define ZDICT_CALLS(X) X(getDictHeaderSize) X(isError)
static struct {
	ZSTD_CALLS(ZSTD_POINTER)
} zstd;
static struct {
	ZDICT_CALLS(ZDICT_POINTER)
} zdict;

/* A piece that was packed. */
struct recent {
	GBytes *raw; /* NULL: none */
	GBytes *packed;
};

struct packer {
	const struct embedded *dictionary; /* ours... */
	unsigned number; /* ...and what zstd knows it by */
	ZSTD_CCtx *pack;
	ZSTD_CDict *pack_long; /* NULL: not yet needed; so the next ones */
	ZSTD_CDict *pack_short;
	ZSTD_CDict *pack_few;
	int packed; /* so many short pieces, up to FEW... */
	int packed_long; /* ...and long ones, up to FEW_LONG */
	struct recent recent[RECENT];
	unsigned next; /* of recent: the oldest */
	ZSTD_DCtx *unpack;
	GHashTable *unpack_with; /* number -> ZSTD_DDict */
};

enum { Q_NOTE, Q_IS_NOTED, Q_DICTIONARY };
static const char *const sql[] = {
	[Q_NOTE] = "/* sure */"
		   " INSERT INTO dictionary (id, bytes) VALUES (:id, :bytes)"
		   " ON CONFLICT DO NOTHING",
	[Q_IS_NOTED] =
	    "SELECT EXISTS (SELECT 1 FROM dictionary WHERE id = :dictionary)",
	[Q_DICTIONARY] = "SELECT bytes FROM dictionary WHERE id = :id",
};
const struct db_sql pack_sql = { sql, G_N_ELEMENTS(sql), NULL };

static void
free_dictionary(void *dictionary)
{
	zstd.freeDDict(dictionary);
}

static int
open_library(struct err *e)
{
#define CALL(call) LIBRARY_CALL(ZSTD_, call, zstd)
#define DICT(call) LIBRARY_CALL(ZDICT_, call, zdict)
	static const struct library_call calls[] = { ZSTD_CALLS(CALL)
		    ZDICT_CALLS(DICT) };
#undef CALL
#undef DICT
	static struct library library = { library_zstd, calls,
		G_N_ELEMENTS(calls), false };

	return library_need(&library, e);
}

/* NULL and err: the library is not there. */
static struct packer *
packer(struct store *st)
{
	struct packer *p = st->packer;

	if (p != NULL)
		return p;
	if (open_library(st->err) == -1)
		return NULL;
	p = st->packer = g_new0(struct packer, 1);
	p->dictionary = embedded_find("store/letters.dict");
	g_assert(p->dictionary != NULL);
	p->number =
	    zstd.getDictID_fromDict(p->dictionary->data, p->dictionary->size);
	p->unpack_with = g_hash_table_new_full(
	    g_direct_hash, g_direct_equal, NULL, free_dictionary);
	return p;
}

static void
recent_clear(struct recent *recent)
{
	g_clear_pointer(&recent->raw, g_bytes_unref);
	g_clear_pointer(&recent->packed, g_bytes_unref);
}

void
db_pack_forget(struct store *st)
{
	struct packer *p = st->packer;

	if (p == NULL)
		return;
	for (size_t i = 0; i < RECENT; i++)
		recent_clear(&p->recent[i]);
	p->next = 0; /* the first empty one ends a search */
}

void
db_pack_free(struct store *st)
{
	struct packer *p = st->packer;

	if (p == NULL)
		return;
	zstd.freeCCtx(p->pack);
	zstd.freeCDict(p->pack_long);
	zstd.freeCDict(p->pack_short);
	zstd.freeCDict(p->pack_few);
	zstd.freeDCtx(p->unpack);
	g_hash_table_destroy(p->unpack_with);
	db_pack_forget(st);
	g_clear_pointer(&st->packer, g_free);
}

/* ---- packed ---- */

/* The home keeps what it packs with. */
static int
note_dictionary(struct store *st, const struct packer *p)
{
	struct statement *q = db_take(st, DB_PACK, Q_IS_NOTED);
	bool known;

	db_int(q, ":dictionary", p->number);
	if (db_any(st, q, &known) == -1)
		return -1;
	if (known)
		return 0;
	q = db_take(st, DB_PACK, Q_NOTE);
	db_int(q, ":id", p->number);
	db_blob(q, ":bytes", p->dictionary->data, p->dictionary->size);
	return db_done(st, q);
}

int
db_pack_ahead(struct store *st)
{
	const struct packer *p = packer(st);
	char room[POSTGRES_DIGITS];
	struct store_value value = { .name = ":dictionary" };

	if (p == NULL)
		return -1;
	value.value = postgres_decimal(room, p->number);
	return store_ahead(st, &value, 1);
}

/* Head of the dictionary, by which zstd knows it, and the end of it. */
static ZSTD_CDict *
digest_end(const struct embedded *dictionary)
{
	const size_t head =
	    zdict.getDictHeaderSize(dictionary->data, dictionary->size);
	g_autofree char *some = NULL;

	g_assert(!zdict.isError(head) && head + FEW_END <= dictionary->size);
	some = g_malloc(head + FEW_END);
	memcpy(some, dictionary->data, head);
	memcpy(some + head, dictionary->data + dictionary->size - FEW_END,
	    FEW_END);
	return zstd.createCDict(some, head + FEW_END, FEW_LEVEL);
}

static const ZSTD_CDict *
dictionary_to_pack(struct packer *p, size_t size)
{
	ZSTD_CDict **with;

	if (size <= SHORT && p->packed < FEW) {
		p->packed++;
		if (p->pack_few == NULL)
			p->pack_few = digest_end(p->dictionary);
		return p->pack_few;
	}
	with = size <= SHORT ? &p->pack_short : &p->pack_long;
	if (*with == NULL)
		*with = zstd.createCDict(p->dictionary->data,
		    p->dictionary->size, size <= SHORT ? SHORT_LEVEL : LEVEL);
	return *with;
}

/* How many bytes it takes. */
static size_t
pack(struct packer *p, const void *from, size_t size, guint8 *to, size_t room)
{
	size_t n;

	if (p->pack == NULL)
		p->pack = zstd.createCCtx();
	if (size > SHORT && p->packed_long < FEW_LONG) {
		p->packed_long++;
		n = zstd.compress_usingDict(p->pack, to, room, from, size,
		    p->dictionary->data, p->dictionary->size, FEW_LEVEL);
	} else {
		n = zstd.compress_usingCDict(
		    p->pack, to, room, from, size, dictionary_to_pack(p, size));
	}
	g_assert(!zstd.isError(n)); /* there is room and memory */
	return n;
}

static void
note_recent(struct packer *p, GBytes *raw, GBytes *packed)
{
	struct recent *recent = &p->recent[p->next++ % RECENT];

	recent_clear(recent);
	*recent = (struct recent){ g_bytes_ref(raw), g_bytes_ref(packed) };
}

GBytes *
db_pack(struct store *st, GBytes *raw)
{
	struct packer *p = packer(st);
	gsize size;
	const void *data = g_bytes_get_data(raw, &size);
	GBytes *packed;
	guint8 *to;
	size_t n, room;

	if (size == 0)
		return g_bytes_ref(raw);
	if (p == NULL || note_dictionary(st, p) == -1)
		return NULL;
	room = zstd.compressBound(size);
	to = g_malloc(room + 1);
	to[0] = MARK;
	n = 1 + pack(p, data, size, to + 1, room);
	packed = g_bytes_new_take(g_realloc(to, n), n);
	note_recent(p, raw, packed);
	return packed;
}

/* ---- unpacked ---- */

static ZSTD_DDict *
read_dictionary(struct store *st, unsigned number)
{
	g_autoptr(GBytes) bytes = NULL;
	struct statement *q;
	gsize size;
	const void *data;

	q = db_take(st, DB_PACK, Q_DICTIONARY);
	db_int(q, ":id", number);
	if (db_row(st, q) != 1)
		return NULL;
	bytes = db_get_bytes(q, 0);
	db_end(q);
	data = g_bytes_get_data(bytes, &size);
	return zstd.createDDict(data, size);
}

static ZSTD_DDict *
find_dictionary(struct store *st, struct packer *p, unsigned number)
{
	ZSTD_DDict *d =
	    g_hash_table_lookup(p->unpack_with, GUINT_TO_POINTER(number));

	if (d != NULL)
		return d;
	d = number == p->number
		? zstd.createDDict(p->dictionary->data, p->dictionary->size)
		: read_dictionary(st, number);
	if (d != NULL)
		g_hash_table_insert(
		    p->unpack_with, GUINT_TO_POINTER(number), d);
	return d;
}

/* NULL: it is none of the last that were packed. */
static void *
unpack_recent(
    const struct packer *p, const guint8 *packed, size_t size, size_t *n)
{
	for (size_t i = 0; i < RECENT && p->recent[i].raw != NULL; i++) {
		gsize length;
		const void *data =
		    g_bytes_get_data(p->recent[i].packed, &length);

		if (length != size || memcmp(data, packed, size) != 0)
			continue;
		data = g_bytes_get_data(p->recent[i].raw, n);
		return g_memdup2(data, *n);
	}
	return NULL;
}

/* Does it begin with our mark and zstd's?  A mail that an older turnpost stored
 * may begin with a NUL byte, but not with both. */
bool
db_is_packed(const guint8 *bytes, size_t size)
{
	static const guint8 begin[] = { MARK, 0x28, 0xb5, 0x2f, 0xfd };

	return bytes != NULL && size > sizeof(begin) &&
	       memcmp(bytes, begin, sizeof(begin)) == 0;
}

void *
db_unpack(struct store *st, const guint8 *packed, size_t size, size_t *n)
{
	struct packer *p = packer(st);
	unsigned long long full;
	ZSTD_DDict *with;
	void *to;

	if (p == NULL)
		return NULL;
	if ((to = unpack_recent(p, packed, size, n)) != NULL)
		return to;
	full = zstd.getFrameContentSize(packed + 1, size - 1);
	if (full == ZSTD_CONTENTSIZE_UNKNOWN ||
	    full == ZSTD_CONTENTSIZE_ERROR || full > FULL_MAX)
		return NULL;
	with = find_dictionary(
	    st, p, zstd.getDictID_fromFrame(packed + 1, size - 1));
	if (with == NULL)
		return NULL;
	if (p->unpack == NULL)
		p->unpack = zstd.createDCtx();
	to = g_malloc(full + 1);
	*n = zstd.decompress_usingDDict(
	    p->unpack, to, full, packed + 1, size - 1, with);
	if (*n == full)
		return to;
	g_free(to);
	return NULL;
}

int
db_can_pack(struct store *st)
{
	return packer(st) != NULL ? 0 : -1;
}
