/* SPDX-License-Identifier: ISC */
/* Bytes of any number, packed and unpacked by zstd piece by piece. */
#include "base/zstd_stream.h"

#include "base/err.h"
#include "base/library.h"

#include <glib.h>
#include <stdbool.h>
#include <zstd.h>

#define LEVEL 6
#define PIECE (128 * 1024) /* bytes that are kept until they are handed on */

/* What we call of it: zstd.createCCtx is ZSTD_createCCtx. */
#define ZSTD_POINTER(call) LIBRARY_MEMBER(ZSTD_, call)
#define ZSTD_CALLS(X)        \
	X(CCtx_setParameter) \
	X(compressStream2)   \
	X(createCCtx)        \
	X(createDCtx)        \
	X(decompressStream)  \
	X(freeCCtx)          \
	X(freeDCtx)          \
	X(getErrorName)      \
	X(isError)
static struct {
	ZSTD_CALLS(ZSTD_POINTER)
} zstd;

static int
open_library(struct err *e)
{
#define CALL(call) LIBRARY_CALL(ZSTD_, call, zstd)
	static const struct library_call calls[] = { ZSTD_CALLS(CALL) };
#undef CALL
	static struct library library = { library_zstd, calls,
		G_N_ELEMENTS(calls), false };

	return library_need(&library, e);
}

/* ---- packing ---- */

struct zstd_packer {
	ZSTD_CCtx *context;
	zstd_sink *sink;
	void *arg;
	char piece[PIECE];
};

struct zstd_packer *
zstd_packer_new(zstd_sink *sink, void *arg, struct err *e)
{
	struct zstd_packer *p;

	if (open_library(e) == -1)
		return NULL;
	p = g_new(struct zstd_packer, 1);
	p->context = zstd.createCCtx();
	p->sink = sink;
	p->arg = arg;
	g_assert(p->context != NULL);
	zstd.CCtx_setParameter(p->context, ZSTD_c_compressionLevel, LEVEL);
	zstd.CCtx_setParameter(p->context, ZSTD_c_checksumFlag, 1);
	return p;
}

/* Until all of it is inside, or (end) all has gone out. */
static int
work(struct zstd_packer *p, const void *bytes, size_t size, bool end,
    struct err *e)
{
	ZSTD_inBuffer in = { bytes, size, 0 };
	size_t left;

	do {
		ZSTD_outBuffer out = { p->piece, PIECE, 0 };

		left = zstd.compressStream2(
		    p->context, &out, &in, end ? ZSTD_e_end : ZSTD_e_continue);
		if (zstd.isError(left))
			return err_set(
			    e, ERR_IO, "zstd: %s", zstd.getErrorName(left));
		if (out.pos > 0 && p->sink(p->arg, p->piece, out.pos, e) == -1)
			return -1;
	} while (end ? left > 0 : in.pos < in.size);
	return 0;
}

int
zstd_pack(struct zstd_packer *p, const void *bytes, size_t size, struct err *e)
{
	return work(p, bytes, size, false, e);
}

int
zstd_pack_end(struct zstd_packer *p, struct err *e)
{
	return work(p, "", 0, true, e);
}

void
zstd_packer_free(struct zstd_packer *p)
{
	if (p == NULL)
		return;
	zstd.freeCCtx(p->context);
	g_free(p);
}

/* ---- unpacking ---- */

struct zstd_unpacker {
	ZSTD_DCtx *context;
	zstd_source *source;
	void *arg;
	ZSTD_inBuffer in;
	bool ended; /* the source */
	size_t left; /* what zstd still wants; 0: a frame has ended */
	char piece[PIECE];
};

struct zstd_unpacker *
zstd_unpacker_new(zstd_source *source, void *arg, struct err *e)
{
	struct zstd_unpacker *u;

	if (open_library(e) == -1)
		return NULL;
	u = g_new(struct zstd_unpacker, 1);
	u->context = zstd.createDCtx();
	u->source = source;
	u->arg = arg;
	u->in = (ZSTD_inBuffer){ u->piece, 0, 0 };
	u->ended = false;
	u->left = 0;
	g_assert(u->context != NULL);
	return u;
}

static int
refill(struct zstd_unpacker *u, struct err *e)
{
	size_t got = 0;

	if (u->in.pos < u->in.size || u->ended)
		return 0;
	if (u->source(u->arg, u->piece, PIECE, &got, e) == -1)
		return -1;
	u->in = (ZSTD_inBuffer){ u->piece, got, 0 };
	u->ended = got == 0;
	return 0;
}

int
zstd_unpack(
    struct zstd_unpacker *u, void *to, size_t size, size_t *got, struct err *e)
{
	ZSTD_outBuffer out = { to, size, 0 };

	while (out.pos < out.size) {
		size_t before = out.pos;

		if (refill(u, e) == -1)
			return -1;
		if (u->ended && u->left == 0)
			break;
		u->left = zstd.decompressStream(u->context, &out, &u->in);
		if (zstd.isError(u->left))
			return err_set(e, ERR_DAMAGED, "zstd: %s",
			    zstd.getErrorName(u->left));
		if (u->ended && out.pos == before && u->left > 0)
			return err_set(e, ERR_DAMAGED, "its end is missing");
	}
	*got = out.pos;
	return 0;
}

void
zstd_unpacker_free(struct zstd_unpacker *u)
{
	if (u == NULL)
		return;
	zstd.freeDCtx(u->context);
	g_free(u);
}
