/* SPDX-License-Identifier: ISC */
#include "mail/incoming/writer.h"

#include "mail/address.h"

#include <glib.h>
#include <string.h>

/* Behind the comment or the quoted text at p; NULL: it has no end. */
static const char *
skip_aside(const char *p)
{
	const char end = *p == '"' ? '"' : ')';
	int depth = 0;

	for (const char *at = p; *at != '\0'; at++) {
		if (*at == '\\' && at[1] != '\0')
			at++;
		else if (*at == '(' && end == ')')
			depth++;
		else if (*at == end && at > p && --depth <= 0)
			return at + 1;
	}
	return NULL;
}

/* Without comments, quoted texts and blanks.  What has no end is searched for
 * once: "((((" would take long. */
static char *
bare_of(const char *raw)
{
	GString *bare = g_string_new(NULL);
	bool quotes = true, comments = true;

	for (const char *p = raw, *after; *p != '\0'; p = after) {
		bool *ends = *p == '"' ? &quotes : *p == '(' ? &comments : NULL;

		after = ends != NULL && *ends ? skip_aside(p) : NULL;
		if (after != NULL)
			continue;
		if (ends != NULL)
			*ends = false;
		if (!g_ascii_isspace(*p))
			g_string_append_c(bare, *p);
		after = p + 1;
	}
	return g_string_free(bare, FALSE);
}

/* Is the host an internationalised name (RFC 5890)?  GMime spells its letters
 * otherwise, so what is looked at is that nothing but one "@" parts the text.
 */
static bool
has_idn_host(const char *text)
{
	const char *host = strchr(text, '@');

	return host != NULL && !g_str_is_ascii(host) &&
	       strpbrk(host + 1, "@,;:<>\\") == NULL;
}

static bool
same_address(const char *text, const char *address)
{
	g_autofree char *name = NULL, *split = NULL;
	g_autofree char *bare = bare_of(address);

	if (g_ascii_strcasecmp(text, bare) == 0)
		return true;
	if (address_split(text, &name, &split))
		return g_ascii_strcasecmp(split, address) == 0;
	return has_idn_host(text);
}

bool
writer_alone(const char *raw, const char *address)
{
	g_autofree char *bare = bare_of(raw);
	char *open = strchr(bare, '<'), *close, *route;

	if (open == NULL) {
		for (size_t n = strlen(bare);
		     n > 0 && strchr(",;", bare[n - 1]) != NULL; n--)
			bare[n - 1] = '\0';
		return same_address(bare, address);
	}
	open++;
	close = strchr(open, '>');
	if (close == NULL || strpbrk(close, "<@") != NULL)
		return false;
	*close = '\0';
	/* "<@relay,@other:anna@host>" */
	route = open[0] == '@' ? strchr(open, ':') : NULL;
	return same_address(route != NULL ? route + 1 : open, address);
}
