/* SPDX-License-Identifier: ISC */
/*
 * What a player wants done at a later turn: how people write it, and
 * which line of it is meant when the turn is there.  Pure;
 * turnpost-letters(7) tells the language.
 *
 * A step is one line as JSON:
 *	{"branches": [{"if": [CONDITION...], "ways": [WAY...]}...]}
 * The first branch counts whose conditions hold ("unless" in the place of
 * "if": of which not all hold; neither: always), and in it the first way that
 * is legal then.
 *	CONDITION: {"seat": 1, "verb": "play", "move": "play salt"}
 * seat is -1 for anybody, move is missing if the verb alone counts.  With
 * "not": true that must not have happened, and with -1 nobody may have done it.
 *	WAY: {"move": "pass", "then": ["take mate", "take merchant"]}
 * one move, or by a shorthand two; the first of then that is legal.
 *
 * Conditions go by what its owner was told, not by the moves that were made:
 * heard is an array of struct say, all that the owner was told since sending
 * it.  What a condition denies counts as not done until the owner is told of
 * it, whether nobody was asked for it yet, or a move is made already and still
 * sealed: waiting for it, or knowing it, would tell the owner a secret.
 */
#ifndef PARSE_PLAN_H
#define PARSE_PLAN_H

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct match;
struct phrase;
struct words;

/* A line of a plan. */
struct plan_line {
	json_t *step; /* or NULL: nothing but "careful" stands there */
	bool careful; /* the whole plan is dropped by what it did not expect */
	bool otherwise; /* its branches belong to the line before: "else ..." */
	struct phrase *why; /* what is wrong with it, or NULL */
};
void plan_line_clear(struct plan_line *);
/*
 * Read what stands behind the word "plan", or a line of its own below it.
 * false: it does not even begin like a plan.
 */
bool plan_read(const struct words *, const struct match *, const char *text,
    struct plan_line *);
/* A step of one way without conditions. */
json_t *plan_step(const char *move, char *const *then);
/* As people write it, in the words of a language, or (NULL) the game's own;
 * newly allocated. */
char *plan_text(const struct match *, const json_t *step, const struct words *);
char *plan_way_text(
    const struct match *, const json_t *way, const struct words *);

/* Texts of a way; then is NULL-ended or NULL, to be freed but not its texts. */
const char *plan_way_move(const json_t *way);
char **plan_way_then(const json_t *way);

/*
 * The first of the steps that has a branch for what was heard: its number and
 * *ways (borrowed); those before it are passed over.  If there is none the
 * number of all steps, and NULL.
 */
size_t plan_next(const struct match *, const json_t *steps, const GArray *heard,
    const json_t **ways);
/* All conditions in these steps, newly made. */
json_t *plan_conditions(const json_t *steps);
/* Was a move of somebody else told that none of the conditions names? */
bool plan_surprised(const struct match *, int seat, const json_t *conditions,
    const GArray *heard);

#endif
