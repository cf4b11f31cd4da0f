/* SPDX-License-Identifier: ISC */
/* Sentences as JSON: what games say, and what else is said to people. */
#ifndef CORE_SAY_H
#define CORE_SAY_H

#include <jansson.h>
#include <stdbool.h>

struct game;
struct match;
struct plot;
struct say;

/*
 * A sentence outside a game's own: which seats hear it, and its words to be
 * found under key.  args is an object; values are numbers, texts (also atoms
 * that are as written), and {"word":"wine","phrase":"mutineer.card.wine"} for
 * other atoms, or lists of these.  Phrases of a match share values in args,
 * which nobody may change.
 */
struct phrase {
	char *key; /* "mutineer.played", "refused.not-your-turn" */
	json_t *args;
};
/* Takes over the reference to args (NULL: none). */
struct phrase *phrase_new(const char *key, json_t *args);
void phrase_free(struct phrase *);
/* A game's sentence as a phrase; seats become players' names. */
struct phrase *say_phrase(const struct match *, const struct say *);
/* The same with other names for the seats. */
struct phrase *say_phrase_named(
    const struct match *, const struct say *, char *const *names);
/* How the story tells the sentence, or NULL: as it is. */
const struct plot *say_plot(const struct game *, const struct say *);
/* Its argument of that name; false if there is none, or a list. */
bool say_value(
    const struct game *, const struct say *, const char *name, int *value);
/* For the engine protocol: {"event":KEY, argument: number or word or list}. */
json_t *say_event(const struct match *, const struct say *);

#endif
