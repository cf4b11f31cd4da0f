/* SPDX-License-Identifier: ISC */
/*
 * Header fields as lists of names and values, however many and however odd:
 * decoded, one line each, and the ids that stand in them.  GMime 3.2.13 drops
 * all behind the padding of the first of two base64 words (its bug 133), as
 * many a subject has; so encoded words (RFC 2047) are decoded here.
 */
#include "mail/inner.h"

#include "mail/incoming/text.h"

#include <string.h>

#define IDS_MAX 200
#define ID_MAX 250
#define WORD_MAX 1000 /* bytes of an encoded word; the RFC allows 75 */

/* Encoded words behind one another, of one charset: their bytes. */
struct run {
	GString *out; /* where their text goes */
	GString *bytes;
	char charset[41]; /* "": none is open */
};

static void
end_run(struct run *run)
{
	g_autofree char *text = NULL;

	if (run->charset[0] == '\0')
		return;
	text =
	    text_decode(run->bytes->str, run->bytes->len, run->charset, NULL);
	g_string_append(run->out, text);
	g_string_truncate(run->bytes, 0);
	run->charset[0] = '\0';
}

static void
decode_quoted(GString *out, const char *p, const char *end)
{
	for (; p < end; p++) {
		if (*p == '_') {
			g_string_append_c(out, ' ');
		} else if (*p == '=' && end - p > 2 && g_ascii_isxdigit(p[1]) &&
			   g_ascii_isxdigit(p[2])) {
			g_string_append_c(
			    out, (char)(g_ascii_xdigit_value(p[1]) << 4 |
					g_ascii_xdigit_value(p[2])));
			p += 2;
		} else {
			g_string_append_c(out, *p);
		}
	}
}

static void
decode_base64(GString *out, const char *p, const char *end)
{
	g_autofree guchar *bytes = g_malloc((size_t)(end - p) + 4);
	gint held = 0;
	guint save = 0;
	gsize size =
	    g_base64_decode_step(p, (gsize)(end - p), bytes, &held, &save);

	g_string_append_len(out, (const char *)bytes, (gssize)size);
}

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* "=?CHARSET?B?TEXT?=" at p goes into the run; behind it, or NULL. */
static const char *
take_word(struct run *run, const char *p)
{
	const char *text = p += 2;
	size_t name = 0;
	const char *end;
	char kind;

	/* "utf-8*en" names a language, too */
	for (; *text != '\0' && *text != '?' && !is_blank(*text); text++)
		if (name == (size_t)(text - p) && *text != '*')
			name++;
	if (name == 0 || name >= sizeof(run->charset) || text[0] != '?' ||
	    text[1] == '\0' || text[2] != '?')
		return NULL;
	kind = g_ascii_tolower(text[1]);
	text += 3;
	end = g_strstr_len(text, WORD_MAX, "?=");
	if (end == NULL || (kind != 'b' && kind != 'q'))
		return NULL;
	if (g_ascii_strncasecmp(run->charset, p, name) != 0 ||
	    run->charset[name] != '\0')
		end_run(run);
	memcpy(run->charset, p, name);
	run->charset[name] = '\0';
	if (kind == 'b')
		decode_base64(run->bytes, text, end);
	else
		decode_quoted(run->bytes, text, end);
	return end + 2;
}

/* Encoded words undone; blanks between two of them do not count. */
static char *
decode_words(const char *p)
{
	struct run run = { .out = g_string_new(NULL),
		.bytes = g_string_new(NULL) };

	while (*p != '\0') {
		const char *word = p, *after = NULL;
		bool first = run.charset[0] == '\0';
		while (is_blank(*word))
			word++;
		if (word[0] == '=' && word[1] == '?')
			after = take_word(&run, word);
		if (after == NULL) {
			end_run(&run);
			after = word + (*word != '\0');
			g_string_append_len(run.out, p, after - p);
		} else if (first) {
			g_string_append_len(run.out, p, word - p);
		}
		p = after;
	}
	end_run(&run);
	g_string_free(run.bytes, TRUE);
	return g_string_free(run.out, FALSE);
}

/* Decoded words may hold anything, also line ends. */
static char *
one_line(const char *text)
{
	GString *out = g_string_new(NULL);

	for (const char *p = text; *p != '\0'; p = g_utf8_next_char(p)) {
		gunichar c = g_utf8_get_char(p);
		if (g_unichar_iscntrl(c) || g_unichar_isspace(c))
			c = ' ';
		if (c != ' ' || (out->len > 0 && out->str[out->len - 1] != ' '))
			g_string_append_unichar(out, c);
	}
	if (out->len > 0 && out->str[out->len - 1] == ' ')
		g_string_truncate(out, out->len - 1);
	return g_string_free(out, FALSE);
}

struct field *
field_new(const char *name, const char *raw)
{
	struct field *field = g_new0(struct field, 1);
	g_autofree char *text = NULL, *decoded = NULL;

	if (raw == NULL)
		raw = "";
	/* Bytes that are not ASCII have no business here, but some are. */
	text = text_decode(raw, strlen(raw), NULL, NULL);
	decoded = decode_words(text);
	field->name = g_strdup(name);
	field->value = one_line(decoded);
	return field;
}

void
field_free(void *p)
{
	struct field *field = p;

	g_free(field->name);
	g_free(field->value);
	g_free(field);
}

const char *
fields_value(const GPtrArray *fields, const char *name)
{
	for (guint i = 0; i < fields->len; i++) {
		const struct field *field = g_ptr_array_index(fields, i);
		if (g_ascii_strcasecmp(field->name, name) == 0)
			return field->value;
	}
	return NULL;
}

int
fields_count(const GPtrArray *fields, const char *name)
{
	int n = 0;

	for (guint i = 0; i < fields->len; i++) {
		const struct field *field = g_ptr_array_index(fields, i);
		n += g_ascii_strcasecmp(field->name, name) == 0;
	}
	return n;
}

static bool
id_ok(const char *id, size_t size)
{
	if (size == 0 || size > ID_MAX)
		return false;
	for (size_t i = 0; i < size; i++)
		if (!g_ascii_isgraph(id[i]) || id[i] == '<' || id[i] == '>')
			return false;
	return true;
}

/* All "<id>" of one value. */
static void
take_ids(GPtrArray *found, const char *p)
{
	const char *start = NULL;

	for (; *p != '\0'; p++) {
		if (*p == '<')
			start = p + 1;
		if (*p != '>' || start == NULL)
			continue;
		if (id_ok(start, (size_t)(p - start)))
			g_ptr_array_add(
			    found, g_strndup(start, (size_t)(p - start)));
		start = NULL;
	}
}

void
fields_ids(
    GPtrArray *out, const GPtrArray *fields, const char *name, bool last_first)
{
	g_autoptr(GPtrArray) found = g_ptr_array_new_with_free_func(g_free);

	for (guint i = 0; i < fields->len; i++) {
		const struct field *field = g_ptr_array_index(fields, i);
		if (g_ascii_strcasecmp(field->name, name) == 0)
			take_ids(found, field->value);
	}
	/* Ours stands first or last; of a bomb the middle is dropped. */
	if (found->len > IDS_MAX)
		g_ptr_array_remove_range(
		    found, IDS_MAX / 2, found->len - IDS_MAX);
	for (guint i = 0; i < found->len; i++) {
		guint at = last_first ? found->len - 1 - i : i;
		g_ptr_array_add(out, g_strdup(g_ptr_array_index(found, at)));
	}
}
