/* SPDX-License-Identifier: ISC */
/*
 * Short tags: the match and the first letters of a key, "g7-k3x9".  People
 * see and forward them, in a subject and on the cut line, so that a tag is
 * enough to find a seat and no proof of anything.
 */
#include "mail/mail.h"

#include <string.h>

#define TAGS_MAX 20 /* of one mail: who quotes more letters is no person */
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
	size_t digits;

	if (g_ascii_tolower(*p) != 'g')
		return NULL;
	digits = strspn(++p, "0123456789");
	if (digits == 0 || digits > DIGITS_MAX || *p == '0' || p[digits] != '-')
		return NULL;
	tag->match = g_ascii_strtoll(p, NULL, 10);
	p += digits + 1;
	for (int i = 0; i < TAG_SIZE; i++, p++) {
		tag->code[i] = g_ascii_tolower(*p);
		if (!g_ascii_islower(*p) && !g_ascii_isupper(*p) &&
		    (*p < '2' || *p > '7'))
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

	for (const char *p = strchr(subject, '['); p != NULL;
	     p = strchr(p + 1, '[')) {
		const char *end = take_tag(p + 1, &tag);

		if (end != NULL && *end == ']')
			add_tag(tags, &tag);
	}
	return tags;
}

/* A mail program may have broken the line, and then quoted its second part. */
static const char *
behind_cut(const char *p)
{
	p += strlen(CUT_END);
	return p + strspn(p, " \t\n>|*_");
}

GArray *
tags_of_text(const char *text)
{
	GArray *tags = g_array_new(FALSE, FALSE, sizeof(struct tag));
	struct tag tag;

	for (const char *p = strstr(text, CUT_END); p != NULL;
	     p = strstr(p + 1, CUT_END))
		if (take_tag(behind_cut(p), &tag) != NULL)
			add_tag(tags, &tag);
	return tags;
}
