/* SPDX-License-Identifier: ISC */
/* In which of two places the rows of a home are. */
#ifndef APP_HOME_PLACE_H
#define APP_HOME_PLACE_H

struct config;
struct err;

/* Of its database, newly allocated; without settings to read, the file's. */
char *home_place(const char *dir, const struct config *);
/* Fails if they are in a file, though the settings (NULL: unreadable) name a
 * server, as in a home that was restored. */
int home_place_check(const char *dir, const struct config *, struct err *);

#endif
