/* SPDX-License-Identifier: ISC */
/* Texts of the parts of a mail, as UTF-8. */
#ifndef MAIL_INCOMING_TEXT_H
#define MAIL_INCOMING_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* Text of an html part, quotes as "> " lines; at most 256 KiB are read. */
char *html_text(const char *html, size_t size);
/* format=flowed (RFC 3676) undone. */
char *text_unflow(const char *text, bool delsp);
/*
 * Bytes of a text part to UTF-8, whatever the label says.  fallbacks: one or
 * more charsets with blanks between, or NULL.
 */
char *text_decode(
    const char *bytes, size_t size, const char *charset, const char *fallbacks);

#endif
