/* SPDX-License-Identifier: ISC */
/*
 * People in a file.  Of CSV the first line names the columns, in any order and
 * among others that nobody needs; commas, semicolons or tabs part them, as
 * spreadsheets have it.  Of a vCard, FN, the preferred EMAIL, LANG and TZ
 * count.
 */
#include "app/organiser/people/people_file.h"

#include "base/err.h"

#include <stdbool.h>
#include <string.h>

static void
filed_person_free(void *p)
{
	struct filed_person *person = p;

	g_free(person->name);
	g_free(person->address);
	g_free(person->language);
	g_free(person->zone);
	g_free(person);
}

static struct filed_person *
person_begin(int line)
{
	struct filed_person *person = g_new0(struct filed_person, 1);

	person->line = line;
	person->name = g_strdup("");
	person->address = g_strdup("");
	person->language = g_strdup("");
	person->zone = g_strdup("");
	return person;
}

static void
set_field(char **field, const char *text)
{
	g_free(*field);
	*field = g_strstrip(g_strdup(text));
}

/* ---- CSV ---- */

/* Which field a title stands for; NULL: nobody needs it. */
static char **
field_of(struct filed_person *person, const char *title)
{
	static const char *const names[] = { "name", "full name",
		"display name", NULL };
	static const char *const addresses[] = { "address", "email", "e-mail",
		"mail", "e-mail address", "email address", "primary email",
		NULL };
	static const char *const languages[] = { "language", "lang", NULL };
	static const char *const zones[] = { "zone", "time zone", "timezone",
		NULL };
	g_autofree char *low = g_ascii_strdown(title, -1);

	g_strstrip(low);
	return g_strv_contains(names, low)	 ? &person->name
	       : g_strv_contains(addresses, low) ? &person->address
	       : g_strv_contains(languages, low) ? &person->language
	       : g_strv_contains(zones, low)	 ? &person->zone
						 : NULL;
}

/*
 * One record, which may go over several lines inside of quotes; *p and *line go
 * on behind it.  NULL: a quote does not end.
 */
static GPtrArray *
read_record(const char **p, int *line, char separator)
{
	g_autoptr(GPtrArray) cells = g_ptr_array_new_with_free_func(g_free);
	g_autoptr(GString) cell = g_string_new(NULL);
	bool quoted = false;

	for (;; (*p)++) {
		char c = **p;

		if (c == '"' && quoted && (*p)[1] == '"')
			g_string_append_c(cell, *(*p)++);
		else if (c == '"' && (quoted || cell->len == 0))
			quoted = !quoted;
		else if (c == '\0' && quoted)
			return NULL;
		else if (!quoted &&
			 (c == separator || c == '\n' || c == '\0')) {
			g_ptr_array_add(cells, g_strdup(cell->str));
			g_string_truncate(cell, 0);
			if (c != separator)
				break;
		} else
			g_string_append_c(cell, c);
		*line += c == '\n';
	}
	if (**p == '\n') {
		(*p)++;
		(*line)++;
	}
	return g_steal_pointer(&cells);
}

static bool
is_blank(const GPtrArray *cells)
{
	for (guint i = 0; i < cells->len; i++)
		if (strspn(cells->pdata[i], " \t\r") != strlen(cells->pdata[i]))
			return false;
	return true;
}

/* The one of them that the titles have most often. */
static char
separator_of(const char *text)
{
	g_autofree char *titles = g_strndup(text, strcspn(text, "\n"));
	char best = ',';
	size_t most = 0;

	for (const char *s = ",;\t"; *s != '\0'; s++) {
		size_t n = 0;

		for (const char *p = titles; *p != '\0'; p++)
			n += *p == *s;
		if (n > most) {
			most = n;
			best = *s;
		}
	}
	return best;
}

static int
check_titles(const GPtrArray *titles, struct err *e)
{
	struct filed_person *person = person_begin(1);
	bool name = false, address = false;

	for (guint i = 0; i < titles->len; i++) {
		char **field = field_of(person, titles->pdata[i]);

		name |= field == &person->name;
		address |= field == &person->address;
	}
	filed_person_free(person);
	return name && address
		   ? 0
		   : err_set(e, ERR_FORMAT,
			 "line 1 must name the columns of a CSV file, among "
			 "them \"name\" and \"address\"");
}

static int
read_csv(const char *p, GPtrArray *people, struct err *e)
{
	char separator = separator_of(p);
	g_autoptr(GPtrArray) titles = NULL;
	int line = 1;

	if ((titles = read_record(&p, &line, separator)) == NULL)
		return err_set(e, ERR_FORMAT, "line 1: a quote does not end");
	if (check_titles(titles, e) == -1)
		return -1;
	while (*p != '\0') {
		struct filed_person *person = person_begin(line);
		g_autoptr(GPtrArray) cells = read_record(&p, &line, separator);

		if (cells == NULL) {
			err_set(e, ERR_FORMAT, "line %d: a quote does not end",
			    person->line);
			filed_person_free(person);
			return -1;
		}
		for (guint i = 0; i < MIN(cells->len, titles->len); i++) {
			char **field = field_of(person, titles->pdata[i]);

			/* The first of two columns, unless it is empty. */
			if (field != NULL && **field == '\0')
				set_field(field, cells->pdata[i]);
		}
		if (is_blank(cells))
			filed_person_free(person);
		else
			g_ptr_array_add(people, person);
	}
	return 0;
}

/* ---- vCard ---- */

/* "=C3=A4" as old programs write it. */
static void
unquote_printable(char *text)
{
	char *out = text;

	for (const char *p = text; *p != '\0'; p++)
		if (p[0] == '=' && g_ascii_isxdigit(p[1]) &&
		    g_ascii_isxdigit(p[2])) {
			*out++ = (char)(g_ascii_xdigit_value(p[1]) * 16 +
					g_ascii_xdigit_value(p[2]));
			p += 2;
		} else
			*out++ = *p;
	*out = '\0';
}

/* "\," and the like. */
static void
unescape(char *text)
{
	char *out = text;

	for (const char *p = text; *p != '\0'; p++) {
		if (*p == '\\' && p[1] != '\0')
			p++;
		*out++ = *p;
	}
	*out = '\0';
}

/* "item1.EMAIL;TYPE=work;PREF=1:anna@example.org" to a field; *preferred: the
 * address is one that was marked. */
static void
take_property(struct filed_person *person, const char *text, bool *preferred)
{
	const char *colon = strchr(text, ':');
	g_autofree char *head =
	    colon == NULL ? g_strdup("")
			  : g_ascii_strup(text, (gssize)(colon - text));
	g_autofree char *value = g_strdup(colon == NULL ? "" : colon + 1);
	size_t length = strcspn(head, ";");
	char *dot = memchr(head, '.', length);
	g_autofree char *key =
	    dot == NULL ? g_strndup(head, length)
			: g_strndup(dot + 1, length - (size_t)(dot + 1 - head));
	bool marked = strstr(head + length, "PREF") != NULL;

	if (strstr(head + length, "QUOTED-PRINTABLE") != NULL)
		unquote_printable(value);
	else
		unescape(value);
	if (strcmp(key, "FN") == 0 && person->name[0] == '\0')
		set_field(&person->name, value);
	else if (strcmp(key, "EMAIL") == 0 &&
		 (person->address[0] == '\0' || (marked && !*preferred))) {
		set_field(&person->address,
		    g_ascii_strncasecmp(value, "mailto:", 7) == 0 ? value + 7
								  : value);
		*preferred = marked;
	} else if (strcmp(key, "LANG") == 0 && person->language[0] == '\0')
		set_field(&person->language, value);
	else if (strcmp(key, "TZ") == 0 && strchr(value, '/') != NULL)
		set_field(&person->zone, value);
}

/* Does quoted-printable text (RFC 2045, 6.7) go on in the next line? */
static bool
is_soft_break(const GString *text)
{
	g_autofree char *upper = g_ascii_strup(text->str, -1);

	return g_str_has_suffix(text->str, "=") &&
	       strstr(upper, "QUOTED-PRINTABLE") != NULL;
}

/* The lines that begin with white space go on with the one before. */
static char *
read_folded(char **lines, int *n)
{
	GString *text = g_string_new(g_strchomp(lines[(*n)++]));

	while (lines[*n] != NULL && (*lines[*n] == ' ' || *lines[*n] == '\t'))
		g_string_append(text, g_strchomp(lines[(*n)++]) + 1);
	while (lines[*n] != NULL && is_soft_break(text)) {
		g_string_truncate(text, text->len - 1);
		g_string_append(text, g_strchomp(lines[(*n)++]));
	}
	return g_string_free(text, FALSE);
}

static int
read_vcards(const char *text, GPtrArray *people, struct err *e)
{
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
	struct filed_person *person = NULL;
	bool preferred = false;
	int line;

	for (int n = 0; lines[n] != NULL;) {
		int first = n + 1;
		g_autofree char *whole = read_folded(lines, &n);

		if (g_ascii_strcasecmp(whole, "BEGIN:VCARD") == 0 &&
		    person == NULL) {
			person = person_begin(first);
			preferred = false;
		} else if (person == NULL)
			continue;
		else if (g_ascii_strcasecmp(whole, "END:VCARD") == 0)
			g_ptr_array_add(people, g_steal_pointer(&person));
		else
			take_property(person, whole, &preferred);
	}
	if (person == NULL)
		return 0;
	line = person->line;
	filed_person_free(person);
	return err_set(e, ERR_FORMAT,
	    "the vCard that begins in line %d has no END:VCARD", line);
}

GPtrArray *
people_file_read(const char *text, gsize size, struct err *e)
{
	static const char mark[] = "\xef\xbb\xbf", card[] = "BEGIN:VCARD";
	g_autoptr(GPtrArray) people =
	    g_ptr_array_new_with_free_func(filed_person_free);
	g_autofree char *whole = g_strndup(text, size);
	const char *p = g_str_has_prefix(whole, mark) ? whole + 3 : whole;
	int r;

	if (!g_utf8_validate(text, (gssize)size, NULL)) {
		err_set(e, ERR_FORMAT,
		    "it is not UTF-8; save it as UTF-8 in the program that "
		    "made it");
		return NULL;
	}
	p += strspn(p, "\r\n");
	r = g_ascii_strncasecmp(p, card, sizeof(card) - 1) == 0
		? read_vcards(p, people, e)
		: read_csv(p, people, e);
	return r == -1 ? NULL : g_steal_pointer(&people);
}
