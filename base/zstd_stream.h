/* SPDX-License-Identifier: ISC */
/* Bytes of any number, packed and unpacked by zstd piece by piece. */
#ifndef BASE_ZSTD_STREAM_H
#define BASE_ZSTD_STREAM_H

#include <stddef.h>

struct err;
struct zstd_packer;
struct zstd_unpacker;

/* Takes what was packed; -1 with err ends the packing. */
typedef int zstd_sink(void *arg, const void *bytes, size_t size, struct err *);
/* Gives what is to be unpacked: *got bytes, 0 of them at its end; or -1. */
typedef int zstd_source(
    void *arg, void *bytes, size_t room, size_t *got, struct err *);

/* NULL with err: the library is not there. */
struct zstd_packer *zstd_packer_new(zstd_sink *, void *arg, struct err *);
int zstd_pack(struct zstd_packer *, const void *, size_t, struct err *);
/* Nothing comes any more: what is still inside goes out. */
int zstd_pack_end(struct zstd_packer *, struct err *);
void zstd_packer_free(struct zstd_packer *); /* fine with NULL */

/* NULL with err: the library is not there. */
struct zstd_unpacker *zstd_unpacker_new(zstd_source *, void *arg, struct err *);
/*
 * Fills to with size bytes; *got has fewer only at the end.  ERR_DAMAGED: these
 * are no bytes that zstd has packed.
 */
int zstd_unpack(
    struct zstd_unpacker *, void *to, size_t size, size_t *got, struct err *);
void zstd_unpacker_free(struct zstd_unpacker *); /* fine with NULL */

#endif
