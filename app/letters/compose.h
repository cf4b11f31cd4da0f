/* SPDX-License-Identifier: ISC */
/* Letters to the outbox. */
#ifndef APP_LETTERS_COMPOSE_H
#define APP_LETTERS_COMPOSE_H

#include <glib.h>
#include <jansson.h>
#include <stdint.h>

struct err;
struct home;
struct onlooker_row;
struct paper;
struct person;
struct table;

/* The mail that a letter answers. */
struct answered {
	int64_t inbox;
	const char *message_id;
};

/*
 * Write the letter of that kind and queue it.  facts are taken over.  No
 * letter is written if none reaches the seat's person, unless it answers her:
 * the seat stays untold then.
 */
int post_seat(struct table *, int seat, const char *kind, json_t *facts,
    const struct answered *, int64_t now, struct err *);
/* The same to somebody who looks on, whom letters reach; nothing is noted in
 * her row. */
int post_onlooker(struct table *, const struct onlooker_row *, const char *kind,
    json_t *facts, const struct answered *, int64_t now, struct err *);
/* The subject of all letters to that seat; of its key four letters show. */
char *post_subject(struct table *, const char *key);
/*
 * To a person whom the match concerns, but who has no seat in it, in the
 * thread of that seat or (-1) of those who look on.  No key is in it.
 */
int post_outsider(struct table *, int seat, const struct person *,
    const char *kind, json_t *facts, const struct answered *, int64_t now,
    struct err *);
/* About several matches, written already; its number is *id.  files: struct
 * attachment *, or NULL. */
int post_digest(struct home *, const struct person *, const struct paper *,
    GPtrArray *files, int64_t now, int64_t *id, struct err *);
/* To somebody outside a match: a person (or NULL) at that address. */
int post_address(struct home *, const struct person *, const char *address,
    const char *kind, json_t *facts, const struct answered *, int64_t now,
    struct err *);
/* The same to who has just left that match: an answer to it is about that. */
int post_left(struct home *, const struct person *, int64_t match,
    const char *kind, json_t *facts, const struct answered *, int64_t now,
    struct err *);
/* The same for a letter that asks something: key is that of its question, by
 * which an answer without a code is known (players/plain_yes.c). */
int post_question(struct home *, const struct person *, const char *address,
    const char *kind, const char *key, json_t *facts, const struct answered *,
    int64_t now, struct err *);

#endif
