/* SPDX-License-Identifier: ISC */
/* Values as templates show them. */
#include "render/mustache/mustache.h"

#include "render/text/text.h"

static void
append_real(GString *out, double real)
{
	char text[G_ASCII_DTOSTR_BUF_SIZE];

	g_ascii_formatd(text, sizeof(text), "%.15g", real);
	if (g_ascii_strtod(text, NULL) != real)
		g_ascii_dtostr(text, sizeof(text), real);
	text_append_all(out, text);
}

static void
append_value(GString *out, const json_t *value, bool inside_list)
{
	const json_t *item;
	size_t i;

	switch (value == NULL ? JSON_NULL : json_typeof(value)) {
	case JSON_STRING:
		text_append(
		    out, json_string_value(value), json_string_length(value));
		break;
	case JSON_INTEGER:
		text_integer(json_integer_value(value), out);
		break;
	case JSON_REAL:
		append_real(out, json_real_value(value));
		break;
	case JSON_TRUE:
		text_append_all(out, "true");
		break;
	case JSON_FALSE:
		text_append_all(out, "false");
		break;
	case JSON_ARRAY:
		if (inside_list)
			break;
		json_array_foreach(value, i, item)
		{
			if (i > 0)
				text_append_all(out, ", ");
			append_value(out, item, true);
		}
		break;
	case JSON_OBJECT:
	case JSON_NULL:
		break;
	}
}

void
mustache_value(GString *out, const json_t *value)
{
	append_value(out, value, false);
}

void
mustache_clean(GString *out, size_t from)
{
	size_t to = from;

	for (size_t i = from; i < out->len; i++)
		if ((unsigned char)out->str[i] >= ' ' || out->str[i] == '\n' ||
		    out->str[i] == '\t')
			out->str[to++] = out->str[i];
	g_string_truncate(out, to);
}
