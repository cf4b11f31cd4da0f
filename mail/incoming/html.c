/* SPDX-License-Identifier: ISC */
/*
 * The text of an html part, good enough to find lines in it that somebody
 * typed.  Not a browser: one pass, no tree, no recursion.  What the mail
 * programs mark as a copy of the letter answered comes out as "> " lines, or
 * below FOREIGN_MARK if they put no quote into it; what nobody sees does not
 * come out.
 */
#include "mail/incoming/html.h"

#include "mail/incoming/text.h"

#include <string.h>

#define HTML_MAX (256 * 1024)
#define VALUE_MAX 1024

static bool
is_one_of(const char *tag, const char *const *tags)
{
	for (; *tags != NULL; tags++)
		if (strcmp(*tags, tag) == 0)
			return true;
	return false;
}

/* ---- entities ---- */

/* At '&'. */
static void
read_entity(struct reducer *r)
{
	char name[12];
	size_t size = 0;
	const char *p = r->p + 1;
	gunichar c;

	while (p < r->end && size < sizeof(name) - 1 &&
	       (g_ascii_isalnum(*p) || (*p == '#' && size == 0)))
		name[size++] = *p++;
	name[size] = '\0';
	c = html_entity(name);
	if (c == 0 || p >= r->end || *p != ';') {
		html_put(r, '&');
		r->p++;
		return;
	}
	html_put(r, c);
	r->p = p + 1;
}

/* ---- tags ---- */

static size_t
read_name(struct reducer *r, char *name, size_t room)
{
	size_t size = 0;

	while (r->p < r->end && !g_ascii_isspace(*r->p) && *r->p != '>' &&
	       *r->p != '/' && *r->p != '=') {
		if (size < room - 1)
			name[size++] = g_ascii_tolower(*r->p);
		r->p++;
	}
	name[size] = '\0';
	return size;
}

static void
read_value(struct reducer *r, char *value, size_t room)
{
	char mark = r->p < r->end ? *r->p : '\0';
	bool quoted = mark == '"' || mark == '\'';
	size_t size = 0;

	if (quoted)
		r->p++;
	for (; r->p < r->end; r->p++) {
		if (quoted ? *r->p == mark
			   : g_ascii_isspace(*r->p) || *r->p == '>')
			break;
		if (size < room - 1)
			value[size++] = *r->p;
	}
	if (quoted && r->p < r->end)
		r->p++;
	value[size] = '\0';
}

static void
skip_blanks(struct reducer *r)
{
	while (r->p < r->end && g_ascii_isspace(*r->p))
		r->p++;
}

/* What the attributes of an element say. */
struct said {
	enum copy copy;
	struct paint paint;
	char link[VALUE_MAX];
};

static void
hear_attribute(
    struct said *said, const char *tag, const char *name, const char *value)
{
	if (said->copy == COPY_NONE)
		said->copy = copy_attribute(tag, name, value);
	paint_attribute(&said->paint, tag, name, value);
	if (tag[0] == 'a' && tag[1] == '\0' && strcmp(name, "href") == 0)
		g_strlcpy(said->link, value, VALUE_MAX);
}

/* Up to and with '>'. */
static void
read_attributes(struct reducer *r, const char *tag, struct said *said)
{
	char name[TAG_MAX], value[VALUE_MAX];

	while (r->p < r->end && *r->p != '>') {
		if (g_ascii_isspace(*r->p) || *r->p == '/' || *r->p == '=') {
			r->p++;
			continue;
		}
		read_name(r, name, sizeof(name));
		skip_blanks(r);
		value[0] = '\0';
		if (r->p < r->end && *r->p == '=') {
			r->p++;
			skip_blanks(r);
			read_value(r, value, sizeof(value));
		}
		hear_attribute(said, tag, name, value);
	}
	if (r->p < r->end)
		r->p++;
}

/* To the closing tag of an element that holds no text of the letter. */
static void
skip_content(struct reducer *r, const char *tag)
{
	size_t size = strlen(tag);

	while (r->p < r->end) {
		const char *p = memchr(r->p, '<', (size_t)(r->end - r->p));
		if (p == NULL)
			break;
		r->p = p;
		if ((size_t)(r->end - p) > size + 2 && p[1] == '/' &&
		    g_ascii_strncasecmp(p + 2, tag, size) == 0)
			return;
		r->p++;
	}
	r->p = r->end;
}

static void
open_tag(struct reducer *r, const char *tag)
{
	static const char *const silent[] = { "script", "style", "title",
		NULL };
	/* These have no end, so nothing stands in them. */
	static const char *const empty[] = { "br", "hr", "img", "input", "meta",
		"link", "base", "area", "col", "wbr", NULL };
	static const char *const flow[] = { "body", "p", "div", "table", "br",
		"span", "blockquote", "h1", "pre", NULL };
	/* Struck out by their writer, or never shown. */
	static const char *const unmeant[] = { "s", "strike", "del", "template",
		"datalist", NULL };
	struct said said;

	said.copy = strcmp(tag, "blockquote") == 0 ? COPY_QUOTE : COPY_NONE;
	said.paint = r->paint;
	said.paint.gone |= is_one_of(tag, unmeant);
	said.link[0] = '\0';
	read_attributes(r, tag, &said);
	if (is_one_of(tag, silent)) {
		skip_content(r, tag);
		return;
	}
	if (strcmp(tag, "head") == 0)
		r->in_head = true;
	else if (is_one_of(tag, flow))
		r->in_head = false;
	r->pre += strcmp(tag, "pre") == 0;
	r->tables += strcmp(tag, "table") == 0;
	if (said.copy == COPY_REST)
		html_mark_foreign(r);
	if (said.link[0] != '\0')
		html_open_link(r, said.link);
	if (is_one_of(tag, empty))
		return;
	if (said.copy == COPY_QUOTE || said.copy == COPY_FRAME ||
	    !paint_same(&said.paint, &r->paint))
		html_element_open(r, tag, said.copy, &said.paint);
	else
		html_element_count(r, tag, false);
}

static void
close_tag(struct reducer *r, const char *tag)
{
	struct said said = { .copy = COPY_NONE };

	read_attributes(r, "", &said);
	if (strcmp(tag, "head") == 0)
		r->in_head = false;
	if (strcmp(tag, "pre") == 0 && r->pre > 0)
		r->pre--;
	if (strcmp(tag, "table") == 0 && r->tables > 0 && --r->tables == 0)
		r->ours = false;
	if (strcmp(tag, "a") == 0)
		html_close_link(r);
	html_element_count(r, tag, true);
}

/* At '<' before a letter, or before '/' and a letter. */
static void
read_tag(struct reducer *r)
{
	static const char *const blocks[] = { "p", "div", "tr", "li", "h1",
		"h2", "h3", "h4", "h5", "h6", "blockquote", "table", "ul", "ol",
		"dl", "dt", "dd", "pre", "section", "article", "header",
		"footer", "center", "body", NULL };
	char tag[TAG_MAX];
	bool closing = r->p[1] == '/';

	r->p += closing ? 2 : 1;
	read_name(r, tag, sizeof(tag));
	if (strcmp(tag, "br") == 0) {
		html_end_line(r, true);
	} else if (strcmp(tag, "hr") == 0) {
		html_end_line(r, false);
		html_end_paragraph(r);
		html_end_line(r, true); /* whatever is said ends at it */
	} else if (is_one_of(tag, blocks)) {
		html_end_line(r, false);
		if (!closing)
			html_end_paragraph(r);
	}
	if (strcmp(tag, "td") == 0 || strcmp(tag, "th") == 0)
		r->blank = true;
	if (closing)
		close_tag(r, tag);
	else
		open_tag(r, tag);
}

/* At '<': a tag, a comment, a declaration, or just this character. */
static void
read_markup(struct reducer *r)
{
	size_t left = (size_t)(r->end - r->p);
	const char *to;

	if (left >= 4 && memcmp(r->p, "<!--", 4) == 0) {
		to = g_strstr_len(r->p + 4, (gssize)left - 4, "-->");
		r->p = to == NULL ? r->end : to + 3;
	} else if (left >= 2 && (r->p[1] == '!' || r->p[1] == '?')) {
		to = memchr(r->p, '>', left);
		r->p = to == NULL ? r->end : to + 1;
	} else if ((left >= 2 && g_ascii_isalpha(r->p[1])) ||
		   (left >= 3 && r->p[1] == '/' && g_ascii_isalpha(r->p[2]))) {
		read_tag(r);
	} else {
		html_put(r, '<');
		r->p++;
	}
}

char *
html_text(const char *html, size_t size)
{
	g_autofree char *valid =
	    g_utf8_make_valid(html, (gssize)MIN(size, HTML_MAX));
	struct reducer r = {
		.p = valid, .end = valid + strlen(valid), .paint = paint_plain()
	};

	r.out = g_string_sized_new(strlen(valid) / 2 + 1);
	r.line = g_string_new(NULL);
	r.link = g_string_new(NULL);
	while (r.p < r.end) {
		if (*r.p == '<') {
			read_markup(&r);
		} else if (*r.p == '&') {
			read_entity(&r);
		} else {
			html_put(&r, g_utf8_get_char(r.p));
			r.p = g_utf8_next_char(r.p);
		}
	}
	html_end_line(&r, false);
	g_string_free(r.line, TRUE);
	g_string_free(r.link, TRUE);
	return g_string_free(r.out, FALSE);
}
