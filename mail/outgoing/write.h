/* SPDX-License-Identifier: ISC */
/* A letter of ours as bytes. */
#ifndef MAIL_OUTGOING_WRITE_H
#define MAIL_OUTGOING_WRITE_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct err;

/*
 * May this stand in a header?  One line of UTF-8, without control characters
 * and without marks that turn the direction of writing.
 */
bool words_ok(const char *);

/* A file that goes with a letter. */
struct attachment {
	char *name; /* "replay.json": ASCII, no '/' */
	char *type; /* "application/json", "text/calendar; method=PUBLISH" */
	GBytes *bytes;
};
/* attachment.c: newly allocated, with copies, and the bytes' own reference. */
struct attachment *attachment_new(
    const char *name, const char *type, GBytes *bytes);
void attachment_free(struct attachment *); /* NULL is fine */

/* A picture that its HTML shows; the bytes are put in when it is sent. */
struct shown_picture {
	char *hash; /* of the row in the table picture: letters and digits */
	char *name; /* "match-7.png" */
};

struct outgoing {
	const char *own; /* robot@host */
	const char *own_name;
	const char *reply_to;
	const char *to, *to_name; /* to_name may be "" */
	const char *subject;
	const char *message_id; /* all ids without <> */
	const char *in_reply_to; /* or NULL */
	char *const *references; /* NULL-ended, or NULL */
	const char
	    *list_id; /* "Mutineer match 7 <g7.mutineer.host>", or NULL */
	/* Its list button asks for "pause", which gives nothing up. */
	const char *thread_index; /* or NULL; its topic is the subject */
	const char *language; /* "en" */
	bool answer; /* Auto-Submitted: auto-replied, else auto-generated */
	const char *instance; /* X-Turnpost: id of this home, for loop tests */
	int64_t date; /* UTC seconds */
	const char *text;
	const char *html; /* or NULL: the text alone */
	const struct shown_picture *picture; /* of the HTML, or NULL */
	const GPtrArray *attachments; /* struct attachment *, or NULL */
};
/*
 * 7 bit, CRLF, lines of at most 76, text in quoted-printable where needed, the
 * rest in base64.  In the place of the picture's bytes a line has its hash.
 * The same letter gives the same bytes.  ERR_FORMAT if a field holds control
 * characters.
 */
GBytes *letter_write(const struct outgoing *, struct err *);

#endif
