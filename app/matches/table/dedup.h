/* SPDX-License-Identifier: ISC */
/* What led to letters, by which none is queued twice. */
#ifndef APP_MATCHES_TABLE_DEDUP_H
#define APP_MATCHES_TABLE_DEDUP_H

#include <stdint.h>

struct table;

/*
 * What led to letters is the prefix of their dedup keys: no letter is queued
 * twice under the same key.  The first letters of prefixes must not clash:
 * a address that changed	b letters that came back
 * c player who comes to a seat	d match that is deleted
 * f offer that waited; person forgotten
 * g hint (guidance)		h absence
 * i mail			r robot's move
 * l look			m match that was made
 * n letters that waited	o day of an onlooker
 * s seats for a substitute	t timer
 * u organiser's action	v approval
 * w watching; preferences	p (letters outside matches)
 */
void dedup_by(struct table *, const char *what);
void dedup_by_number(struct table *, const char *what, int64_t n);
void dedup_add(struct table *, int64_t n);

#endif
