/* SPDX-License-Identifier: ISC */
/* Names of time zones. */
#ifndef APP_HOME_TIME_ZONES_H
#define APP_HOME_TIME_ZONES_H

/* Its right name, whatever the case; a city alone will do if no other bears its
 * name.  NULL: there is none, and near are such as may be meant (NULL-ended).
 */
char *zone_find(const char *text, char ***near);

#endif
