/* SPDX-License-Identifier: ISC */
/* Moments in words, in the zone of their reader. */
#ifndef APP_LETTERS_MOMENTS_H
#define APP_LETTERS_MOMENTS_H

#include <stdint.h>

struct home;
struct phrase;
struct table;

/* To a person without a seat. */
char *told_say_outside(struct table *, const struct phrase *, int64_t person);
/* "Friday, 4 December 2026, 18:00 CET"; zone "" or NULL: the home's. */
char *clocks_text(const struct home *, const char *zone, int64_t at);
/* The same for who holds that seat: in her zone, and in the match's if its
 * clocks show something else. */
char *clocks_told(struct table *, int seat, int64_t at);
/*
 * The sentence of a notice, in the words of home_words and the zone of that
 * seat (or -1: the match's).  Whoever reads it as the person of whom it tells
 * is spoken to: by that seat, or by t->outsider.
 */
char *told_say(struct table *, const struct phrase *, int seat);

#endif
