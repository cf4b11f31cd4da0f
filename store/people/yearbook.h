/* SPDX-License-Identifier: ISC */
/* Which people want the letter about a year, and when it is due. */
#ifndef STORE_PEOPLE_YEARBOOK_H
#define STORE_PEOPLE_YEARBOOK_H

#include <glib.h>
#include <stdint.h>

struct store;

struct yearbook_row {
	int64_t match; /* 0: it is about no single one */
	int64_t person;
	int64_t due;
};
/* The first letters that are due, a few: struct yearbook_row *. */
GPtrArray *store_yearbooks_due(struct store *, int64_t now);
/* 0: that person wants none, or is not there. */
int store_yearbook(struct store *, int64_t person, int64_t *due);
/* ERR_MISSING: there is no such person. */
int store_yearbook_set(struct store *, int64_t person, int64_t due);

#endif
