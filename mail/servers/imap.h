/* SPDX-License-Identifier: ISC */
/*
 * One mailbox on an IMAP server: what waits in it, the mails, and moving them
 * away; and the bell that rings when one comes.  What was read stands
 * elsewhere: marks such as \Seen mean nothing here.
 *
 * Functions return 0, or -1 with err, unless said.  Its code tells how far
 * the fault goes: ERR_MISSING: this one mail is gone; ERR_CLASH: the server
 * said no to this request, the session goes on; ERR_BUSY: the connection was
 * lost in the middle, the next request makes another one; others (no
 * connection, login, certificate, folder): there is no use in going on now.
 */
#ifndef MAIL_SERVERS_IMAP_H
#define MAIL_SERVERS_IMAP_H

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct idle;
struct err;
struct imap;
struct server;

/* ---- imap.c: a session ---- */

/*
 * Listings are asked for in slices: libcurl 7.88 as Debian has it counts the
 * bytes of their lines many times over and gives up at some hundred mails.
 */
#define IMAP_SLICE 50
/* Longer search results come cut, and nothing tells. */
#define IMAP_WINDOW 1000

/* Numbers by which a folder can be read on; none of them is ever 0. */
struct imap_status {
	uint32_t validity; /* another one: all UIDs mean other mails now */
	uint32_t next; /* UID of the next mail to come */
	uint32_t mails; /* how many there are; this may be 0 */
};
/* One mail as listed. */
struct imap_mail {
	uint32_t uid;
	int64_t size; /* -1: the server did not say */
};

/*
 * No connection is made yet.  done: the folder for mails that are dealt with,
 * NULL: they are deleted.  What is handed in must outlive the session.
 */
struct imap *imap_new(
    const struct server *, const char *folder, const char *done);
void imap_free(struct imap *); /* fine with NULL */
/*
 * Comes first: what follows is asked under the validity that is told here, and
 * fails if the folder gets another one meanwhile.
 */
int imap_status(struct imap *, struct imap_status *, struct err *);
/*
 * Mails with a UID from first on and below end, within one slice: appended in
 * their order, each once.  *on is where the next slice begins: right behind,
 * or far behind if there is a gap.  What the listing leaves out is searched
 * for, too.
 */
int imap_list(struct imap *, uint32_t first, uint32_t end,
    GArray *mails /* struct imap_mail */, uint32_t *on, struct err *);
/*
 * The same without asking for sizes: some servers hang up when they cannot
 * read one of the mails.
 */
int imap_list_bare(struct imap *, uint32_t first, uint32_t end, GArray *mails,
    uint32_t *on, struct err *);
/*
 * How many there are up to that UID; nobody need count on when there are
 * enough.  UINT32_MAX: that would take too many requests.
 */
int imap_count_upto(struct imap *, const struct imap_status *, uint32_t last,
    uint32_t enough, uint32_t *count, struct err *);
/*
 * The bytes, all of them or, of a mail that is bigger than MAIL_MAX_SIZE, the
 * first MAIL_CUT_SIZE (*cut).  The size of the mail, if it was not known, is
 * filled in.
 */
GBytes *imap_fetch(struct imap *, struct imap_mail *, bool *cut, struct err *);
/*
 * The first mail that the server took in on that day (UTC seconds) or later, by
 * its UID; *first is the next one to come if there is none.  Mails lie there in
 * the order in which they came, more or less.
 */
int imap_first_since(struct imap *, const struct imap_status *, int64_t since,
    uint32_t *first, struct err *);
/* Make the folder, if it is not there. */
int imap_make_folder(struct imap *, struct err *);
/* Mails that are gone are no fault.  uids: uint32_t, at most IMAP_SLICE. */
int imap_move(struct imap *, const GArray *uids, struct err *);

/* ---- imap_lines.c: the server's answers, any bytes ---- */

/* The next line of an answer, without its end; false: there is none. */
bool imap_next_line(
    const char **bytes, size_t *left, const char **line, size_t *size);
/* "* 3 FETCH (UID 7 RFC822.SIZE 512)", items in any order. */
bool imap_read_fetch(const char *line, size_t size, struct imap_mail *);
/* "* STATUS INBOX (UIDVALIDITY 1 UIDNEXT 8 MESSAGES 2)" */
bool imap_read_status(const char *line, size_t size, struct imap_status *);
/* "* SEARCH 2 8 4": appended to uids (uint32_t), also from a line that turns
 * out to be none. */
bool imap_read_search(const char *line, size_t size, GArray *uids);
/* "* ESEARCH (TAG "A1") UID MIN 2 COUNT 5": the least, or 0 if nothing was
 * found or it was not asked for; how many, or UINT32_MAX if that was not. */
bool imap_read_esearch(
    const char *line, size_t size, uint32_t *least, uint32_t *count);
/* "* 5 EXISTS" */
bool imap_read_exists(const char *line, size_t size, uint32_t *n);

/* What a server can do besides IMAP4rev1. */
enum imap_ability {
	IMAP_MOVE = 1,
	IMAP_UIDPLUS = 2,
	IMAP_ESEARCH = 4,
	IMAP_IDLE = 8
};
bool imap_read_capability(const char *line, size_t size, unsigned *abilities);
/*
 * How a command ended: "A12 OK done" as 'O', NO as 'N', BAD as 'B'; "* BYE" as
 * 'Y', "+ idling" as '+'; 0: another line.  What stands behind begins at *text.
 */
char imap_read_end(const char *line, size_t size, const char **text);

/* ---- idle.c: the bell ---- */

/* now is seconds of any clock that only goes forward. */
struct idle *idle_new(const struct server *, const char *folder);
void idle_free(struct idle *); /* fine with NULL */
/*
 * Read what the server said, renew the wait when it is time, connect again if
 * need be and the time for that has come: this alone can take seconds, at
 * most BELL_SECONDS.  true: there may be mail.
 */
#define BELL_SECONDS 15
bool idle_listen(struct idle *, int64_t now);
/* What to wait on until it can be read; -1: nothing now. */
int idle_socket(const struct idle *);
/* When to listen again even if nothing came. */
int64_t idle_next(const struct idle *);

#endif
