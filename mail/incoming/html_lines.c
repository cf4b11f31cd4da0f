/* SPDX-License-Identifier: ISC */
/*
 * The lines of an html part: what is put into them, the links that end in them,
 * and the elements around, of which some are copies of other mails or hide what
 * is in them.
 */
#include "mail/incoming/html.h"

#include "mail/quotes/unquote.h"

#include <string.h>

#define LINK_MAX 60
#define NO_BREAK 0xa0
#define MARK_LINE FOREIGN_MARK "\n"
#define END_LINE FOREIGN_END "\n"

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

void
html_end_line(struct reducer *r, bool even_if_empty)
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

void
html_put(struct reducer *r, gunichar c)
{
	if (r->in_head || r->hidden)
		return;
	if (c == '\n' && r->pre > 0) {
		html_end_line(r, true);
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

/* ---- links ---- */

/* To another place, or to one of the same page; telephones make links of dates
 * and the like that lead to programs. */
void
html_open_link(struct reducer *r, const char *to)
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
void
html_close_link(struct reducer *r)
{
	if (r->link->len > 0 && strstr(r->line->str, "://") == NULL &&
	    strstr(r->line->str, "www.") == NULL &&
	    strchr(r->line->str, '@') == NULL)
		r->linked = r->line->len;
	else
		g_string_truncate(r->link, 0);
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

void
html_mark_foreign(struct reducer *r)
{
	html_end_line(r, false);
	if (r->quotes == 0 && !r->rest && !r->ours)
		g_string_append(r->out, MARK_LINE);
}

static void
set_paint(struct reducer *r, const struct paint *paint)
{
	r->paint = *paint;
	r->hidden = paint_hides(paint);
}

void
html_element_open(struct reducer *r, const char *tag, enum copy copy,
    const struct paint *paint)
{
	struct element *element;

	if (copy != COPY_NONE)
		html_end_line(r, false);
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
		html_end_line(r, false);
	r->quotes -= element->copy == COPY_QUOTE;
	if (element->empty)
		g_string_append(r->out, END_LINE);
	set_paint(r, &element->before);
}

void
html_element_count(struct reducer *r, const char *tag, bool closing)
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

void
html_end_paragraph(struct reducer *r)
{
	if (r->nopen > 0 && r->open[r->nopen - 1].nested == 0 &&
	    strcmp(r->open[r->nopen - 1].tag, "p") == 0)
		element_close(r);
}
