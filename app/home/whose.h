/* SPDX-License-Identifier: ISC */
/* Why the settings of a home cannot be read: most often another user's. */
#ifndef APP_HOME_WHOSE_H
#define APP_HOME_WHOSE_H

struct err;

/*
 * After reading turnpost.yaml in that folder has failed with e: says there what
 * an organiser can do if the folder is none, or belongs to somebody else.
 * Otherwise e stays as it is.  Always -1.
 */
int home_whose(const char *dir, struct err *e);

#endif
