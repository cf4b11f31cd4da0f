/* SPDX-License-Identifier: ISC */
/* People of a file of another program become people of the home. */
#ifndef APP_ORGANISER_PEOPLE_PEOPLE_IMPORT_H
#define APP_ORGANISER_PEOPLE_PEOPLE_IMPORT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct err;
struct home;

/*
 * Makes the people of a file, CSV or vCards, as people_file.h reads it: all, or
 * none and NULL with err, which names the line.  Whoever has such an address
 * already stays as she is.  A list of {"line", "name", "address", "new"}, to be
 * freed; dry: the same, and nothing is kept.  now is UTC seconds.
 */
json_t *people_import(
    struct home *, const char *path, bool dry, int64_t now, struct err *);

#endif
