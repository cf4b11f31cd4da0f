/* SPDX-License-Identifier: ISC */
/* In which of two places the rows of a home are. */
#ifndef APP_HOME_PLACE_H
#define APP_HOME_PLACE_H

struct config;
struct err;
struct store;

/* Of its database, newly allocated; without settings to read, the file's. */
char *home_place(const char *dir, const struct config *);
/* Fails if they are in a file, though the settings (NULL: unreadable) name a
 * server, as in a home that was restored. */
int home_place_check(const char *dir, const struct config *, struct err *);
/* Fails if its tables hold no home, as those of a copy that did not end. */
int home_place_is_filled(const char *dir, struct store *, struct err *);

#endif
