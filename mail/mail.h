/* SPDX-License-Identifier: ISC */
/*
 * Letters in and out.  It knows mails (RFC 5322, MIME), Maildirs and reply
 * keys; nothing of games and rows.  Rules: how real mail programs behave.
 */
#ifndef MAIL_MAIL_H
#define MAIL_MAIL_H

#include "base/err.h"

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* Call once, in main or at the start of a test program, before the rest. */
void mail_init(void);

#define MAIL_MAX_SIZE (1024 * 1024) /* of a mail that is read, in bytes */
#define MAIL_CUT_SIZE 65536 /* kept of one that is bigger */

/* ---- address.c ---- */

/*
 * Can this be the address of a person's mailbox, in the form in which we keep
 * it (base/address.h)?  One '@', a domain in ASCII, before it letters of any
 * script, no blanks or control characters, no <>, at most 254 bytes (RFC 5321).
 */
bool address_ok(const char *);
/* The same of one that a person or the settings wrote, in that form; newly
 * allocated, or NULL. */
char *address_read(const char *text);
/* A name of a host: letters, digits, "-", "."; none of them odd. */
bool host_name_ok(const char *);
/* "NAME <ADDRESS>" or "ADDRESS" into parts; name may come out "". */
bool address_split(const char *text, char **name, char **address);
/* Would mail from there be taken for a robot's?  own: the robot's address. */
bool address_is_robot(const char *address, const char *own);
/* A name that may stand in a header: 1 to 40 letters, digits, blanks, -'. */
bool name_ok(const char *);

/* ---- key.c: reply keys (libsodium) ---- */

#define KEY_SIZE 13 /* characters a-z2-7: 65 bits */
#define SERIAL_SIZE 8 /* the same characters: 40 bits */
#define SECRET_SIZE 32

/* What a reply address or a Message-ID of ours says. */
struct ticket {
	int64_t match; /* 0: none, an answer outside any match */
	int seat; /* -1: none */
	int64_t turn; /* number of the last event when the letter was made */
	char serial[SERIAL_SIZE + 1]; /* only in a Message-ID, else "" */
	char key[KEY_SIZE + 1];
};
void key_make(const unsigned char secret[SECRET_SIZE], int64_t match, int seat,
    int epoch, char key[KEY_SIZE + 1]);
/* In constant time; letters' case does not count. */
bool key_equal(const char *a, const char *b);
/* A short code of 6 characters for "resign CODE" and the like. */
void code_make(const unsigned char secret[SECRET_SIZE], const char *purpose,
    int64_t match, int seat, int epoch, char code[7]);
/* A number that is always the same for these, and that nobody can tell without
 * the secret: by which times are spread. */
uint32_t spread_make(const unsigned char secret[SECRET_SIZE],
    const char *purpose, int64_t match, int seat, int64_t number);
/* A key for a letter that asks something: of that question, and of no seat. */
void letter_key_make(const unsigned char secret[SECRET_SIZE],
    const char *purpose, int64_t number, char key[KEY_SIZE + 1]);
/*
 * What tells the letters of a home apart: of the number of a letter, without
 * telling how many there are.
 */
void serial_make(const unsigned char secret[SECRET_SIZE], int64_t number,
    char serial[SERIAL_SIZE + 1]);
/*
 * The word of a letter's own envelope sender, robot+b.WORD@host (VERP): what
 * comes back to it is about that letter.  It does not tell the number.
 */
void bounce_word(const unsigned char secret[SECRET_SIZE], int64_t letter,
    char word[KEY_SIZE + 1]);
/*
 * Thread-Index of all letters of a match, by which Outlook knows a thread.
 */
#define THREAD_INDEX_SIZE 33 /* base64 of 22 bytes, with its end */
void thread_index(const unsigned char secret[SECRET_SIZE], int64_t match,
    int64_t created, char index[THREAD_INDEX_SIZE]);
/* newly allocated */
char *bounce_address(const char *word, const char *own, char delimiter);
/* Is that such an address of ours?  Whose word it is, is not checked here. */
bool bounce_from_address(const char *address, const char *own, char delimiter,
    char word[KEY_SIZE + 1]);
/* robot+d3.KEY@host, to which that person answers a letter about several
 * matches; newly allocated */
char *digest_address(
    int64_t person, const char *key, const char *own, char delimiter);
bool digest_from_address(const char *address, const char *own, char delimiter,
    int64_t *person, char key[KEY_SIZE + 1]);
/* robot+g7.s2.t14.KEY@host out of robot@host; newly allocated */
char *ticket_address(const struct ticket *, const char *own, char delimiter);
/* g7.s2.t14.nSERIAL.KEY@host (or x.nSERIAL.KEY@host without a match), no
 * <> */
char *ticket_message_id(const struct ticket *, const char *own);
/* Is that an address or an id of ours?  The key is not checked here. */
bool ticket_from_address(
    const char *address, const char *own, char delimiter, struct ticket *);
bool ticket_from_message_id(const char *id, const char *own, struct ticket *);
/*
 * The text with "..." for each mail address in it, and for what looks like an
 * id of ours with a key, or a tag; whole or broken over lines; newly allocated.
 * All addresses go: if only those of people known here did, a player could try
 * out which people are.
 */
char *addresses_cut(const char *text);

/* ---- tags.c: short tags, by which a seat is found and nothing proved ---- */

#define TAG_SIZE 4 /* the first characters of a key */
struct tag {
	int64_t match;
	char code[TAG_SIZE + 1];
};
/* "g7-k3x9"; newly allocated */
char *tag_text(int64_t match, const char *key);
/* Every "[g7-k3x9]" anywhere in it, each once: struct tag. */
GArray *tags_of_subject(const char *subject);
/* Those at the ends of cut lines, quoted or not: struct tag. */
GArray *tags_of_text(const char *text);

/* ---- authres.c, received.c: what our mail server says of a sender ---- */

enum verdict {
	VERDICT_NOT_CONFIGURED, /* nobody's word is taken */
	VERDICT_NONE, /* it says nothing that helps */
	VERDICT_PASS, /* the mail is from that domain */
	VERDICT_FAIL /* dmarc=fail: it is not */
};
/*
 * Of the Authentication-Results that our server wrote, whose name is authserv
 * ("mx.example.org", or "*.example.org" for it and all below; NULL: not
 * configured).  from: the address in From.
 */
enum verdict authres_verdict(
    GBytes *raw, const char *authserv, const char *from);
/* Has the mail such a field, where it counts? */
bool authres_found(GBytes *raw, const char *authserv);

/* ---- read.c, part.c, robot.c, raw.c, text.c, html.c: a mail as it came ----
 */

struct letter {
	char *message_id; /* without <>; "" if none or unusable */
	char *from; /* the one From address, lower case; "" if none or many */
	char *from_name; /* "" if none */
	/* Addresses of To, Cc, Delivered-To, X-Original-To, Envelope-To,
	 * X-Forwarded-To: char *, in this order. */
	GPtrArray *recipients;
	/* Ids of In-Reply-To, References (last first),
	 * X-Microsoft-Original-Message-ID, without <>: char *. */
	GPtrArray *references;
	char *subject; /* decoded, one line; "" if none */
	char *robot; /* why this is no person's mail, or NULL */
	bool robot_unless_keyed; /* that does not hold if the key is valid */
	bool robot_by_subject; /* nothing else says so */
	bool listed; /* a mailing list sent it on, or it is one of many */
	bool automatic; /* its subject is that of an automatic answer */
	char *text; /* of the part chosen, UTF-8, LF; "" if there is none */
	const char *part; /* its type, "text/plain" or "text/html", or NULL */
	bool guessed; /* its charset, for want of a label that is true */
	/* What came instead of a text: "winmail", "pdf", "picture", "sound",
	 * "encrypted", "file"; NULL: there is one, or nothing came. */
	const char *came;
};

/*
 * What the reading must know of languages, all of them: lists ended by NULL,
 * or NULL for none, folded (base/fold.h).  They stand in words.yaml.
 */
struct reading {
	char *const *stop_words; /* "stop": alone on a line, ends it */
	char *const *courtesies; /* "thanks": alone on a line */
	char *const *attributions; /* "wrote": in "On ... Anna wrote:" */
	char *const *forwards; /* "forwarded message": above one */
	char *const *originals; /* "original message": above one */
	char *const *header_fields; /* "subject", "betreff" */
	char *const *footers; /* "sent from my": lines that begin so */
	char *const *own_letters; /* pieces of sentences of letters of ours */
	char *const *subject_prefixes; /* "re", "aw": before a colon */
	char *const *automatic; /* subjects of automatic answers begin so */
	/*
	 * "ru windows-1251 koi8-r": a language or the last part of a host
	 * name, and what 8-bit text of there is in if its label does not say.
	 */
	char *const *charsets;
	/* of the writer; NULL: by the writer's address */
	const char *language;
};

/*
 * Read a mail; never fails on bad bytes: fields come out empty.  cut: only
 * the beginning is here, so that text stays "".  own: the robot's address.
 * reading may be NULL.
 */
struct letter *letter_read(
    GBytes *raw, bool cut, const char *own, const struct reading *);
void letter_free(struct letter *);
/*
 * Do its subject or its words show that a program wrote it: one that returns
 * letters, wants its own ones confirmed, runs a list, or passes complaints on?
 * Then why, else NULL.  For letters without a key only: people say such things.
 */
const char *letter_automatic(const struct letter *);
/* The same, for what its words alone show. */
const char *letter_automatic_text(const struct letter *);
/* Hex SHA-256 of the mail from its first header that is no trace header. */
char *letter_sha(GBytes *raw);

/* Text of an html part, quotes as "> " lines; at most 256 KiB are read. */
char *html_text(const char *html, size_t size);
/* format=flowed (RFC 3676) undone. */
char *text_unflow(const char *text, bool delsp);
/*
 * Bytes of a text part to UTF-8, whatever the label says.  fallbacks: one or
 * more charsets with blanks between, or NULL.
 */
char *text_decode(
    const char *bytes, size_t size, const char *charset, const char *fallbacks);

/* ---- lines.c, head.c, whose.c: which lines of it may be commands ---- */

/* In lines of letters of ours: an unquoted one ends the reading. */
#define CUT_TOKEN "#~"
/* Lines of html_text above and below what somebody else wrote. */
#define FOREIGN_MARK "----- original message -----"
#define FOREIGN_END "----- end of original message -----"

#define LINES_MAX 200 /* lines looked at */
#define LINE_MAX_CHARS 200 /* longer lines are talk */
#define LINE_TALK_BYTES 16384

/*
 * The cleaned lines (NFKC, invisible characters gone, blanks collapsed) that
 * the mail's own writer wrote and that may be commands: char *.
 */
GPtrArray *lines_read(const char *text, const struct reading *);
/* Whose line it is. */
enum line_kind {
	LINE_OWN, /* its writer's */
	LINE_GAP, /* blank: one for all that follow each other */
	LINE_QUOTE, /* quoted by a mark: the same */
	/* "thanks", "regards" alone: the writer's signature may follow */
	LINE_COURTESY,
	LINE_FOREIGN, /* what somebody else wrote, quoted without a mark */
	LINE_HEAD, /* "On ... wrote:", "From: ...": what says so */
	LINE_FOOTER /* of a list, a phone, a company */
};
struct mail_line {
	enum line_kind kind;
	char *text; /* "" for a gap or a quote */
};
/*
 * All of them up to a stop word or the cut line, with those too long for
 * commands, of which LINE_TALK_BYTES are looked at: struct mail_line *.
 */
GPtrArray *lines_all(const char *text, const struct reading *);
/*
 * May a mail of somebody else, or what a program put there, begin at this line?
 * It asks for less than what makes a line LINE_HEAD: a rule, a field or a name
 * with an address do.  For what would be passed on to others, where a line too
 * few does no harm.
 */
bool lines_bring_mail(const char *line, const struct reading *);
/* A subject without prefixes and [..] parts, cleaned as a line. */
char *lines_subject(const char *subject, const struct reading *);
/* Does it begin with "Re:" or the like? */
bool lines_subject_repeats(const char *subject, const struct reading *);

/* ---- write.c: a letter of ours as bytes (GMime) ---- */

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

/* ---- write_parts.c: what stands below its header ---- */

/* "HASH@HOST", what HTML calls cid:...; own: our address; newly allocated */
char *picture_cid(const char *hash, const char *own);
/* The bytes of that picture; NULL: it is not there any more. */
typedef GBytes *letter_picture(void *arg, const char *hash);
/*
 * The letter as it leaves, with its picture; a new reference to raw if it has
 * none.  Where find has no bytes the part stays empty, and the HTML shows
 * what its alt says.
 */
GBytes *letter_fill(GBytes *raw, letter_picture *find, void *arg);

/*
 * The same letter with LF line ends, as it lies in a mailbox on this machine;
 * CRLF is for the wire.
 */
GBytes *letter_local(GBytes *raw);

/* ---- arrival.c ---- */

/*
 * The start of a mail that is handed over: Return-Path and Delivered-To, and
 * X-Original-To if it differs, go above it, a "From " line of mbox files goes
 * away.  Each of these may be NULL: not told; what cannot stand in a header is
 * left out.  sender "" is the null sender.
 */
struct hand_over {
	const char *sender, *recipient, *original_recipient;
	char *const *more; /* recipients, ending with NULL */
	/*
	 * A program of some user gave it, as it gives mail to sendmail, and no
	 * mail server has looked at its header: a Received above it says so,
	 * below which no Authentication-Results counts.
	 */
	bool submitted;
};
GBytes *arrival_start(GBytes *start, const struct hand_over *);

/* ---- maildir.c ---- */

/* Make the folder with tmp, new, cur. */
int maildir_make(const char *dir, struct err *);
/*
 * Names waiting in new/ and cur/ (not yet marked seen), oldest first, at most
 * max: char *.  Empty if there is no such folder.
 */
GPtrArray *maildir_list(const char *dir, int max, struct err *);
/* Base name, before ':': what stays the same when a mail is moved. */
char *maildir_base(const char *name);
/* NULL with ERR_MISSING if it is gone.  Up to MAIL_MAX_SIZE is read whole;
 * of a bigger one the first MAIL_CUT_SIZE bytes (*cut). */
GBytes *maildir_read(const char *dir, const char *name, bool *cut,
    size_t *whole_size, struct err *);
/*
 * It is dealt with: DIR/new/NAME or DIR/cur/NAME to DONE/cur/NAME:2,S, so that
 * a list of DIR stays short.  A name that is too long for ":2,S" stays as it
 * is.  DONE is made if need be; fine if the letter is gone.
 */
int maildir_move(
    const char *dir, const char *name, const char *done, struct err *);
/*
 * Put letters in for good: each written to tmp/, synced, renamed into new/,
 * folder synced; of many, the file system is synced twice for all.  name is
 * its base name; the same name twice is the same letter and is written once.
 * maybe_there: an earlier call for it may have got through; only then is it
 * looked for among all letters of the box.
 */
struct maildir_item {
	const char *dir, *name;
	GBytes *raw;
	int rest; /* a descriptor whose bytes follow raw... */
	size_t rest_max; /* ...so many at most; 0: none do */
	bool maybe_there;
	/*
	 * NULL, or called when all its bytes last and it is about to be there:
	 * a caller that could be ended by a signal sees to it that it is not.
	 */
	void (*placing)(void);
	struct err err; /* code 0: it is there */
};
void maildir_put(struct maildir_item *items, size_t n);
/* A name that no other process, host or time makes. */
char *maildir_name(int64_t now_usec);

#endif
