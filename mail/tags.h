/* SPDX-License-Identifier: ISC */
/* Short tags in subjects, by which a seat is found and nothing is proved. */
#ifndef MAIL_TAGS_H
#define MAIL_TAGS_H

#include <glib.h>
#include <stdint.h>

#define TAG_SIZE 4 /* the first characters of a key */
struct tag {
	int64_t match;
	char code[TAG_SIZE + 1];
};
/* "g7-k3x9"; newly allocated */
char *tag_text(int64_t match, const char *key);
/* Every "[g7-k3x9]" anywhere in it, each once: struct tag. */
GArray *tags_of_subject(const char *subject);
/* Those at the ends of cut lines, quoted or not: struct tag. */
GArray *tags_of_text(const char *text);

#endif
