/* SPDX-License-Identifier: ISC */
/* When a mail came, by what it says itself. */
#ifndef MAIL_INCOMING_ARRIVED_H
#define MAIL_INCOMING_ARRIVED_H

#include <glib.h>
#include <stdint.h>

/*
 * The time that the server noted which took it in last, or else its Date, UTC
 * seconds; 0: it has neither.  A sender can write any Date.  After mail_open.
 */
int64_t mail_arrived(GBytes *raw);

#endif
