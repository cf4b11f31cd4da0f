/* SPDX-License-Identifier: ISC */
/* What is due for series. */
#ifndef APP_SERIES_TICK_H
#define APP_SERIES_TICK_H

struct home;

/* Within the step tick; *n: so much was done. */
int series_tick(struct home *, int *n);

#endif
