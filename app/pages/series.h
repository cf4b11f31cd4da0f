/* SPDX-License-Identifier: ISC */
/* Pages of series. */
#ifndef APP_PAGES_SERIES_H
#define APP_PAGES_SERIES_H

#include <jansson.h>

struct site;

/* All of those that are public, as far as they say something else than before.
 */
int series_pages(struct site *);
/* What the start page tells of these; NULL on an error. */
json_t *series_shown(struct site *, const char *language);

#endif
