/* SPDX-License-Identifier: ISC */
/*
 * Many files in one, a bundle: a tar, packed by zstd, both by libarchive, so
 * that "tar --zstd -xf" reads it too.  Behind it stands, in a frame that zstd
 * passes over, what it is and a SHA-256 of every byte in front, so that a
 * damaged, a cut and a foreign file are known before anything in them is
 * believed.
 *
 * Functions return 0, or -1 with err, unless said.  Names are relative, with
 * "/" between folders, and none of their parts is empty, "." or "..".
 */
#ifndef BASE_BUNDLE_H
#define BASE_BUNDLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;
struct bundle_reader;
struct bundle_writer;

#define BUNDLE_FORMAT 1 /* what this program writes, and all that it reads */

struct bundle_entry {
	char *name; /* of the reader, until the next one */
	bool is_folder;
	unsigned mode; /* permissions */
	int64_t size; /* bytes; 0 for a folder */
	int64_t time; /* UTC seconds, from 0: when it was changed */
};

/* ---- bundle_write.c ---- */

/* Into an open file, empty yet, which stays the caller's. */
struct bundle_writer *bundle_create(int fd, struct err *);
/* A file with these bytes, or (is_folder) a folder. */
int bundle_add(struct bundle_writer *, const struct bundle_entry *,
    const void *bytes, struct err *);
/*
 * A file with what can be read from there: entry->size bytes, which must be the
 * size of that file.  If it becomes shorter meanwhile, that is a fault.
 */
int bundle_add_file(struct bundle_writer *, const struct bundle_entry *,
    int from, struct err *);
/* The end and the checksum; all of it is on the disk then. */
int bundle_end(struct bundle_writer *, struct err *);
void bundle_writer_free(struct bundle_writer *); /* fine with NULL */

/* ---- bundle_read.c ---- */

/*
 * Is all of an open file such a bundle, whole and undamaged?  ERR_FORMAT: it
 * never was one.  ERR_DAMAGED: its end is missing, or bytes have changed.
 * ERR_NEWER: it is of a later format.
 */
int bundle_check(int fd, struct err *);
/* One that was found to be well; the file stays the caller's. */
struct bundle_reader *bundle_open(int fd, struct err *);
/*
 * Go through all entries of one that was found to be well: 0 if all names and
 * kinds are as said above, and the files need at most so many bytes on a disk.
 */
int bundle_look_through(int fd, int64_t room, struct err *);
/*
 * 1 with the next entry; 0: that was the last one; -1.  Names that are not as
 * said above, and what is neither file nor folder, are ERR_DAMAGED.  What was
 * not read of the last one is passed over.
 */
int bundle_next(struct bundle_reader *, struct bundle_entry *, struct err *);
/* Bytes of the entry: *got, 0 of them at its end. */
int bundle_read(
    struct bundle_reader *, void *to, size_t room, size_t *got, struct err *);
void bundle_reader_free(struct bundle_reader *); /* fine with NULL */

#endif
