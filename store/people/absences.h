/* SPDX-License-Identifier: ISC */
/* When people are away. */
#ifndef STORE_PEOPLE_ABSENCES_H
#define STORE_PEOPLE_ABSENCES_H

#include <glib.h>
#include <stdint.h>

struct store;

/* When a person is away. */
struct absence_row {
	int64_t id, person;
	int64_t since, until; /* until is the first second the person is back */
	int64_t made; /* when the person said so */
};
/* Sets id. */
int store_absence_add(struct store *, struct absence_row *);
/* since, until */
int store_absence_update(struct store *, const struct absence_row *);
int store_absence_drop(struct store *, int64_t id);
/* Of a person, by since: struct absence_row *; NULL on error. */
GPtrArray *store_absences(struct store *, int64_t person);
/* The absences of that person are going to be asked for, and those of others
 * who play that match. */
int store_absences_look(struct store *, int64_t match, int64_t person);

#endif
