/* SPDX-License-Identifier: ISC */
/*
 * How values of a policy's keys are read and written, as turnpost.yaml(5) has
 * them.  Functions that read a value return false if the text is none; those
 * that end in _text return newly allocated texts.
 */
#ifndef POLICY_POLICY_VALUES_H
#define POLICY_POLICY_VALUES_H

#include <stdbool.h>

struct policy;

/* ---- of any key ---- */

/* The place of a word in a list that ends with NULL; -1: it is not there. */
int value_word(const char *const *words, const char *word);
/* The number that text is, if it is digits alone and at most max; else -1. */
int value_count(const char *text, int max);
/* Words between commas, or "none": a bit for the place of each. */
bool value_bits(const char *const *words, const char *text, unsigned *bits);
char *value_bits_text(const char *const *words, unsigned bits);

/* ---- keys of a kind of their own ---- */

/* "bid 36h, vote 2d": phases with their times */
bool value_times(struct policy *, const char *);
char *value_times_text(const struct policy *);
/* "Europe/Warsaw", or "home" */
bool value_zone(struct policy *, const char *);
char *value_zone_text(const struct policy *);
/* "2026-12-24 to 2026-12-26, 2027-01-01" */
bool value_dates(struct policy *, const char *);
char *value_dates_text(const struct policy *);
/* "22:00-07:00" */
bool value_quiet(struct policy *, const char *);
char *value_quiet_text(const struct policy *);
/* "21:00" */
bool value_latest(struct policy *, const char *);
char *value_latest_text(const struct policy *);
/* "50%, 10%", falling */
bool value_reminders(struct policy *, const char *);
char *value_reminders_text(const struct policy *);
/* "yes", "no", "robots", or "3 each" */
bool value_hints(struct policy *, const char *);
char *value_hints_text(const struct policy *);

#endif
