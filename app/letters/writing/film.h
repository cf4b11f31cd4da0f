/* SPDX-License-Identifier: ISC */
/*
 * What pages of one match in several languages share: its pictures are drawn
 * once, unless a page shows other names.  Nothing in them is hidden.
 */
#ifndef APP_LETTERS_WRITING_FILM_H
#define APP_LETTERS_WRITING_FILM_H

#include <stddef.h>

struct film;
struct reader;
struct replay;

/* Of pages of at most about so many bytes.  match: the page of that match, to
 * which they lead back, or NULL; it must outlive the film. */
struct film *film_new(size_t most, const char *match);
void film_free(struct film *);
const char *film_match(const struct film *);
/* All steps of the reader's match, in the reader's language; the film owns
 * them, and they hold until the next call.  NULL: the match cannot be played
 * again, see err. */
struct replay *film_show(struct film *, const struct reader *);

#endif
