/* SPDX-License-Identifier: ISC */
/* Series as organisers see them. */
#ifndef APP_ORGANISER_SERIES_H
#define APP_ORGANISER_SERIES_H

#include <jansson.h>
#include <stdint.h>

struct err;
struct home;

/* All, the newest first; NULL with err. */
json_t *series_list(struct home *, struct err *);
/* One, with its people, tables, standings and terms. */
json_t *series_show(struct home *, int64_t id, struct err *);

#endif
