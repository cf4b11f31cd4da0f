/* SPDX-License-Identifier: ISC */
/* The open home, with the work at hand. */
#ifndef APP_HOME_HOME_H
#define APP_HOME_HOME_H

#include "mail/ticket.h"

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct config;
struct drawn;
struct game_data;
struct err;
struct home;
struct outbox_row;
struct smtp;
struct store;
struct catalog;

/* ---- work.c: the work at hand ---- */

/* Called now and then while mails come: so many of all that waited. */
typedef void progress_function(
    void *arg, const char *mailbox, uint32_t done, uint32_t all);
void home_progress(struct home *, progress_function *, void *arg);
/* Asked between two letters, slices of a mailbox and batches of mails: is it
 * time to end?  The step then ends well, and the next one goes on there. */
typedef bool ending_function(void);
void home_ending(struct home *, ending_function *);
bool home_ends(const struct home *);

typedef void home_function(struct home *);

struct home {
	/* The work at hand, as home_work began it. */
	int64_t now; /* UTC seconds: what is written is of that moment */
	struct err *err; /* where faults of the world are told */

	char *dir;
	struct config *config;
	struct store *store;
	GHashTable *catalogs; /* language -> struct catalog *, when wanted */
	struct drawn *drawn; /* home/drawn.h; NULL: not yet needed */
	int64_t able_asked; /* when drawn_able asked; 0: it has not */
	bool able; /* what it was told */
	bool able_lost; /* since then: drawn_unable */
	int64_t pictured; /* a match whose table letters show; 0: none */
	int pictured_seat; /* to that seat */
	char *pictured_what; /* "GAME LANGUAGE SEATS " of it */
	int64_t prepare_usec; /* of CPU, that drawing ahead takes in a round */
	struct game_data *game_data; /* home/game_data.h; as drawn */
	const struct catalog *words; /* home/languages.h; NULL: English */
	unsigned char secret[SECRET_SIZE]; /* the first; not for new keys */
	GArray *secrets; /* of reply keys, newest first: home/reply_keys.c */
	char *instance; /* of this home: for loop tests */
	int64_t ahead_usec; /* of this machine, the clock of the rows' server */
	int lock; /* descriptor, -1 if not held */
	GPtrArray *mailboxes; /* struct mailbox *; NULL: not yet needed */
	progress_function *progress; /* or NULL */
	void *progress_arg;
	ending_function *ending; /* or NULL */

	/* Called when settings are read anew and when it is closed. */
	home_function *at_end[3];

	bool holds; /* letters that are written: app/steps/catch_up.c */
	unsigned readings, replays; /* for tests: of mails, of matches */

	/* In simulations letters go there, and nowhere else; else NULL. */
	void (*transport_hook)(void *arg, const struct outbox_row *);
	void *transport_hook_arg;

	/* app/transport/maildir_in.c: files to move to spool/done; or NULL */
	GPtrArray *taken;
	GHashTable *mail_heads; /* app/steps/mail_heads.c; or NULL */
	bool asked_ahead; /* app/steps/look_ahead.c has asked this store about a
			     mail */
	bool mails_elsewhere; /* another worker looks into a mailbox */

	/* The step send, from one round to the next. */
	struct smtp *smtp; /* NULL: not in use */
	int idle; /* rounds since it was used */
	bool send_faulty; /* letters wait, for a fault or a brake */
	bool hurry; /* the next round does not wait for a pause's end */
	/* no letter leaves before; 0: no pause, -1: until the organiser says so
	 */
	int64_t not_before;
};

/* ---- work.c: it begins ---- */

/*
 * Work begins: it is of that moment, and its faults are told there.  Functions
 * that take the home, or something that has it, return -1 (or NULL) on a fault
 * then, and need neither to be handed down to them.  The command line, the
 * steps and the simulation begin work; what is begun within other work leaves
 * its own errors behind, and its caller gives back those of before with
 * home_errors().
 */
void home_work(struct home *, int64_t now, struct err *);
/*
 * Faults are told there from now on: for work that others do not depend on.
 * Returns where they were told before, which is to be given back.
 */
struct err *home_errors(struct home *, struct err *);
/* ---- home.c ---- */

/* That function is called then; the same one is noted once. */
void home_on_close(struct home *, home_function *);

#endif
