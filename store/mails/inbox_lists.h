/* SPDX-License-Identifier: ISC */
/* Lists of mails that came in: to handle, held, all. */
#ifndef STORE_MAILS_INBOX_LISTS_H
#define STORE_MAILS_INBOX_LISTS_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct store;

/*
 * Ids of rows to handle, at most max, oldest first, those that were tried
 * more than once behind the others: GArray of int64_t.
 */
GArray *store_inbox_new(struct store *, int max);
/* All of them in the order in which the mails came, whatever row they got. */
GArray *store_inbox_new_by_time(struct store *);
/*
 * When the first of those came that are to be handled; 0 if one was tried
 * already (on a server: more than once), which may be older than its row says;
 * INT64_MAX: there is none.
 */
int store_inbox_oldest(struct store *, int64_t *at);
/* Does a mail wait that was tried once at most?  One try may be that of a
 * worker which has it in hand. */
int store_inbox_untried(struct store *, bool *any);

/* newest first, at most max, without raw; state -1: all */
GPtrArray *store_inbox_list(struct store *, int state, int64_t before, int max);

/* Mails held that came from that address for seats of that person, oldest
 * first: GArray of int64_t. */
GArray *store_inbox_held(struct store *, const char *sender, int64_t person);
/* Mails that are held since that time or longer: GArray of int64_t. */
GArray *store_inbox_held_since(struct store *, int64_t at);

#endif
