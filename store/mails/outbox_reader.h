/* SPDX-License-Identifier: ISC */
/* Letters of a match to one reader. */
#ifndef STORE_MAILS_OUTBOX_READER_H
#define STORE_MAILS_OUTBOX_READER_H

#include <stdbool.h>
#include <stdint.h>

struct store;

/* The reader of letters of a match: of a seat, or (-1) an onlooker. */
struct outbox_reader {
	int64_t match;
	int seat;
	int64_t person;
};
/*
 * Letters to the reader that say how it stands ("turn", "answer", "onlooker",
 * "remind"), answer no mail, and did surely not leave yet: a newer one can go
 * in their place. *news_after: after which event the first of them tells, if
 * that is before *news_after.
 */
int store_outbox_unsent(
    struct store *, const struct outbox_reader *, int64_t *news_after);
/*
 * When the last letter to the reader may leave that tells of that event, or
 * news before it, and is not known to have left; -1: there is none.
 */
int store_outbox_leaves(
    struct store *, const struct outbox_reader *, int64_t event, int64_t *at);
/* All of these are replaced by that letter. */
int store_outbox_replace(
    struct store *, const struct outbox_reader *, int64_t by);
/*
 * After which event the letters to the reader tell that left with that number
 * (0: of the last one) or a greater one, if that is before *told.
 */
int store_outbox_told(struct store *, const struct outbox_reader *,
    int64_t number, int64_t *told, bool *found);
/* What number the next letter to the reader has: they are counted without a
 * gap.  before: the Message-ID of the letter that comes before it, sent or
 * queued, or NULL; replaces: the next letter will replace those that wait
 * (store_outbox_replace), so before is none of these. */
int store_outbox_number(struct store *, const struct outbox_reader *,
    bool replaces, int64_t *number, char **before);

#endif
