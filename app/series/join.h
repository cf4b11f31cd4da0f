/* SPDX-License-Identifier: ISC */
/* People come to a series, and leave it. */
#ifndef APP_SERIES_JOIN_H
#define APP_SERIES_JOIN_H

#include <stdbool.h>
#include <stdint.h>

struct course;

/* The key of a sentence that says why that person cannot come; NULL: can. */
const char *series_enter_fault(const struct course *, int64_t person);
/*
 * Both give the key of a sentence that says why not, as *why, which is NULL if
 * it was done.
 */
int series_enter(struct course *, int64_t person, const char **why);
int series_leave(struct course *, int64_t person, const char **why);
/* The invitation is kept until the person answers it; a new one counts anew. */
int series_invite(struct course *, int64_t person, const char **why);
/* The person says no to it, if there is one. */
int series_decline(struct course *, int64_t person);
/* It is not kept any more; *invited: there was one. */
int series_uninvite(struct course *, int64_t person, bool *invited);

#endif
