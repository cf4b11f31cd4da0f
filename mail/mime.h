/* SPDX-License-Identifier: ISC */
/* What the files of mail/ that take a mail apart share of GMime. */
#ifndef MAIL_MIME_H
#define MAIL_MIME_H

#include <glib.h>
#include <gmime/gmime.h>
#include <stddef.h>

#define DEPTH_MAX 20 /* multiparts in multiparts */
#define PARTS_MAX 200

/* read.c: NULL if there is nothing; raw_bomb must have found it safe. */
GMimeMessage *mime_parse(const char *bytes, size_t size);

#endif
