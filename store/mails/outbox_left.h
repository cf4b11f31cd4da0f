/* SPDX-License-Identifier: ISC */
/* How far many letters got at once. */
#ifndef STORE_MAILS_OUTBOX_LEFT_H
#define STORE_MAILS_OUTBOX_LEFT_H

#include "store/mails/outbox.h"

#include <glib.h>
#include <stdint.h>

struct store;

/* The state alone of all of these rows, which must be there: struct
 * outbox_row *. */
int store_outbox_update_state(
    struct store *, const GPtrArray *rows, enum outbox_state);
/* They have left now: state, note, sent.  One whose match was deleted meanwhile
 * is not there any more. */
int store_outbox_left(struct store *, const GPtrArray *rows, int64_t now);

#endif
