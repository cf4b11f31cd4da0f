/* SPDX-License-Identifier: ISC */
#include "render/json_write.h"

#include "render/text/text.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define ONES (G_MAXUINT64 / 0xff)

/* Not zero if a byte of the eight is. */
static guint64
zeros(guint64 word)
{
	return (word - ONES) & ~word & ONES << 7;
}

const char *
json_plain_end(const char *text, const char *end)
{
	guint64 word;

	for (; end - text >= (ptrdiff_t)sizeof(word); text += sizeof(word)) {
		memcpy(&word, text, sizeof(word));
		if ((zeros(word & ONES * 0xe0) | zeros(word ^ ONES * '"') |
			zeros(word ^ ONES * '\\')) != 0)
			break;
	}
	while ((unsigned char)*text >= ' ' && *text != '"' && *text != '\\')
		text++;
	return text;
}

static void
write_escaped(char c, GString *out)
{
	static const char letters[] = { ['\b'] = 'b',
		['\t'] = 't',
		['\n'] = 'n',
		['\f'] = 'f',
		['\r'] = 'r',
		['"'] = '"',
		['\\'] = '\\' };
	const unsigned char byte = (unsigned char)c;

	if (byte < sizeof(letters) && letters[byte] != '\0') {
		g_string_append_c(out, '\\');
		g_string_append_c(out, letters[byte]);
	} else
		g_string_append_printf(out, "\\u%04X", byte);
}

static void
write_string(const char *text, size_t size, GString *out)
{
	const char *end = text + size;

	g_string_append_c(out, '"');
	for (;;) {
		const char *from = text;

		text = json_plain_end(text, end);
		text_append(out, from, (size_t)(text - from));
		if (text == end)
			break;
		write_escaped(*text++, out);
	}
	g_string_append_c(out, '"');
}

static void
begin_line(size_t depth, GString *out)
{
	g_string_append_c(out, '\n');
	for (; depth > 0; depth--)
		g_string_append_c(out, ' ');
}

static void write_value(const json_t *, size_t depth, GString *out);

static void
write_object(json_t *object, size_t depth, GString *out)
{
	const char *key;
	json_t *value;
	bool any = false;

	g_string_append_c(out, '{');
	json_object_foreach(object, key, value)
	{
		if (any)
			g_string_append_c(out, ',');
		any = true;
		begin_line(depth + 1, out);
		write_string(key, strlen(key), out);
		text_append_all(out, ": ");
		write_value(value, depth + 1, out);
	}
	if (any)
		begin_line(depth, out);
	g_string_append_c(out, '}');
}

static void
write_list(const json_t *list, size_t depth, GString *out)
{
	const json_t *value;
	size_t i;

	g_string_append_c(out, '[');
	json_array_foreach(list, i, value)
	{
		if (i > 0)
			g_string_append_c(out, ',');
		begin_line(depth + 1, out);
		write_value(value, depth + 1, out);
	}
	if (i > 0)
		begin_line(depth, out);
	g_string_append_c(out, ']');
}

static void
write_real(const json_t *real, GString *out)
{
	char *text = json_dumps(real, JSON_ENCODE_ANY);

	text_append_all(out, text);
	free(text);
}

static void
write_value(const json_t *value, size_t depth, GString *out)
{
	switch (json_typeof(value)) {
	case JSON_OBJECT:
		write_object((json_t *)(uintptr_t)value, depth, out);
		break;
	case JSON_ARRAY:
		write_list(value, depth, out);
		break;
	case JSON_STRING:
		write_string(
		    json_string_value(value), json_string_length(value), out);
		break;
	case JSON_INTEGER:
		text_integer(json_integer_value(value), out);
		break;
	case JSON_REAL:
		write_real(value, out);
		break;
	case JSON_TRUE:
		text_append_all(out, "true");
		break;
	case JSON_FALSE:
		text_append_all(out, "false");
		break;
	case JSON_NULL:
		text_append_all(out, "null");
		break;
	}
}

void
json_write(const json_t *value, GString *out)
{
	write_value(value, 0, out);
}
