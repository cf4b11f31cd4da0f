/* SPDX-License-Identifier: ISC */
/* What matches hold of their games' data files, as JSON. */
#ifndef APP_HOME_GAME_DATA_H
#define APP_HOME_GAME_DATA_H

#include <jansson.h>

struct game_data;
struct home;

/*
 * That text as JSON; NULL: it is none.  Matches with the same text share it:
 * it must not be changed.  A new reference.
 */
json_t *game_data_read(struct home *, const char *text);
/* Its memory. */
void game_data_free(struct game_data *);

#endif
