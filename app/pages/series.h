/* SPDX-License-Identifier: ISC */
/* Pages of series. */
#ifndef APP_PAGES_SERIES_H
#define APP_PAGES_SERIES_H

#include <jansson.h>
#include <stdint.h>

struct site;

/* Where the page of a series is still to come, pages of its matches that are
 * there do not lead to it, and are to be written anew. */
int series_pages_come(struct site *);
/* All of those that are public, as far as they say something else than before.
 */
int series_pages(struct site *);
/* *id: the series of whose tables that match is one, if it is shown, or 0; its
 * page is there then.  *name: newly allocated. */
int series_page_of(struct site *, int64_t match, int64_t *id, char **name);
/* What the start page tells of these; NULL on an error. */
json_t *series_shown(struct site *, const char *language);

#endif
