/* SPDX-License-Identifier: ISC */
/*
 * The text of an html part, good enough to find lines in it that somebody
 * typed.  Not a browser: one pass, no tree, no recursion.  What the mail
 * programs mark as a copy of the letter answered comes out as "> " lines, or
 * below FOREIGN_MARK if they put no quote into it; what nobody sees does not
 * come out.
 */
#include "mail/incoming/html.h"

#include "mail/quotes/unquote.h"
#include "mail/incoming/text.h"

#include <string.h>

#define HTML_MAX (256 * 1024)
#define OPEN_MAX 64
#define TAG_MAX 16
#define VALUE_MAX 1024
#define LINK_MAX 60
#define NO_BREAK 0xa0
#define MARK_LINE FOREIGN_MARK "\n"
#define END_LINE FOREIGN_END "\n"

/* An open element that changes how the text in it is taken. */
struct element {
	char tag[TAG_MAX];
	int nested; /* open elements of the same tag inside it */
	enum copy copy;
	bool empty; /* a frame, and no quote was in it yet */
	size_t from; /* where the output of a frame begins */
	struct paint before;
};

struct reducer {
	const char *p, *end;
	GString *out;
	GString *line;
	bool blank; /* one is owed before the next character */
	bool spaced; /* the line has a blank that keeps it open, if no text */
	bool worded; /* it has a letter or a digit */
	bool in_head;
	bool rest; /* all that follows is quoted */
	bool ours; /* it stands in a table that is a letter of ours */
	int pre; /* open <pre>: line ends count */
	int tables, quotes; /* open ones */
	struct element open[OPEN_MAX];
	int nopen;
	struct paint paint;
	bool hidden; /* it hides what it paints */
	GString *link; /* of what is a link from its beginning, or "" */
	size_t linked; /* so much of the line is in it */
};

static bool
is_one_of(const char *tag, const char *const *tags)
{
	for (; *tags != NULL; tags++)
		if (strcmp(*tags, tag) == 0)
			return true;
	return false;
}

/* ---- writing ---- */

static bool
has_letters(const char *text)
{
	for (const char *p = text; *p != '\0'; p = g_utf8_next_char(p))
		if (g_unichar_isalnum(g_utf8_get_char(p)))
			return true;
	return false;
}

/* What is a link as a whole, but for marks, was not typed: it says so. */
static void
tell_link(struct reducer *r)
{
	if (r->linked > 0 && r->linked <= r->line->len &&
	    !has_letters(r->line->str + r->linked))
		g_string_append_printf(r->line, " <%s>", r->link->str);
	g_string_truncate(r->link, 0);
	r->linked = 0;
}

static void
end_line(struct reducer *r, bool even_if_empty)
{
	even_if_empty |= r->spaced;
	r->blank = r->spaced = false;
	if (r->line->len == 0 && !even_if_empty)
		return;
	tell_link(r);
	if (r->tables > 0 && r->quotes == 0 &&
	    strstr(r->line->str, CUT_TOKEN) != NULL)
		r->ours = true;
	if (r->quotes > 0 || r->rest || r->ours)
		g_string_append(r->out, "> ");
	g_string_append_len(r->out, r->line->str, (gssize)r->line->len);
	g_string_append_c(r->out, '\n');
	g_string_truncate(r->line, 0);
	r->worded = false;
}

static void
put(struct reducer *r, gunichar c)
{
	if (r->in_head || r->hidden)
		return;
	if (c == '\n' && r->pre > 0) {
		end_line(r, true);
		return;
	}
	/* an empty paragraph of Outlook has one that does not break */
	if (c == NO_BREAK)
		r->spaced = true;
	if (c == NO_BREAK || (c < 0x80 && g_ascii_isspace((char)c))) {
		r->blank = true;
		return;
	}
	if (r->blank && r->line->len > 0)
		g_string_append_c(r->line, ' ');
	r->blank = false;
	r->worded = r->worded || g_unichar_isalnum(c);
	g_string_append_unichar(r->line, c);
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
		put(r, '&');
		r->p++;
		return;
	}
	put(r, c);
	r->p = p + 1;
}

/* ---- open elements ---- */

/* The first frame that had no quote yet, or NULL. */
static struct element *
empty_frame(struct reducer *r)
{
	for (int i = 0; i < r->nopen; i++)
		if (r->open[i].empty)
			return &r->open[i];
	return NULL;
}

/* What stands above the first quote of a frame belongs to it. */
static void
begin_quote(struct reducer *r)
{
	const struct element *frame = empty_frame(r);

	r->quotes++;
	if (frame == NULL)
		return;
	g_string_erase(r->out, (gssize)frame->from, strlen(MARK_LINE));
	copy_mark(r->out, frame->from);
	for (int i = 0; i < r->nopen; i++)
		r->open[i].empty = false;
}

static void
mark_foreign(struct reducer *r)
{
	end_line(r, false);
	if (r->quotes == 0 && !r->rest && !r->ours)
		g_string_append(r->out, MARK_LINE);
}

static void
set_paint(struct reducer *r, const struct paint *paint)
{
	r->paint = *paint;
	r->hidden = paint_hides(paint);
}

static void
element_open(struct reducer *r, const char *tag, enum copy copy,
    const struct paint *paint)
{
	struct element *element;

	if (copy != COPY_NONE)
		end_line(r, false);
	if (r->nopen == OPEN_MAX) {
		r->rest |= copy == COPY_QUOTE;
		return;
	}
	element = &r->open[r->nopen];
	*element = (struct element){
		.copy = copy, .from = r->out->len, .before = r->paint
	};
	g_strlcpy(element->tag, tag, TAG_MAX);
	element->empty = copy == COPY_FRAME && r->quotes == 0 && !r->rest &&
			 !r->ours && empty_frame(r) == NULL;
	if (copy == COPY_QUOTE)
		begin_quote(r);
	else if (element->empty)
		g_string_append(r->out, MARK_LINE);
	r->nopen++;
	set_paint(r, paint);
}

/* The innermost one; those in it that were never closed end before it. */
static void
element_close(struct reducer *r)
{
	const struct element *element = &r->open[--r->nopen];

	if (element->copy != COPY_NONE)
		end_line(r, false);
	r->quotes -= element->copy == COPY_QUOTE;
	if (element->empty)
		g_string_append(r->out, END_LINE);
	set_paint(r, &element->before);
}

/* The innermost one of this tag is closed, or one more is open in it. */
static void
element_count(struct reducer *r, const char *tag, bool closing)
{
	int i = r->nopen - 1;

	while (i >= 0 && strcmp(r->open[i].tag, tag) != 0)
		i--;
	if (i < 0)
		return;
	if (!closing) {
		r->open[i].nested++;
	} else if (r->open[i].nested > 0) {
		r->open[i].nested--;
	} else {
		while (r->nopen > i)
			element_close(r);
	}
}

/* A paragraph needs no closing tag before the next block. */
static void
end_paragraph(struct reducer *r)
{
	if (r->nopen > 0 && r->open[r->nopen - 1].nested == 0 &&
	    strcmp(r->open[r->nopen - 1].tag, "p") == 0)
		element_close(r);
}

/* ---- links ---- */

/* To another place, or to one of the same page; telephones make links of dates
 * and the like that lead to programs. */
static void
open_link(struct reducer *r, const char *to)
{
	bool page = to[0] == '#' || to[0] == '/';

	if (r->worded || (!page && !g_str_has_prefix(to, "http") &&
			     !g_str_has_prefix(to, "mailto:")))
		return;
	g_string_assign(r->link, page ? "http://" : "");
	g_string_append(r->link, to);
	for (char *p = r->link->str; *p != '\0'; p++)
		if (g_ascii_isspace(*p) || g_ascii_iscntrl(*p))
			*p = '_';
	if (r->link->len > LINK_MAX)
		g_string_truncate(r->link, LINK_MAX);
}

/* Addresses that a mail program made links of say where they lead. */
static void
close_link(struct reducer *r)
{
	if (r->link->len > 0 && strstr(r->line->str, "://") == NULL &&
	    strstr(r->line->str, "www.") == NULL &&
	    strchr(r->line->str, '@') == NULL)
		r->linked = r->line->len;
	else
		g_string_truncate(r->link, 0);
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
		mark_foreign(r);
	if (said.link[0] != '\0')
		open_link(r, said.link);
	if (is_one_of(tag, empty))
		return;
	if (said.copy == COPY_QUOTE || said.copy == COPY_FRAME ||
	    !paint_same(&said.paint, &r->paint))
		element_open(r, tag, said.copy, &said.paint);
	else
		element_count(r, tag, false);
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
		close_link(r);
	element_count(r, tag, true);
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
		end_line(r, true);
	} else if (strcmp(tag, "hr") == 0) {
		end_line(r, false);
		end_paragraph(r);
		end_line(r, true); /* whatever is said ends at it */
	} else if (is_one_of(tag, blocks)) {
		end_line(r, false);
		if (!closing)
			end_paragraph(r);
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
		put(r, '<');
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
			put(&r, g_utf8_get_char(r.p));
			r.p = g_utf8_next_char(r.p);
		}
	}
	end_line(&r, false);
	g_string_free(r.line, TRUE);
	g_string_free(r.link, TRUE);
	return g_string_free(r.out, FALSE);
}
