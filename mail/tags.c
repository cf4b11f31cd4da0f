/* SPDX-License-Identifier: ISC */
/*
 * Short tags: the match and the first letters of a key, "g7-k3x9".  People
 * see and forward them, in a subject and on the cut line, so that a tag is
 * enough to find a seat and no proof of anything.
 */
#include "mail/tags.h"

#include <stdbool.h>
#include <string.h>

/* of one mail: a sender who quotes more letters is no person */
#define TAGS_MAX 20
#define DIGITS_MAX 18
#define CUT_END "~#" /* of a cut line; the tag stands behind it */

char *
tag_text(int64_t match, const char *key)
{
	return g_strdup_printf(
	    "g%" G_GINT64_FORMAT "-%.*s", match, TAG_SIZE, key);
}

/* "g7-k3x9" at p; behind it, or NULL if there is none. */
static const char *
take_tag(const char *p, struct tag *tag)
{
	int digits = 0;

	if (g_ascii_tolower(*p) != 'g' || p[1] == '0')
		return NULL;
	tag->match = 0;
	for (p++; g_ascii_isdigit(*p) && digits < DIGITS_MAX; p++, digits++)
		tag->match = 10 * tag->match + (*p - '0');
	if (digits == 0 || *p != '-')
		return NULL;
	p++;
	for (int i = 0; i < TAG_SIZE; i++, p++) {
		tag->code[i] = g_ascii_tolower(*p);
		if (!g_ascii_isalpha(*p) && (*p < '2' || *p > '7'))
			return NULL;
	}
	tag->code[TAG_SIZE] = '\0';
	return g_ascii_isalnum(*p) ? NULL : p;
}

static void
add_tag(GArray *tags, const struct tag *tag)
{
	for (guint i = 0; i < tags->len; i++) {
		const struct tag *old = &g_array_index(tags, struct tag, i);

		if (old->match == tag->match &&
		    strcmp(old->code, tag->code) == 0)
			return;
	}
	if (tags->len < TAGS_MAX)
		g_array_append_vals(tags, tag, 1);
}

GArray *
tags_of_subject(const char *subject)
{
	GArray *tags = g_array_new(FALSE, FALSE, sizeof(struct tag));
	struct tag tag;

	for (const char *p = subject; *p != '\0'; p++) {
		const char *end = *p == '[' ? take_tag(p + 1, &tag) : NULL;

		if (end != NULL && *end == ']')
			add_tag(tags, &tag);
	}
	return tags;
}

/* A mail program may have broken the line, and then quoted its second part. */
static bool
is_between(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '>' || c == '|' ||
	       c == '*' || c == '_';
}

GArray *
tags_of_text(const char *text)
{
	GArray *tags = g_array_new(FALSE, FALSE, sizeof(struct tag));
	struct tag tag;

	for (const char *p = text; *p != '\0'; p++) {
		if (p[0] != CUT_END[0] || p[1] != CUT_END[1])
			continue;
		p++;
		while (is_between(p[1]))
			p++;
		if (take_tag(p + 1, &tag) != NULL)
			add_tag(tags, &tag);
	}
	return tags;
}
