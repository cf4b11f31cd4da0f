/* SPDX-License-Identifier: ISC */
/*
 * What an organiser does and sees.  Functions return 0, or -1 with err, unless
 * said; now is UTC seconds.
 */
#ifndef APP_ORGANISER_ORGANISER_H
#define APP_ORGANISER_ORGANISER_H

#include "store/matches/actions.h"

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct action_options;
struct err;
struct home;
struct reveal;

/* ---- check.c ---- */

/* For those who look on while all is tried. */
struct check_watch {
	/* Before something is tried that may take seconds; after each finding:
	 * as in the list.  Each may be NULL. */
	void (*trying)(const char *what);
	void (*found)(const json_t *);
};

/*
 * Try everything, change nothing: a list of {"part", "state", "says"}, where
 * state is "ok", "warning" or "wrong".  *well: nothing is wrong.  wait: a mail
 * to itself is sent, which may take so many seconds to come back; 0: none is.
 */
json_t *home_check(const char *dir, int64_t now, int wait,
    const struct check_watch *, bool *well);

/* ---- check_brief.c ---- */

/* As programs like Nagios take an exit code. */
enum brief { BRIEF_OK, BRIEF_WARNING, BRIEF_CRITICAL, BRIEF_UNKNOWN };
/*
 * The same for a program that asks every few minutes: no server is asked, not
 * all of the database is read, and nobody is named.  *line: newly allocated,
 * what is the matter, with some figures.  The list is as that of home_check.
 */
json_t *home_check_brief(
    const char *dir, int64_t now, enum brief *, char **line);

/* ---- deadline_table.c ---- */

struct explained {
	int64_t match; /* whose policy; 0: the home's */
	char *const *policy; /* "KEY=VALUE" changed, NULL-ended, or NULL */
	const char *zone; /* of the times told; NULL: the policy's */
	int64_t from; /* when something is first asked */
};

/* {"sentences": [TEXT...], "calendar": [{"phase", "asked", "reminders",
 * "deadline"}...]}: a fortnight; NULL with err. */
json_t *policy_explained(struct home *, const struct explained *, struct err *);

/* ---- explain_mail.c: how a mail is read; nothing comes of it ---- */

struct read_options {
	const char *path; /* NULL: from fd */
	int fd;
	int64_t match; /* of the home, whose moves count; 0: see game */
	const char *game; /* whose moves count, "none", or NULL: any's */
};

/* home may be NULL, if no match is wished.  NULL with err. */
json_t *read_mail(struct home *, const struct read_options *, struct err *);

/* ---- actions.c ---- */

/* How it is asked for behind the number of the match. */
struct action_form {
	const char *arguments; /* "MATCH TIME" */
	const char *example; /* all that may stand there, but the reason */
	bool seat; /* --seat may be given */
	bool must_seat; /* and must be */
	/* The option that only this one has; NULL: none. */
	const char *option, *option_about, *option_value;
};
extern const struct action_form action_forms[MATCH_ACTIONS];

/* Do it and tell everybody; *heard: is there anybody to hear of it?  ERR_CLASH:
 * it was not agreed on, or too often. */
int match_act(struct home *, const struct action_options *, int64_t now,
    bool *heard, struct err *);

/* ---- approvals.c: people and matches that wait for the organiser's word
 * ---- */

int match_approve(struct home *, int64_t id, int64_t now, struct err *);
/* It is called off; its maker is told why. */
int match_refuse(
    struct home *, int64_t id, const char *reason, int64_t now, struct err *);
/* The person may take part, and what that person asked for is done. */
int person_approve(struct home *, int64_t id, int64_t now, struct err *);
int person_refuse(
    struct home *, int64_t id, const char *reason, int64_t now, struct err *);

/* ---- show_matches.c ---- */

/*
 * Of a list that may be long: takes over the next of it.  Nothing is locked or
 * half read in the database while it works.  -1: no more of them are wanted,
 * which is no fault.
 */
typedef int show_row(json_t *item, void *to);
/* Those that are overdue first, then by their next deadline, those that are
 * past at the end; state NULL: in any.  -1 also if no more were wanted. */
int show_matches(struct home *, const char *state, int64_t now, show_row *,
    void *to, struct err *);
/*
 * What is known, as JSON: lists of objects or one object.  look: secrets of a
 * running match too; or NULL.  NULL and err if there is no such thing.
 */
json_t *show_match(
    struct home *, int64_t id, const struct reveal *, struct err *);

/* ---- show_picture.c ---- */

/*
 * The picture of its table as SVG, newly allocated: what onlookers see, or
 * (seat from 0 on) what that seat does, which is a look.
 */
char *show_picture(
    struct home *, int64_t id, int seat, const struct reveal *, struct err *);
/* The same drawn, 1200 pixels wide. */
GBytes *show_picture_png(const char *svg, struct err *);

/* ---- show_log.c ---- */

json_t *show_log(
    struct home *, int64_t id, const struct reveal *, struct err *);

/* ---- show_people.c ---- */

/* By name; -1 also if no more were wanted. */
int show_people(struct home *, show_row *, void *to, struct err *);
json_t *show_person(struct home *, int64_t id, int64_t now, struct err *);

/* ---- show_queue_lists.c, show_queues.c ---- */

/* Which mails or letters are listed: those of which all of this is shown. */
struct queue_wish {
	const char *state; /* NULL: in any */
	int64_t match; /* 0: of any, and of none */
	const char *person; /* from or to: a name, an address or a number; NULL:
			       anybody */
};

/* If the organiser plays there, and without a look, of other seats only that
 * there is one. */
json_t *show_inbox(struct home *, const struct queue_wish *,
    const struct reveal *, struct err *);
json_t *show_outbox(struct home *, const struct queue_wish *,
    const struct reveal *, struct err *);
/* One mail, with its bytes if one looks. */
json_t *show_inbox_row(struct home *, int64_t id, const struct reveal *,
    GBytes **raw, struct err *);
json_t *show_outbox_row(struct home *, int64_t id, const struct reveal *,
    GBytes **raw, struct err *);

/* ---- people.c: people ---- */

/* Handle a mail again that was set aside (dead or held). */
int inbox_retry(struct home *, int64_t id, struct err *);
/*
 * The organiser vouches for the sender of a mail that is held: it is handled
 * as that player's own.
 */
int inbox_release(struct home *, int64_t id, int64_t now, struct err *);
/* A mail that waits, is held or dead is to be left alone. */
int inbox_drop(struct home *, int64_t id, int64_t now, struct err *);
/* Send a letter again, also one that was sent or given up. */
int outbox_retry(struct home *, int64_t id, struct err *);
/* Letters that a restore holds back leave, or do not.  ERR_CLASH: there are
 * none. */
int outbox_release(struct home *, int64_t now, struct err *);
int outbox_drop_held(struct home *, int64_t now, struct err *);
/* A letter that has not left shall not, and one that is dead is done with. */
int outbox_drop(struct home *, int64_t id, int64_t now, struct err *);

/*
 * What is to be known of a person; NULL: leave as it is.  A new address is
 * told to the old one and to all who play with that person, whose letters get
 * new reply keys.
 */
struct person_options {
	const char *name, *address;
	const char *zone; /* IANA name */
	/* characters of the person's letters: "ascii" or "utf-8" */
	const char *text;
	const char *language; /* of the person's letters: "pl" */
};
/* moved: her letters went to another address before. */
int person_change(struct home *, int64_t id, const struct person_options *,
    int64_t now, bool *moved, struct err *);
int person_options_check(const struct home *, const struct person_options *);

/* The person no longer writes from that address, to which no letters go. */
int person_forget_address(
    struct home *, int64_t id, const char *address, struct err *);

/* ---- record.c: matches to take away and to check ---- */

/* The whole record of a match that is over; of a running one if one looks. */
json_t *record_export(
    struct home *, int64_t id, const struct reveal *, struct err *);
/*
 * The same as a page that shows it move by move, in that language (NULL:
 * English), perhaps with what a robot thinks of the moves: newly allocated.
 */
char *record_page(struct home *, int64_t id, const char *language,
    bool thoughts, const struct reveal *, struct err *);
/* record_verify of a match of this home; it tells nothing that is secret. */
int record_check(struct home *, int64_t id, GString *report, struct err *);

#endif
