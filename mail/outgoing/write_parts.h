/* SPDX-License-Identifier: ISC */
/* The parts of a letter of ours: its picture, and its line ends. */
#ifndef MAIL_OUTGOING_WRITE_PARTS_H
#define MAIL_OUTGOING_WRITE_PARTS_H

#include <glib.h>

/* "HASH@HOST", what HTML calls cid:...; own: our address; newly allocated */
char *picture_cid(const char *hash, const char *own);
/* The bytes of that picture; NULL: it is not there any more, or cannot be
 * drawn. */
typedef GBytes *letter_picture(void *arg, const char *hash);
/*
 * The letter as it leaves, with its picture; a new reference to raw if it has
 * none.  Where find has no bytes the part stays empty, and the HTML shows
 * what its alt says.  The lines of a picture end as the letter's do.
 */
GBytes *letter_fill(GBytes *raw, letter_picture *find, void *arg);

/*
 * The same letter with LF line ends, as it lies in a mailbox on this machine;
 * CRLF is for the wire.
 */
GBytes *letter_local(GBytes *raw);

#endif
