/* SPDX-License-Identifier: ISC */
/* Lines of mails that their senders are asked about. */
#ifndef STORE_MEANT_H
#define STORE_MEANT_H

#include <glib.h>
#include <stdint.h>

struct store;

/* Lines that somebody is asked about: were they meant? */
struct meant_row {
	int64_t id, person;
	int64_t match; /* 0: about none */
	int seat; /* -1: no seat's, the person's own */
	char *lines; /* JSON: texts, in order */
	int64_t asked;
};
void meant_row_free(struct meant_row *);
/* It gets its id. */
int store_meant_add(struct store *, struct meant_row *);
/* Those that were asked after since and are open: struct meant_row *. */
GPtrArray *store_meant_open(struct store *, int64_t person, int64_t since);
/* How many were asked after since, open or not. */
int store_meant_since(
    struct store *, int64_t person, int64_t since, int64_t *n);
int store_meant_close(struct store *, int64_t id, int64_t now);

#endif
