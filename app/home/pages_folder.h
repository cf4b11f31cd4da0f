/* SPDX-License-Identifier: ISC */
/* May a folder hold pages of turnpost? */
#ifndef APP_HOME_PAGES_FOLDER_H
#define APP_HOME_PAGES_FOLDER_H

#include <stdbool.h>

struct err;

#define PAGES_MARKER ".turnpost-pages" /* shows that it is ours */
#define PAGES_BESIDE ".turnpost-new" /* a file until it is whole */

/* But for a file that was not whole when its writer was killed. */
bool pages_folder_is_empty(const char *path);
/* Sets the error that it is somebody else's; returns -1. */
int pages_folder_foreign(const char *path, struct err *);
/* Could pages be written there?  It need not be there, and is not changed. */
int pages_folder_try(const char *path, struct err *);

#endif
