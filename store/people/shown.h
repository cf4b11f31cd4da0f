/* SPDX-License-Identifier: ISC */
/* How pages show people. */
#ifndef STORE_PEOPLE_SHOWN_H
#define STORE_PEOPLE_SHOWN_H

#include <stdint.h>

struct store;

enum shown {
	SHOWN_PAGE, /* by the name at the table, and on a page of their own */
	SHOWN_NAME, /* by the name at the table */
	SHOWN_NO /* nowhere */
};
/* ERR_MISSING: there is no such person. */
int store_shown(struct store *, int64_t person, enum shown *);
/* What pages tell of the person's matches is to be written anew. */
int store_shown_set(struct store *, int64_t person, enum shown);

#endif
