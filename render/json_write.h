/* SPDX-License-Identifier: ISC */
/* JSON as text: what the library would write, in a fifth of its time. */
#ifndef RENDER_JSON_WRITE_H
#define RENDER_JSON_WRITE_H

#include <glib.h>
#include <jansson.h>

/* The first byte from there on that a string of JSON holds otherwise: a
 * control character, '"', '\\', or the end of the text. */
const char *json_plain_end(const char *text, const char *end);
/* As json_dumps with JSON_INDENT(1), appended. */
void json_write(const json_t *, GString *out);

#endif
