/* SPDX-License-Identifier: ISC */
/* What a mail says, what is done of it, the answer.  A part of private.h. */
#ifndef APP_PLAYERS_ANSWER_H
#define APP_PLAYERS_ANSWER_H

#include "app/private.h"

/* ---- parse.c: what a mail says ---- */

/* Those of all languages; language is the writer's, or NULL. */
struct reading reading_words(const struct tongue *, const char *language);
/* Its text anew, now that its writer is known, if its charset was guessed. */
void reading_again(struct handling *);
/* The commands in cleaned lines: struct request *.  match may be NULL. */
GPtrArray *reading_requests(
    const struct tongue *, const struct match *, const GPtrArray *lines);
bool reading_is_talk(const GPtrArray *requests);
/* "move", "near", "talk": for people who look at how a mail is read. */
const char *reading_kind(enum request_kind);

struct heard {
	GPtrArray *lines; /* char *: of the text, or of the subject */
	GPtrArray *requests; /* struct request * in them */
	/*
	 * Commands that stand only in what somebody else wrote: below "On ...
	 * wrote:", the header of a mail, a mark of forwarding, or in a subject
	 * that repeats another's.  struct request *; empty if requests holds a
	 * command.  Nothing of them may be done before their sender says yes.
	 */
	GPtrArray *foreign;
	bool in_subject;
	/*
	 * A plain mail or reply: no list sent it, and nothing that somebody
	 * else wrote in it is a command.
	 */
	bool plain;
};
/*
 * What it asks; if its text asks nothing, its subject may.  own_subjects are
 * our own ones, which ask nothing either; NULL-ended, or NULL.
 */
void heard_read(struct heard *, const struct tongue *, const struct match *,
    const struct letter *, char *const *own_subjects);
void heard_clear(struct heard *);

/* ---- parse_language.c ---- */

/*
 * The language of a stranger's mail: that of its words, or in which it has
 * commands; the home's if that cannot be told.
 */
const char *reading_language(const struct handling *);
/* The same, or NULL: nothing tells it. */
const char *reading_told(const struct handling *);
/*
 * Does one of the requests from that one on ask for another language?  Then
 * *asked, which is freed if it is another one, is it: to be freed.
 */
bool reading_switch(const struct tongue *, const GPtrArray *requests,
    guint from, struct tongue **asked);
/* If one line of the mail was copied from a letter's list ("2 → pay 2"), and
 * little else stands there, it is read without what stands before the arrow;
 * beside another command it is a near miss. */
void reading_copied(struct heard *, const struct words *, const struct match *);
bool reading_is_command(const struct request *);
bool reading_any(
    const GPtrArray *requests, guint from, bool (*is)(const struct request *));
/* Commands that may not be meant (parse_doubt.c) become foreign. */
void reading_doubt(struct heard *, const struct letter *, const struct words *);

/*
 * bounces.c: a mail to the envelope address of a letter, or a server's report
 * on one, is *taken: nothing else may be done with it.
 */
int bounce_take(struct handling *, bool *taken, struct err *);

/* ---- commands.c: what a seat's mail asks, done ---- */

struct answer {
	json_t *understood; /* list */
	json_t *near; /* list */
	json_t *refused; /* object or NULL */
	json_t *not_tried; /* moves behind a line that could not be read */
	json_t *dropped; /* steps that were to be made and are no more */
	bool plan_wanted; /* "plan" alone stood there, and must have lines */
	json_t *notes; /* sentences about what was understood */
	json_t *undone; /* list: talk that was not passed on, and the like */
	json_t *in_talk; /* lines that look like commands, but are talk */
	json_t *sections; /* object */
	char *rules_topic, *help_topic; /* or NULL */
	bool stands; /* what came before the refused move */
	char *read; /* the first line that was looked at, or NULL */
	guint talk; /* lines before a command that were none */
	guint talk_behind; /* and behind the last one */
	bool resign; /* asks how to give the seat up */
	bool braked; /* it will not be sent */
	bool new_key; /* it brings one */
	bool sure; /* what gives something up is done */
	bool asked; /* else its sender was asked about it */
	int64_t inbox; /* the mail; 0: not yet known */
};
void answer_init(struct answer *);
void answer_clear(struct answer *);
/* Say why the line (or, if "", the whole mail) was not done. */
void answer_refuse(
    struct answer *, struct table *, const char *line, struct phrase *why);
/* The same of what is about no match. */
void answer_refuse_person(
    struct answer *, struct home *, const char *line, struct phrase *why);
/* What answer_note notes: {"line", "what", "words", "not": it was not done}. */
json_t *answer_item(const char *line, const char *what, const char *words);
/* Was that understood, and yet not done? */
bool answer_says_no(const char *what);
/* It was understood: what is a word below "understood"; words go with it, or
 * NULL. */
void answer_note(struct answer *, const struct request *, const char *what,
    const char *words);
/*
 * Do them.  turn: the number of the log to which the list belongs that a
 * numbered answer means; -1 if unknown.
 */
int requests_do(struct table *, int seat, const GPtrArray *requests,
    int64_t turn, int64_t inbox, int64_t now, struct answer *, struct err *);
/* Into the facts of the letter that answers. */
void answer_facts(struct answer *, struct table *, int seat, json_t *facts);

/* ---- matches/tryout.c: the moves of one mail, all or nothing ---- */

struct trial {
	struct table *t;
	int seat;
	struct match *match; /* NULL: it has not begun */
	GArray *moves; /* struct move */
	guint shown; /* so many moves have shown something hidden */
	bool drew; /* chance has decided something */
	bool stopped; /* at a line that could not be read */
	bool keeps; /* the seat had a plan before */
	json_t *steps; /* of the plan that this mail makes */
	json_t *lines; /* for each of them what was said of its lines */
	bool careful; /* it is dropped by what it does not expect */
	bool waits; /* its moves are not to be made yet */
	struct trial *dry; /* of what is tried only, or NULL */
};
void trial_begin(struct trial *, struct table *, int seat);
void trial_end(struct trial *);
/* One line: a move, and the first of then (or NULL) that is legal.  NULL if
 * all is well, else why it is not; moves before that one are on the list. */
struct phrase *trial_line(struct trial *, const char *move, char *const *then);
/* NULL if she may make moves in this match, else why not. */
struct phrase *trial_can_move(const struct trial *);
/* The move that has this number in the list of that turn; NULL, or why there
 * is none. */
struct phrase *trial_number(
    struct trial *, int number, int64_t turn, char **text);
/* Make the first n of the moves. */
int trial_make(struct trial *, guint n, const char *by, int64_t inbox,
    int64_t now, struct err *);
/*
 * Are these all one verb with a number, as "pay 0", "pay 1"?  Such a list is
 * numbered by the moves' own numbers, so that "2" can mean but one thing;
 * others are numbered from 1.
 */
bool choices_by_value(const struct table *, const GArray *legal);
/* Try one, or keep it for a later turn; turn is as in requests_do. */
void trial_move(
    struct trial *, const struct request *, int64_t turn, struct answer *);
/* A line of a plan. */
void trial_plan(struct trial *, const struct request *, struct answer *);
/* What of the plan answers the decision that is asked now is tried with the
 * mail's moves: matches/plans_now.c. */
void trial_plan_now(struct trial *, struct answer *);
/* Say that the moves from that one on are done: all, or those that have shown
 * something. */
void trial_said(const struct trial *, const char *line, guint from, bool all,
    struct answer *);
/* Say no longer what these items of a->understood say. */
void trial_unsay(struct answer *, const json_t *items);
/* The same of the lines of this mail's plan if that was dropped since. */
void plans_unsay(const struct table *, int seat, struct answer *);
/* What was planned before and is among the first n moves is not dropped. */
void plans_keep_sent(const struct trial *, guint n, json_t *dropped);
/* Why that move is refused (taken over, given back): it only comes too early
 * if her order of before would let it follow. */
struct phrase *plans_too_early(
    const struct trial *, const struct request *, struct phrase *why);
/* Moves that were found legal but are not played after all: say so. */
void trial_forget(struct trial *, struct answer *);
/* Play what was tried, and keep the rest; after a refusal make only what must
 * stand. */
int trial_play(
    struct trial *, int64_t inbox, int64_t now, struct answer *, struct err *);

#endif
