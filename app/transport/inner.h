/* SPDX-License-Identifier: ISC */
/*
 * What the files of the step receive share: receive.c the step, receive_row.c
 * a mail that becomes a row, maildir_in.c the spool, imap.c a visit to a
 * mailbox on a server, imap_visit.c what its parts need, intake.c its rows,
 * imap_archive.c moving its mails away, mailboxes.c sessions and bells.
 */
#ifndef APP_TRANSPORT_INNER_H
#define APP_TRANSPORT_INNER_H

#include "base/err.h"
#include "mail/servers/imap.h"
#include "store/mails/mailboxes.h"

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct idle;
struct home;
struct imap;
struct inbox_row;
struct mailbox_config;

/* ---- receive_row.c ---- */

/* A mail that came. */
struct arrival {
	const char *source; /* where from: unlike any other's */
	/* What the sources of all mails of its mailbox begin with, up to a
	 * ':'. */
	const char *road;
	GBytes *raw;
	int64_t size; /* of all of it */
	bool cut; /* raw is only its beginning */
	const char *sha; /* of raw; NULL: receive_row finds sha and same */
	int64_t same; /* the same mail by another road, in inbox; 0: none */
};

/* *id: the mail that came with the same sha by another road; 0: none. */
int receive_same(struct home *, const char *sha, const char *road, int64_t *id);
/* It becomes a row, and a duplicate if it came by another road before. */
int receive_row(struct home *, const struct arrival *);
/* The same for one that a lost home took in: the row is of the time at which
 * the mail came, as far as that can be known, or else of since. */
int receive_lost_row(struct home *, const struct arrival *, int64_t since);

/* ---- mailboxes.c ---- */

/* A mailbox of the settings as long as the home is open. */
struct mailbox {
	const struct mailbox_config *config;
	struct imap *imap;
	struct idle *idle; /* NULL until somebody listens */
	size_t fails; /* in a row */
	int64_t failed; /* when it did so last */
	/* Not 0: its mails were taken in before, by a home that was lost.
	 * Those of that day (UTC seconds) or later are read and stay. */
	int64_t since;
};

/* As the settings have them now: struct mailbox *. */
const GPtrArray *receive_mailboxes(struct home *);
/* The one of that name, or NULL. */
struct mailbox *receive_mailbox(struct home *, const char *name);
/* One that failed is left alone for some minutes. */
bool receive_is_due(const struct mailbox *, int64_t now);
void receive_backoff(struct mailbox *, bool failed, int64_t now);

/* ---- imap.c, maildir_in.c ---- */

struct visited {
	int n; /* so many came */
	struct err fault; /* what does not work; code 0: all does */
	bool ended; /* the visit was, before all had been looked at */
	bool stuck; /* mails are left that could not be fetched or moved */
};

/* ---- maildir_in.c ---- */

/* spool->n counts what came; its fault: why one of the mails stays where it
 * is. */
int receive_maildir(struct home *, struct visited *spool);

/* ---- imap.c ---- */

/* Take in what waits.  -1: not the mailbox's fault. */
int receive_imap(struct home *, struct mailbox *, struct visited *);

enum fate {
	FATE_TAKEN,
	FATE_KNOWN, /* its row is there already */
	FATE_GONE,
	FATE_REFUSED, /* the server does not hand it over */
	FATE_LOST /* the connection broke over it, twice */
};

/* A mail of the batch. */
struct caught {
	struct imap_mail mail;
	int tries; /* before this one */
	enum fate fate;
	GBytes *raw; /* TAKEN */
	bool cut;
	char *why; /* REFUSED, LOST */
};

/* One look into one mailbox. */
struct visit {
	struct home *home;
	struct mailbox *box;
	const char *name;
	int64_t now;
	struct visited *visited;
	struct imap_status status;
	struct mailbox_row row;
	/* What is behind may be stored, but not be taken for read: the server
	 * may have left out a mail there.  UINT32_MAX: it showed all. */
	uint32_t hold;
	char *road; /* of this mailbox under its validity */
	GArray *batch; /* struct caught */
	size_t bytes;
	GArray *moved; /* UIDs whose rows may go with the next commit */
	uint32_t done; /* how many mails were looked at */
	int lost; /* connections */
	int refused; /* moves */
	bool fetched; /* some mail came through */
};

/* ---- imap_visit.c ---- */

/* The visit ends, for that fault of the mailbox; -1 always. */
int visit_end(struct visit *, const struct err *why);
/* 0: a connection that broke is made again, but not for ever. */
int visit_lost(struct visit *, const struct err *why);
/* Its row, or NULL if there is none. */
int visit_row(struct visit *, uint32_t uid, struct inbox_row **row);
/* Set aside without its bytes, for the server did not hand them over. */
bool is_empty_row(const struct inbox_row *);

/* ---- intake.c ---- */

void caught_clear(void *);
/*
 * Rows, commit, and the mails away.  All up to that UID have been dealt with.
 * In a visit that ended for a fault the server is left alone.
 */
int batch_end(struct visit *, uint32_t upto);

/* ---- imap_archive.c ---- */

/* Many by one request: struct mailbox_mail.  Those that the server refuses are
 * tried again at later visits. */
int visit_move(struct visit *, const GArray *mails);
/* What an earlier visit could not move, or did not live to. */
int visit_sweep(struct visit *);
/* Forget what has been moved: within a transaction, or in one of its own. */
int visit_drop_moved(struct visit *);
int visit_flush_moved(struct visit *);

#endif
