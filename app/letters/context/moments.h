/* SPDX-License-Identifier: ISC */
/* Moments and notices in the words of their reader. */
#ifndef APP_LETTERS_CONTEXT_MOMENTS_H
#define APP_LETTERS_CONTEXT_MOMENTS_H

#include <stdbool.h>
#include <stdint.h>

struct phrase;
struct reader;

/* "Friday, 4 December 2026, 18:00 CET", in the reader's zone. */
char *reader_moment(const struct reader *, int64_t at);
/* "Fri 4 Dec 18:00" for one line, in the reader's zone, which is named if the
 * reader has not said which it is. */
char *brief_moment(const struct reader *, int64_t at);
/* The same as reader_moment in the zone of the match, or of the home. */
char *match_moment(const struct reader *, int64_t at);
/* In the reader's zone, and in the match's if its clocks show something else.
 */
char *both_moments(const struct reader *, int64_t at);
/* The sentence of a notice.  A reader of whom it tells is
 * spoken to (reader.self). */
char *notice_text(const struct reader *, const struct phrase *);
/* The name of the zone in which times of a match, if there is one, are given to
 * those who have named none. */
const char *match_zone(const struct reader *);
/* Is it told before the moves that its reader can choose from?  What the reader
 * has done is not, nor that a match begins or somebody was given a hint. */
bool notice_comes_first(const struct reader *, const struct phrase *);
/* Does it tell the reader only what the letter says of the mail that it
 * answers, such as "you are ready"? */
bool notice_is_known(const struct reader *, const struct phrase *);

#endif
