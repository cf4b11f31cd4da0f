/* SPDX-License-Identifier: ISC */
/* Marks in a rendered letter: what its partials are for, and where blocks end.
 */
#include "render/markup.h"

#include <string.h>

/* Partials by the names that they have in every language. */
static const struct {
	const char *name;
	char part;
} parts[] = {
	{ "ask", PART_ASK },
	{ "choices", PART_CHOICES },
	{ "cut", PART_CUT },
	{ "picture", PART_PICTURE },
	{ "news", PART_SECTION },
	{ "newcomer", PART_SECTION },
	{ "sections", PART_SECTION },
	{ "sent", PART_SECTION },
	{ "votes", PART_SECTION },
	{ "table", PART_TABLE },
	{ "result", PART_TABLE },
	{ "proof", PART_SECTION },
	{ "about", PART_SECTION },
	{ "policy", PART_SECTION },
	{ "players", PART_SECTION },
	{ "details", PART_SECTION },
	{ "tail", PART_SMALL },
	{ "number", PART_SMALL },
	{ "answered", PART_ANSWER },
	{ "waits", PART_WAITS },
	{ "legend", PART_LEGEND },
	{ "fair", PART_HELP },
	{ "moves", PART_HELP },
};

/* What the partial is for, or '\0'. */
static char
part_of(const char *name)
{
	/* "help-vote", "rules-luck": topics to read up on */
	if (g_str_has_prefix(name, "help") || g_str_has_prefix(name, "rules"))
		return PART_HELP;
	for (size_t i = 0; i < G_N_ELEMENTS(parts); i++)
		if (strcmp(parts[i].name, name) == 0)
			return parts[i].part;
	return '\0';
}

void
marks_part(void *letter, const char *name, bool ends, GString *out)
{
	char part = part_of(name);

	(void)letter;
	if (part == '\0')
		return;
	g_string_append_c(out, ends ? MARK_PART_END : MARK_PART);
	g_string_append_c(out, part);
}

void
marks_item(void *letter, const char *filter, GString *out)
{
	(void)letter;
	if (strcmp(filter, "table") == 0)
		g_string_append_c(out, MARK_ROW);
}

char *
marks_block_end(char *text)
{
	static const char ends[] = { MARK_BLOCK, MARK_BLOCK_END, '\0' };
	int depth = 0;

	for (;; text++) {
		text += strcspn(text, ends);
		if (*text == '\0' || (*text == MARK_BLOCK_END && depth == 0))
			return text;
		depth += *text == MARK_BLOCK ? 1 : -1;
	}
}
