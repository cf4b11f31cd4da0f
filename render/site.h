/* SPDX-License-Identifier: ISC */
/* Pages of a site, for a browser (templates/pages/NAME.html). */
#ifndef RENDER_SITE_H
#define RENDER_SITE_H

#include <jansson.h>

struct err;
struct catalog;

/*
 * The page in that language, newly allocated.  Values are escaped; {{&name}}
 * takes one as it is.  "language" is added to the context.  The organiser's
 * own page comes first; one that cannot be used is an error.
 */
char *site_page(const struct catalog *, const char *name, const json_t *context,
    struct err *);

#endif
