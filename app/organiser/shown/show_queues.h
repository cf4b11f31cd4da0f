/* SPDX-License-Identifier: ISC */
/* What is shown of one mail and of one letter, where a part of it is hidden. */
#ifndef APP_ORGANISER_SHOWN_SHOW_QUEUES_H
#define APP_ORGANISER_SHOWN_SHOW_QUEUES_H

#include "store/mails/inbox.h"
#include "store/mails/outbox.h"

#include <jansson.h>
#include <stdbool.h>

/* Copies that borrow what they point to; what is hidden is no more in them. */
struct inbox_row shown_mail(const struct inbox_row *, bool hides);
struct outbox_row shown_letter(const struct outbox_row *, bool hides);
/* A line of a list: row is a struct inbox_row, or a struct outbox_row. */
json_t *inbox_summary(const void *row, bool hides);
json_t *outbox_summary(const void *row, bool hides);

/* The words of their states. */
const char *inbox_word(int state);
const char *outbox_word(int state);

#endif
