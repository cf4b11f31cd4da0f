/* SPDX-License-Identifier: ISC */
/* What the files of mail/ share among themselves; nobody else includes it. */
#ifndef MAIL_INNER_H
#define MAIL_INNER_H

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>

struct letter;
struct reading;

/* key.c: libsodium's share of mail_init */
void key_init(void);

/* One header field, decoded and on one line. */
struct field {
	char *name, *value;
};
#define FIELDS_MAX 1000 /* no person's mail has more */

/* incoming/fields.c */
/* raw: as it stands in the mail, folded and encoded. */
struct field *field_new(const char *name, const char *raw);
void field_free(void *);
/* Of the first of this name, or NULL. */
const char *fields_value(const GPtrArray *fields, const char *name);
int fields_count(const GPtrArray *fields, const char *name);
/* Adds the "<id>" of all fields of this name, without <>, to out: char *. */
void fields_ids(
    GPtrArray *out, const GPtrArray *fields, const char *name, bool last_first);

/*
 * senders/auto_submitted.c: what the header alone tells.  fields: struct field
 * *.  Sets robot, auto_submitted_unless_keyed, listed and automatic; from and
 * subject of the letter are filled in before.
 */
void auto_submitted_judge(struct letter *, const GPtrArray *fields,
    const char *own, const struct reading *);
/* "boats-leave@host", "listserv@host", in small letters: is it that of a list's
 * robot, which takes commands of its own? */
bool address_is_lists(const char *address);

/* incoming/charset.c */
#define CHARSET_SIZE 24
enum charset_kind {
	CHARSET_BYTES, /* a byte is a letter; of UTF-8, which can be told */
	CHARSET_MANY, /* some letters have more, and may look like UTF-8 */
	CHARSET_WIDE /* all have two or four, so that every other is NUL */
};
struct charset {
	char name[CHARSET_SIZE]; /* iconv's */
	enum charset_kind kind;
};
/* By the label of a mail; false: it is none in which mails are written. */
bool charset_find(const char *label, struct charset *);

/* incoming/text.c */
/* CRLF and bare CR become LF. */
void text_line_ends(GString *);
/* "<br>" of a mailto link's body, where a mail program left it as it is. */
void text_break_tags(GString *);
/*
 * The charsets that a mail without a usable one most likely has, for
 * text_decode; NULL if nothing is known of its writer's language.
 */
const char *text_fallbacks(const char *from, const struct reading *);
/* text_decode that says whether it believed the label or had to guess. */
char *text_guess(const char *bytes, size_t size, const char *charset,
    const char *fallbacks, bool *guessed);

/* reports/status.c */
#define STATUS_SIZE 8 /* "5.1.999" */
#define STATUS_WORDS_MAX 200 /* characters */
/* The first code of RFC 3463 in the text: where it is, or NULL. */
const char *status_find(const char *text, char code[STATUS_SIZE]);
/* The same of a reply of SMTP, "550 " or "550:", whose class is one of classes
 * ("45"): it makes "5.0.0". */
const char *status_find_reply(
    const char *text, const char *classes, char code[STATUS_SIZE]);
/* Exim says 5.0.0 where the other server said 5.1.1.  than may be "". */
bool status_more_exact(const char *code, const char *than);
/* One line without characters that cannot be seen; newly allocated. */
char *status_words(const char *text);

/* incoming/sanity.c */
/* The bytes behind an mbox "From " line, if the mail begins with one. */
const char *raw_after_mbox_line(const char *bytes, size_t *size);
/* Its bytes; of no bytes GLib makes NULL, to which nothing can be added. */
const char *raw_bytes(GBytes *raw, size_t *size);
/*
 * GMime reads groups of addresses in groups ("a:a:a:…") by recursion until the
 * stack is gone, also in mails inside the mail.  A field with more colons than
 * this must not come near it.
 */
#define GROUPS_MAX 200
/*
 * It also makes an object of many kilobytes of every part, however short;
 * so a mail of many parts must have no more lines than this that could begin
 * one.
 */
#define PART_LINES_MAX 400
/* And one of half a kilobyte of every field, also of parts and mails inside. */
#define ALL_FIELDS_MAX 10000
#define ALL_ADDRESSES_MAX 20000 /* and these of addresses are less */
#define PARAMETERS_MAX 20000 /* of content types; a tenth of one each */
#define SUBJECT_BYTES_MAX 8192 /* of which it makes an object a word */
/* A copy in which what is more of a subject is blank. */
char *raw_shorten(const char *bytes, size_t size);
/*
 * GMime reads a field up to a NUL, so that "anna@host<NUL>.evil" would be
 * anna@host: fields of addresses and ids with one say nothing.  In place.
 */
void raw_refuse_nul(char *bytes, size_t size);
/* Why the mail must not be taken apart, or NULL. */
const char *raw_bomb(const char *bytes, size_t size);

#endif
