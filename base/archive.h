/* SPDX-License-Identifier: ISC */
/*
 * Many files in one: a tar, packed by zstd, so that "tar --zstd -xf" reads it
 * too.  Behind it stands, in a frame that zstd passes over, what it is and a
 * SHA-256 of every byte in front, so that a damaged, a cut and a foreign file
 * are known before anything in them is believed.
 *
 * Functions return 0, or -1 with err, unless said.  Names are relative, with
 * "/" between folders, and none of their parts is empty, "." or "..".
 */
#ifndef BASE_ARCHIVE_H
#define BASE_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;
struct archive_reader;
struct archive_writer;

#define ARCHIVE_FORMAT 1 /* what this program writes, and all that it reads */

struct archive_entry {
	char *name; /* of the reader, until the next one */
	bool is_folder;
	unsigned mode; /* permissions */
	int64_t size; /* bytes; 0 for a folder */
	int64_t time; /* UTC seconds, from 0: when it was changed */
};

/* ---- archive_write.c ---- */

/* Into an open file, empty yet, which stays the caller's. */
struct archive_writer *archive_create(int fd, struct err *);
/* A file with these bytes, or (is_folder) a folder. */
int archive_add(struct archive_writer *, const struct archive_entry *,
    const void *bytes, struct err *);
/*
 * A file with what can be read from there: entry->size bytes, which must be the
 * size of that file.  If it becomes shorter meanwhile, that is a fault.
 */
int archive_add_file(struct archive_writer *, const struct archive_entry *,
    int from, struct err *);
/* The end and the checksum; all of it is on the disk then. */
int archive_end(struct archive_writer *, struct err *);
void archive_writer_free(struct archive_writer *); /* fine with NULL */

/* ---- archive_read.c ---- */

/*
 * Is all of an open file such an archive, whole and undamaged?  ERR_FORMAT: it
 * never was one.  ERR_DAMAGED: its end is missing, or bytes have changed.
 * ERR_NEWER: it is of a later format.
 */
int archive_check(int fd, struct err *);
/* One that was found to be well; the file stays the caller's. */
struct archive_reader *archive_open(int fd, struct err *);
/*
 * 1 with the next entry; 0: that was the last one; -1.  Names that are not as
 * said above are ERR_DAMAGED.  What was not read of the last one is passed
 * over.
 */
int archive_next(struct archive_reader *, struct archive_entry *, struct err *);
/* Bytes of the entry: *got, 0 of them at its end. */
int archive_read(
    struct archive_reader *, void *to, size_t room, size_t *got, struct err *);
void archive_reader_free(struct archive_reader *); /* fine with NULL */

#endif
