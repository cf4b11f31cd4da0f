/* SPDX-License-Identifier: ISC */
/* The bytes of files and pictures as lines of text. */
#ifndef MAIL_OUTGOING_BASE64_H
#define MAIL_OUTGOING_BASE64_H

#include <glib.h>

/* In lines of 76 characters, of which each has that end. */
void base64_append(GString *out, GBytes *bytes, const char *line_end);

#endif
