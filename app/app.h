/* SPDX-License-Identifier: ISC */
/*
 * The use cases: a home, the steps receive, handle, tick and send, what an
 * organiser does, and records that can be verified.
 *
 * now is always UTC seconds and given by the caller.  Functions return 0, or
 * -1 with err, unless said.
 */
#ifndef APP_APP_H
#define APP_APP_H

#include "base/err.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <glib.h>

/* ---- home/home.c: the folder in which one turnpost lives ---- */

struct home;

/* Once, at the start of the program: the libraries below. */
void app_init(void);
/*
 * Make the folder with turnpost.yaml, turnpost.db and spool/.  ERR_CLASH if
 * there is a home already.
 */
int home_create(const char *dir, const char *address, struct err *);
/* The same for an organiser, "NAME <ADDRESS>" or NULL. */
int home_create_for(
    const char *dir, const char *address, const char *organiser, struct err *);
/* ERR_MISSING: no home there.  ERR_FORMAT: turnpost.yaml:LINE and why. */
struct home *home_open(const char *dir, struct err *);
void home_close(struct home *);
/* Read turnpost.yaml and templates again; on an error the old ones stay. */
int home_reload(struct home *, struct err *);
/*
 * The steps are one process's at a time.  Waits up to so many seconds for
 * another one; then ERR_BUSY.
 */
int home_lock(struct home *, int wait_seconds, struct err *);
void home_unlock(struct home *);
/*
 * Be the one that serves it, as long as the descriptor stays open that is
 * returned; ERR_BUSY: somebody else does.
 */
int home_serve(struct home *, struct err *);
/* The file whose being closed by a writer wakes the one that serves. */
char *home_bell(const char *dir);
/* Wakes that one; false: nobody serves. */
bool home_ring(const char *dir);
/* The Maildir into which mail for this home is delivered. */
char *home_spool_in(const char *dir);

/* ---- the steps: each may be stopped anywhere and run again ---- */

/*
 * Mails of the Maildir spool/in and of mailboxes on servers to inbox rows.
 * *n: how many came.  A mailbox that does not work is no error: it is noted,
 * and left alone for some minutes.
 */
int step_receive(struct home *, int64_t now, int *n, struct err *);
/* Inbox rows to moves and letters queued.  *n: how many were handled. */
int step_handle(struct home *, int64_t now, int *n, struct err *);
/*
 * What is due by now: decisions whose time is up, letters to onlookers and to
 * the organiser.
 * *n: how many.
 */
int step_tick(struct home *, int64_t now, int *n, struct err *);
/*
 * Outbox rows out: to Maildirs under spool/out, to an SMTP server or to a
 * command.  *n: how many went out.
 */
int step_send(struct home *, int64_t now, int *n, struct err *);
/* Has a fault, such as a login that was refused, begun a pause since the home
 * was opened? */
bool send_failed(const struct home *);
/* The next step_send does not wait for the end of a pause after a fault. */
void send_hurry(struct home *);
/*
 * When the next deadline or onlooker's letter is or the next letter may be
 * tried; 0: never.  Of letters that is known after a step_send.
 */
int step_next(struct home *, int64_t *at, struct err *);

/* ---- transport/receive.c, transport/mailboxes.c: mailboxes on servers ---- */

/* Is there a mailbox that did not work when it was tried last? */
bool receive_failed(const struct home *);
/* The step receive, -1 with err also if a mailbox did not work. */
int receive_by_hand(struct home *, int64_t now, int *n, struct err *);
/* Read all mailboxes from their beginning: mails that are known are only
 * moved. */
int receive_relist(struct home *, struct err *);
/* Called now and then while mails come: so many of all that waited. */
typedef void progress_function(
    void *arg, const char *mailbox, uint32_t done, uint32_t all);
void home_progress(struct home *, progress_function *, void *arg);
/*
 * Asked between two letters, slices of a mailbox and batches of mails: is it
 * time to end?  The step then ends well, and the next one goes on there.
 */
typedef bool ending_function(void);
void home_ending(struct home *, ending_function *);
bool home_ends(const struct home *);
/*
 * For serve: hear whether a mailbox says that mail came, and connect to those
 * that were not heard before.  seconds: of a clock that only goes forward.
 */
bool home_listen(struct home *, int64_t seconds);
/*
 * Sockets (int) that can be read when a mailbox says something; returns by
 * which of those seconds to listen again anyway.
 */
int64_t home_bells(struct home *, GArray *sockets);

/* ---- organiser/check.c ---- */

/*
 * Try everything, change nothing: a list of {"part", "state", "says"}, where
 * state is "ok", "warning" or "wrong".  *well: nothing is wrong.
 */
struct check_watch {
	/* Before something is tried that may take seconds; after each finding:
	 * as in the list.  Each may be NULL. */
	void (*trying)(const char *what);
	void (*found)(const json_t *);
};
json_t *home_check(
    const char *dir, int64_t now, const struct check_watch *, bool *well);

/* ---- organiser/deadline_table.c ---- */

struct explained {
	int64_t match; /* whose policy; 0: the home's */
	char *const *policy; /* "KEY=VALUE" changed, NULL-ended, or NULL */
	const char *zone; /* of the times told; NULL: the policy's */
	int64_t from; /* when something is first asked */
};
/* {"sentences": [TEXT...], "calendar": [{"phase", "asked", "reminders",
 * "deadline"}...]}: a fortnight; NULL with err. */
json_t *policy_explained(struct home *, const struct explained *, struct err *);

/* ---- transport/pipe_in.c: for mail servers ---- */

/* A mail and what its envelope said; NULL: not told. */
struct piped_mail {
	int fd; /* where it is read from */
	const char *sender; /* "": the null sender, of bounces */
	const char *recipient, *original_recipient;
	char *const *more; /* recipients, as to sendmail; NULL, or ends so */
	bool submitted; /* by a program of some user, as to sendmail */
	void (*placing)(void); /* called when it is about to lie there */
	int64_t now_usec;
};
/*
 * It and its envelope into the spool; of a mail bigger than 64 MiB the rest is
 * left unread.  Nothing else is read or looked at.
 */
int deliver(const char *dir, const struct piped_mail *, struct err *);

/* ---- organiser/explain_mail.c: how a mail is read; nothing comes of it ----
 */

struct read_wish {
	const char *path; /* NULL: from fd */
	int fd;
	int64_t match; /* of the home, whose moves count; 0: see game */
	const char *game; /* whose moves count, "none", or NULL: any's */
};
/* home may be NULL, if no match is wished.  NULL with err. */
json_t *read_mail(struct home *, const struct read_wish *, struct err *);

/* ---- matches/create.c, letters/onlookers.c ---- */

struct match_order {
	const char *game;
	const char *name; /* NULL: made from the game and number */
	char *const *seats; /* "NAME <ADDRESS> [LANGUAGE]", NULL-ended */
	char *const *options; /* "WORD=VALUE", NULL-ended, or NULL */
	const char *setup_file; /* JSON laid-out start, or NULL */
	char *const *policy; /* "KEY=VALUE" of core/policy.h, or NULL */
	int wanted; /* seats in all, if people may join; 0: those above */
};
int match_create(struct home *, const struct match_order *, int64_t now,
    int64_t *id, struct err *);

/* To look at what is hidden in matches that run: see matches/reveal.c. */
struct look {
	bool force; /* though the organiser plays: then all are told */
	int64_t now;
};

/* ---- organiser/actions.c ---- */

enum match_tending {
	TEND_PAUSE,
	TEND_RESUME,
	TEND_EXTEND,
	TEND_REMIND,
	TEND_REPLACE,
	TEND_UNDO,
	TEND_END,
	TEND_MOVE
};
#define UNDO_MAX 5

/* What the organiser wants to do to a match. */
struct match_wish {
	enum match_tending what;
	int64_t match;
	const char *reason;
	int seat; /* EXTEND, REMIND (-1: all); REPLACE, MOVE; else -1 */
	int64_t seconds; /* EXTEND; PAUSE, 0: as long as it may be */
	int count; /* UNDO: moves */
	const char *text; /* MOVE: one, REPLACE: "NAME <ADDRESS>" */
	struct look look; /* MOVE */
};
/* Do it and tell everybody.  ERR_CLASH: it was not agreed on, or too often. */
int match_tend(
    struct home *, const struct match_wish *, int64_t now, struct err *);
/*
 * "NAME <ADDRESS>" looks on at a match from now on, or (an address or a
 * person's number) no longer; everybody is told.  *person is who it is.
 */
int match_watch(struct home *, int64_t id, const char *who, int64_t now,
    int64_t *person, struct err *);
int match_unwatch(struct home *, int64_t id, const char *who, int64_t now,
    int64_t *person, struct err *);
/* ---- organiser/approvals.c: who and what came by mail and waits ---- */

int match_approve(struct home *, int64_t id, int64_t now, struct err *);
/* It is called off; who made it is told why. */
int match_refuse(
    struct home *, int64_t id, const char *reason, int64_t now, struct err *);
/* She may take part, and what she asked for is done. */
int person_approve(struct home *, int64_t id, int64_t now, struct err *);
int person_refuse(
    struct home *, int64_t id, const char *reason, int64_t now, struct err *);

/*
 * What is known, as JSON: lists of objects or one object.  look: secrets of a
 * running match too; or NULL.  NULL and err if there is no such thing.
 */
/* Those that are overdue first, then by their next deadline, those that are
 * past at the end; state NULL: in any. */
json_t *show_matches(
    struct home *, const char *state, int64_t now, struct err *);
json_t *show_match(
    struct home *, int64_t id, const struct look *, struct err *);
/*
 * The picture of its table as SVG, newly allocated: what onlookers see, or
 * (seat from 0 on) what that seat does, which is a look.
 */
char *show_picture(
    struct home *, int64_t id, int seat, const struct look *, struct err *);
/* The same drawn, 1200 pixels wide. */
GBytes *show_picture_png(const char *svg, struct err *);
json_t *show_log(struct home *, int64_t id, const struct look *, struct err *);
json_t *show_people(struct home *, struct err *);
json_t *show_person(struct home *, int64_t id, struct err *);
/* If he plays there, of other seats only that there is one, unless he looks. */
json_t *show_inbox(
    struct home *, const char *state, const struct look *, struct err *);
json_t *show_outbox(
    struct home *, const char *state, const struct look *, struct err *);
/* One mail, with its bytes if one looks. */
json_t *show_inbox_row(
    struct home *, int64_t id, const struct look *, GBytes **raw, struct err *);
json_t *show_outbox_row(
    struct home *, int64_t id, const struct look *, GBytes **raw, struct err *);
/* Handle a mail again that was set aside (dead or held). */
int inbox_retry(struct home *, int64_t id, struct err *);
/*
 * The organiser vouches for the sender of a mail that is held: it is handled
 * as her own.
 */
int inbox_release(struct home *, int64_t id, int64_t now, struct err *);
/* A mail that waits, is held or dead is to be left alone. */
int inbox_drop(struct home *, int64_t id, int64_t now, struct err *);
/* Send a letter again, also one that was sent or given up. */
int outbox_retry(struct home *, int64_t id, struct err *);
/* A letter that has not left shall not, and one that is dead is done with. */
int outbox_drop(struct home *, int64_t id, int64_t now, struct err *);
/*
 * Letters may leave again, after too many were written within an hour, or
 * before the end of a pause.  ERR_CLASH: nothing holds them back.
 */
int outbox_resume(struct home *, int64_t now, struct err *);
/*
 * What is to be known of a person; NULL: leave as it is.  A new address is
 * told to the old one and to all who play with her; she gets new reply keys.
 */
struct person_wish {
	const char *name, *address;
	const char *zone; /* IANA name */
	const char *text; /* characters of her letters: "ascii" or "utf-8" */
	const char *language; /* of her letters: "pl" */
};
/*
 * Whom an organiser means by a number, an address, also in "NAME <ADDRESS>", or
 * a name, whatever its case and accents: that there is one, and no other of
 * that name.
 */
int person_named(struct home *, const char *who, int64_t *id, struct err *);
/* The same for the seat of a match, by its number, its name or its player. */
int seat_named(
    struct home *, int64_t match, const char *who, int *seat, struct err *);
int person_change(struct home *, int64_t id, const struct person_wish *,
    int64_t now, struct err *);

/* She would take over seats of that game, of "any", or (off) of none. */
int person_standin(
    struct home *, int64_t id, const char *game, int64_t now, struct err *);

/* She no longer writes from that address, which is not the one for letters. */
int person_forget_address(
    struct home *, int64_t id, const char *address, struct err *);

/* ---- players/forget.c ---- */

/*
 * A person (a number or an address) is forgotten: her matches are left, all
 * that only she needs is deleted.  Refused if she is the organiser, or plays
 * in a match that is not over, but with resign.  *done says what was done:
 * "id", "told", lists of matches "resigns", "leaves", "calls_off", "looks_on".
 */
int person_delete(struct home *, const char *who, bool resign, int64_t now,
    json_t **done, struct err *);

/* ---- home/reply_keys.c: secrets of reply keys ---- */

/* A new one for all letters from now on; *version is its number. */
int keys_rotate(struct home *, int64_t now, int *version, struct err *);
/* Their ages, newest first. */
json_t *show_keys(struct home *, int64_t now, struct err *);

/* ---- organiser/record.c: matches to take away and to check ---- */

/* The whole record of a match that is over; of a running one if one looks. */
json_t *record_export(
    struct home *, int64_t id, const struct look *, struct err *);
/*
 * The same as a page that shows it move by move, in that language (NULL:
 * English): newly allocated.
 */
char *record_page(struct home *, int64_t id, const char *language,
    const struct look *, struct err *);
/* record_verify of a match of this home; it tells nothing that is secret. */
int record_check(struct home *, int64_t id, GString *report, struct err *);
/*
 * Replay it and compare all, as turnpost-record(5) tells: fingerprints, seeds,
 * draws, moves, result.  The report's lines tell what was found, and what no
 * fingerprint covers; -1 with err says what does not fit.
 */
int record_verify(const json_t *record, GString *report, struct err *);

#endif
