/* SPDX-License-Identifier: ISC */
/* The marks that mail programs put around a copy of the letter answered. */
#include "mail/incoming/html.h"

#include <stdint.h>
#include <string.h>

static enum copy
class_copy(const char *value)
{
	g_auto(GStrv) classes = g_strsplit_set(value, " \t\r\n\f", 32);

	for (char **class = classes; *class != NULL; class ++) {
		if (strcmp(*class, "moz-cite-prefix") == 0)
			return COPY_QUOTE;
		if (g_str_has_prefix(*class, "gmail_quote") ||
		    strcmp(*class, "yahoo_quoted") == 0 ||
		    strcmp(*class, "protonmail_quote") == 0)
			return COPY_FRAME;
	}
	return COPY_NONE;
}

/* Outlook's line above the header of the letter answered. */
static bool
style_is_rule(const char *value)
{
	g_autofree char *style = g_ascii_strdown(value, -1);
	char *to = style;
	const char *top;

	for (const char *p = style; *p != '\0'; p++)
		if (!g_ascii_isspace(*p))
			*to++ = *p;
	*to = '\0';
	top = strstr(style, "border-top:");
	if (top == NULL)
		return false;
	*(char *)(uintptr_t)(top + strcspn(top, ";")) = '\0';
	return strstr(top, "solid") != NULL && strchr(top, '#') != NULL &&
	       strstr(top, "1.0pt") != NULL;
}

enum copy
copy_attribute(const char *tag, const char *name, const char *value)
{
	bool div = strcmp(tag, "div") == 0;

	if (strcmp(name, "class") == 0)
		return class_copy(value);
	if (div && strcmp(name, "name") == 0 && strcmp(value, "quote") == 0)
		return COPY_FRAME;
	if (strcmp(name, "id") == 0 && (strcmp(value, "divRplyFwdMsg") == 0 ||
					   strcmp(value, "appendonsend") == 0))
		return COPY_REST;
	if (div && strcmp(name, "style") == 0 && style_is_rule(value))
		return COPY_REST;
	return COPY_NONE;
}

void
copy_mark(GString *text, size_t from)
{
	g_autofree char *tail = g_strdup(text->str + from);
	g_auto(GStrv) lines = g_strsplit(tail, "\n", -1);

	g_string_truncate(text, from);
	for (char **line = lines; *line != NULL; line++) {
		if (line[0][0] == '\0' && line[1] == NULL)
			break;
		if (!g_str_has_prefix(*line, "> "))
			g_string_append(text, "> ");
		g_string_append(text, *line);
		g_string_append_c(text, '\n');
	}
}
