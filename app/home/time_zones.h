/* SPDX-License-Identifier: ISC */
/* Names of time zones. */
#ifndef APP_HOME_TIME_ZONES_H
#define APP_HOME_TIME_ZONES_H

/* Its right name, whatever the case, or NULL; then near are such as may be
 * meant (NULL-ended). */
char *zone_find(const char *text, char ***near);

#endif
