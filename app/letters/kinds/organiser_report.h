/* SPDX-License-Identifier: ISC */
/* The letter to the organiser about what needs care. */
#ifndef APP_LETTERS_KINDS_ORGANISER_REPORT_H
#define APP_LETTERS_KINDS_ORGANISER_REPORT_H

struct home;

/* Write one if the organiser is needed and had none for a day.  *n counts it.
 */
int summary_tick(struct home *, int *n);

#endif
