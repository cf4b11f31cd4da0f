/* SPDX-License-Identifier: ISC */
/*
 * What people say to each other in a match, and whom they do not want to hear.
 * What stands in store/store.h holds here too.
 */
#ifndef STORE_MATCHES_TALK_H
#define STORE_MATCHES_TALK_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct store;

/* ---- talk.c ---- */

struct talk_row {
	int64_t id, match;
	int64_t n; /* as those of events; 0: not told yet */
	int64_t at; /* when it was said */
	int seat; /* of the speaker; -1: an onlooker */
	int64_t person;
	char *name; /* the speaker's, then */
	int hearer; /* seat; -1: all */
	char *text; /* lines parted by '\n' */
};
void talk_row_free(struct talk_row *);
/* id is set. */
int store_talk_add(struct store *, struct talk_row *);
/* n, which was 0 */
int store_talk_told(struct store *, const struct talk_row *);
/* GPtrArray of struct talk_row *, by n */
GPtrArray *store_talk(struct store *, int64_t match);
/* How often that person spoke there after since, up to now. */
int store_talk_count(struct store *, int64_t match, int64_t person,
    int64_t since, int64_t now, int64_t *n);

#define MUTE_ONLOOKERS (-1)
#define MUTE_ALL (-2)
struct mute_row {
	int64_t person;
	int seat; /* or one of these */
};
/* All well if it is so already. */
int store_mute_add(struct store *, int64_t match, const struct mute_row *);
/* *found: it was so. */
int store_mute_drop(
    struct store *, int64_t match, const struct mute_row *, bool *found);
/* GArray of struct mute_row: all of a match. */
GArray *store_mutes(struct store *, int64_t match);

#endif
