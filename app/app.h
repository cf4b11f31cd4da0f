/* SPDX-License-Identifier: ISC */
/*
 * The use cases: a home, the steps receive, handle, tick and send, what an
 * organiser does, the engine protocol, and records that can be verified.
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

/* ---- home.c: the folder in which one turnpost lives ---- */

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
/* The next step_send does not wait for the end of a pause after a fault. */
void send_hurry(struct home *);
/*
 * When the next deadline or onlooker's letter is or the next letter may be
 * tried; 0: never.  Of letters that is known after a step_send.
 */
int step_next(struct home *, int64_t *at, struct err *);

/* ---- receive.c, mailboxes.c: mailboxes on servers ---- */

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

/* ---- check.c ---- */

/*
 * Try everything, change nothing: a list of {"part", "state", "says"}, where
 * state is "ok", "warning" or "wrong".  *well: nothing is wrong.
 */
json_t *home_check(const char *dir, int64_t now, bool *well);

/* ---- deliver.c: for mail servers ---- */

/* A mail and what its envelope said; NULL: not told. */
struct piped_mail {
	int fd; /* where it is read from */
	const char *sender; /* "": the null sender, of bounces */
	const char *recipient, *original_recipient;
	int64_t now_usec;
};
/*
 * It and its envelope into the spool; of a mail bigger than 64 MiB the rest is
 * left unread.  Nothing else is read or looked at.
 */
int deliver(const char *dir, const struct piped_mail *, struct err *);

/* ---- read.c: how a mail is read; nothing comes of it ---- */

struct read_wish {
	const char *path; /* NULL: from fd */
	int fd;
	int64_t match; /* of the home, whose moves count; 0: see game */
	const char *game; /* whose moves count, "none", or NULL: any's */
};
/* home may be NULL, if no match is wished.  NULL with err. */
json_t *read_mail(struct home *, const struct read_wish *, struct err *);

/* ---- organise.c, watch.c ---- */

struct match_order {
	const char *game;
	const char *name; /* NULL: made from the game and number */
	char *const *seats; /* "NAME <ADDRESS>", NULL-ended */
	char *const *options; /* "WORD=VALUE", NULL-ended, or NULL */
	const char *setup_file; /* JSON laid-out start, or NULL */
	int64_t time_limit; /* seconds for a decision; 0: none */
};
int match_create(struct home *, const struct match_order *, int64_t now,
    int64_t *id, struct err *);
/* Take the last move back; everybody is told. */
int match_take_back(
    struct home *, int64_t id, const char *reason, int64_t now, struct err *);
/* Call a match off; everybody is told. */
int match_call_off(
    struct home *, int64_t id, const char *reason, int64_t now, struct err *);
/*
 * "NAME <ADDRESS>" looks on at a match from now on, or (an address or a
 * person's number) no longer; everybody is told.  *person is who it is.
 */
int match_watch(struct home *, int64_t id, const char *who, int64_t now,
    int64_t *person, struct err *);
int match_unwatch(struct home *, int64_t id, const char *who, int64_t now,
    int64_t *person, struct err *);
/* "3d", "36h", "90m": seconds, or -1 */
int64_t duration_read(const char *);

/*
 * What is known, as JSON: lists of objects or one object.  reveal: secrets of
 * a running match too.  NULL and err if there is no such thing.
 */
json_t *show_games(void); /* as "games" of the engine protocol */
json_t *show_matches(struct home *, struct err *);
json_t *show_match(struct home *, int64_t id, bool reveal, struct err *);
json_t *show_log(struct home *, int64_t id, bool reveal, struct err *);
json_t *show_people(struct home *, struct err *);
json_t *show_person(struct home *, int64_t id, struct err *);
json_t *show_inbox(struct home *, const char *state, struct err *);
json_t *show_outbox(struct home *, const char *state, struct err *);
/* One mail with its bytes (raw may be NULL: not wanted). */
json_t *show_inbox_row(struct home *, int64_t id, GBytes **raw, struct err *);
json_t *show_outbox_row(struct home *, int64_t id, GBytes **raw, struct err *);
/* Handle a mail again that was set aside (dead or held). */
int inbox_retry(struct home *, int64_t id, struct err *);
/*
 * The organiser vouches for the sender of a mail that is held: it is handled
 * as her own.
 */
int inbox_release(struct home *, int64_t id, int64_t now, struct err *);
/* A mail that waits, is held or dead is to be left alone. */
int inbox_drop(struct home *, int64_t id, int64_t now, struct err *);
/* Send a letter again, or one that was given up. */
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
};
int person_change(struct home *, int64_t id, const struct person_wish *,
    int64_t now, struct err *);

/* She no longer writes from that address, which is not the one for letters. */
int person_forget_address(
    struct home *, int64_t id, const char *address, struct err *);

/* ---- keys.c: secrets of reply keys ---- */

/* A new one for all letters from now on; *version is its number. */
int keys_rotate(struct home *, int64_t now, int *version, struct err *);
/* Their ages, newest first. */
json_t *show_keys(struct home *, int64_t now, struct err *);

/* ---- record.c: matches to take away and to check ---- */

/* The whole record of a match that is over; of a running one with reveal. */
json_t *record_export(struct home *, int64_t id, bool reveal, struct err *);
/*
 * Replay it and compare all: commitment, seeds, draws, moves, result.  The
 * report's lines tell what was found; -1 with err says what does not fit.
 */
int record_verify(const json_t *record, GString *report, struct err *);

/* ---- engine.c: the engine protocol ---- */

struct engine;
/* data: GAME=FILE pairs, NULL-ended, or NULL. */
struct engine *engine_new(char *const *data, struct err *);
void engine_free(struct engine *);
/* One request line to one answer line (without newline). */
char *engine_answer(struct engine *, const char *line, size_t size);

#endif
