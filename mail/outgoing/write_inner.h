/* SPDX-License-Identifier: ISC */
/* What the two files that write letters share. */
#ifndef MAIL_OUTGOING_WRITE_INNER_H
#define MAIL_OUTGOING_WRITE_INNER_H

#include <glib.h>
#include <stdbool.h>

struct err;
struct outgoing;

/* ---- write_parts.c ---- */

bool parts_ascii(const char *text);
/* ERR_FORMAT if any of it cannot stand in a letter. */
int parts_check(const struct outgoing *, struct err *);
/* The fields of the body, an empty line, and the body: each line ends with
 * '\n'. */
void parts_write(GString *, const struct outgoing *);

#endif
