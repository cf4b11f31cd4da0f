/* SPDX-License-Identifier: ISC */
/* What the files of sim/ share. */
#ifndef SIM_INNER_H
#define SIM_INNER_H

#include "base/err.h"

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct chance;
struct event;
struct home;
struct outbox_row;
struct policy;
struct season;
struct season_options;
struct somebody;

#define MINUTE INT64_C(60)
#define HOUR (60 * MINUTE)
#define DAY (24 * HOUR)
#define ROUND (15 * MINUTE) /* as often as cron would */

/* ---- season.c: what happens when ---- */

typedef int act_function(struct season *, const struct event *);
/* Something that will happen. */
struct event {
	int64_t at;
	uint64_t order; /* of those at the same second */
	act_function *act;
	struct somebody *who;
	int64_t match;
	int seat;
};

/* A reader's letters of a match, and the last one of these. */
struct thread {
	char *reply_to, *message_id, *subject, *quote;
	char *line; /* that the player is going to send */
	bool over; /* the player's last letter says so */
	bool ready; /* that is all it asks */
	char **choices; /* moves that it offers, "NUMBER MOVE", or NULL */
	bool asks; /* the player's last letter asks for something */
	bool pending; /* the player is going to answer */
	int ignored; /* letters in a row that the reader did not answer */

	/* What was promised, for checks.c. */
	/* since when, as the player's last letter knew; 0: not */
	int64_t asked;
	int64_t due; /* by when */
	int reminders; /* of that */
};

enum behaviour_bit {
	BEHAVIOUR_QUICK = 1 << 0,
	BEHAVIOUR_SLOW = 1 << 1,
	BEHAVIOUR_LATE = 1 << 2, /* lets letters lie until the next one comes */
	BEHAVIOUR_FORGETFUL = 1 << 3, /* forgets some altogether */
	BEHAVIOUR_CHATTY = 1 << 4,
	BEHAVIOUR_CLUMSY = 1 << 5,
	BEHAVIOUR_AWAY = 1 << 6, /* goes on holidays */
	BEHAVIOUR_AHEAD = 1 << 7, /* many moves in one mail */
	BEHAVIOUR_QUITTER = 1 << 8, /* leaves matches */
	BEHAVIOUR_GHOST = 1 << 9, /* one day never writes again */
	BEHAVIOUR_HELPER = 1 << 10, /* stands in for others */
	BEHAVIOUR_VOTER = 1 << 11,
	BEHAVIOUR_MUTER = 1 << 12
};

struct somebody {
	int number;
	int64_t person;
	char *name, *address, *zone;
	GTimeZone *tz;
	unsigned preferences;
	int wakes, sleeps; /* minutes of the day */
	int64_t pace; /* seconds, about, until the player answers */
	int64_t gone; /* the player answers nothing before */
	int64_t waited; /* seconds, for this player */
	int64_t answers;
	GHashTable *threads; /* struct thread, by match and seat */
};

/* A letter said by when. */
struct promise {
	int64_t match;
	int seat;
	int64_t at, due;
};

struct season {
	const struct season_options *options;
	char *dir;
	struct home *home;
	struct chance *chance;
	int64_t start, now;
	GSequence *events;
	uint64_t order;
	GPtrArray *people; /* struct somebody * */
	GHashTable *by_address;
	GArray *matches; /* int64_t: ids */
	GHashTable *policies; /* match -> struct policy */
	int begun; /* by the organiser */
	int open; /* matches that are not past, or have not begun */
	GArray *running; /* int64_t: those of them that have */
	int64_t newest, joinable; /* the last one, and that to be joined */
	GArray *called_off; /* int64_t: by the organiser */
	int mails_now; /* put in since the last round */
	struct err broken; /* the first promise that was */

	/* Sums. */
	int64_t mails, letters, answers;
	int64_t dropped; /* letters that say what is no longer to be made */
	int64_t suppressed; /* mails that the rate limits let lie */
	GHashTable *kinds; /* of letters: word -> count */
	GArray *promises; /* struct promise */
};

/* A home with people, before anything happens; to be cleared also on errors. */
int season_make(struct season *, const struct season_options *, struct err *);
void season_clear(struct season *);
/* One more match; it is in its muster. */
void season_note(struct season *, int64_t match);
/* Do matches still begin? */
bool season_begins(const struct season *);
/* What its table agreed on; NULL if that is broken. */
const struct policy *season_policy(struct season *, int64_t match);
/* Below n; every choice of a season is made here. */
uint32_t season_dice(struct season *, uint32_t n);
/* In so many of a hundred cases. */
bool season_chance(struct season *, unsigned percent);
void season_later(struct season *, int64_t at, act_function *,
    struct somebody *, int64_t match, int seat);
/* A promise is broken: it ends with that.  -1. */
int season_broken(struct season *, const char *fmt, ...) G_GNUC_PRINTF(2, 3);

/* ---- people.c ---- */

int people_make(struct season *);
void somebody_free(gpointer);
struct thread *somebody_thread(struct somebody *, int64_t match, int seat);
/* The next time from there on at which the player is awake. */
int64_t somebody_awake(const struct somebody *, int64_t at);
bool somebody_has(const struct somebody *, unsigned behaviour_bit);
/* How long until the player answers something. */
int64_t somebody_delay(struct season *, const struct somebody *);

/* The word of the behaviour i; *bit is its; NULL behind the last one. */
const char *people_behaviour(size_t i, unsigned *bit);

/* ---- behaviour.c: what people do with a letter ---- */

/* A letter has come. */
void behaviour_letter(struct season *, struct somebody *, struct thread *,
    const struct outbox_row *);
/* What lies in the player's mailbox comes to mind again. */
void behaviour_look_through(struct season *, struct somebody *);

/* ---- customs.c: what people do by themselves ---- */

/* A day begins for everybody. */
int customs_day(struct season *);

/* ---- organiser.c ---- */

/* What the organiser does on a day, and what there is to be done. */
int organiser_day(struct season *);

/* ---- letters.c: mails in and letters out, as bytes ---- */

bool letters_hold(const struct outbox_row *, const char *words);
/* Our letter, as the player remembers it. */
void letters_read(const struct outbox_row *, struct thread *);
/* An answer to the player's last letter of the thread, which comes at. */
int letters_answer(struct season *, struct somebody *, struct thread *,
    const char *text, int64_t at);

/* ---- checks.c: what was promised ---- */

/* A letter leaves. */
void checks_letter(struct season *, struct somebody *, struct thread *,
    const struct outbox_row *);
/* All is over. */
int checks_end(struct season *);

/* ---- summary.c ---- */

json_t *summary_make(struct season *);

#endif
