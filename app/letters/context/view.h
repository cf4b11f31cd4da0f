/* SPDX-License-Identifier: ISC */
/* How the match lies before one reader. */
#ifndef APP_LETTERS_CONTEXT_VIEW_H
#define APP_LETTERS_CONTEXT_VIEW_H

#include <jansson.h>

struct kept;
struct table;

/* {"WORD": true}: what templates ask for with {{#phase.offer}}. */
json_t *context_flag(const char *word);
/* Names and marks of that player, for a reader in the seat "reader" or, with
 * -1, outside. */
json_t *context_player(struct table *, int seat, int reader);
/* A view, with names and marks beside the numbers in its list of players. */
json_t *context_view(struct table *, int seat);
/* What the game's picture shows of it, for one moment of the match after
 * another (core/kept.h); with NULL all of it. */
json_t *context_view_again(struct table *, int seat, struct kept *);

#endif
