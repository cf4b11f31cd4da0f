/* SPDX-License-Identifier: ISC */
/* When a mail came, by what it says itself. */
#ifndef MAIL_ARRIVED_H
#define MAIL_ARRIVED_H

#include <glib.h>
#include <stdint.h>

/*
 * The earlier one of its Date and of the time that the server noted which took
 * it in last, UTC seconds; 0: it has neither.  Anybody can write what he likes
 * there.  After mail_open.
 */
int64_t mail_arrived(GBytes *raw);

#endif
