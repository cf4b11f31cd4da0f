/* SPDX-License-Identifier: ISC */
/* What the two files that write letters share. */
#ifndef MAIL_WRITE_INNER_H
#define MAIL_WRITE_INNER_H

#include "mail/mime.h"

#include <glib.h>

struct err;
struct outgoing;

/* ---- write_parts.c ---- */

/* ERR_FORMAT if any of it cannot stand in a letter. */
int parts_check(const struct outgoing *, struct err *);
/* All that stands below the header. */
GMimeObject *parts_make(const struct outgoing *);

#endif
