/* SPDX-License-Identifier: ISC */
/* Whom a match waits for. */
#ifndef APP_LETTERS_CONTEXT_WAITING_H
#define APP_LETTERS_CONTEXT_WAITING_H

#include <jansson.h>

struct reader;

/* waits, sent, reminded: into the context of that seat. */
int waits_seat(const struct reader *, json_t *context);

#endif
