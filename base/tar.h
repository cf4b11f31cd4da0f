/* SPDX-License-Identifier: ISC */
/*
 * Headers of tar, as GNU tar reads and writes them: the parts of that format
 * that files and folders need.
 */
#ifndef BASE_TAR_H
#define BASE_TAR_H

#include <stddef.h>
#include <stdint.h>

#define TAR_BLOCK                                                  \
	512 /* bytes: headers, and what the sizes of files fill up \
	     */
#define TAR_NAME_MAX 100 /* bytes of a name that a header has room for */

enum tar_type {
	TAR_FILE = '0',
	TAR_FOLDER = '5',
	/* its content is the name of the next one, with a NUL */
	TAR_LONG_NAME = 'L'
};

struct tar_header {
	char name[TAR_NAME_MAX + 1];
	enum tar_type type;
	unsigned mode; /* permissions alone */
	int64_t size; /* bytes of content, from 0 */
	int64_t time; /* UTC seconds, from 0: when it was changed */
};

/* A name that is too long for the header is cut. */
void tar_write(const struct tar_header *, unsigned char block[TAR_BLOCK]);
/* 1; 0: it is the end of the archive; -1: this is no such header. */
int tar_read(const unsigned char block[TAR_BLOCK], struct tar_header *);
/* How many bytes fill up the last block of a content. */
size_t tar_filling(int64_t size);

#endif
