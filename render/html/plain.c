/* SPDX-License-Identifier: ISC */
/* What templates write as it is: paragraphs, lists, commands and what they do.
 */
#include "render/html/html.h"

#include "render/language/catalog.h"
#include "render/markup.h"
#include "render/text/text.h"

#include <string.h>

#define HEADING_MAX 72 /* bytes of a line that leads into a list */
#define DEEP 10 /* blanks before the further lines of an explanation */
#define ITEM_DEEP 3 /* blanks before the further lines of an item */
#define ARROW "→ "
#define DOT "· "
#define NUMBERED "1. "

/* ---- lines ---- */

/* Where the line ends: at its '\n', at a mark, or at the end. */
static char *
line_end(char *p)
{
	return p + strcspn(p, "\n" MARKS);
}

static size_t
blanks_of(struct text_span line)
{
	size_t n = 0;

	while (n < line.size && line.at[n] == ' ')
		n++;
	return n;
}

static bool
begins(struct text_span line, const char *with)
{
	size_t size = strlen(with);

	return line.size >= size && memcmp(line.at, with, size) == 0;
}

/* Does a block follow, with nothing but blank lines between? */
static bool
block_follows(const char *p)
{
	p += strspn(p, " \n");
	return *p == MARK_BLOCK;
}

static bool
could_head(struct text_span line)
{
	return line.size > 0 && line.size <= HEADING_MAX &&
	       line.at[line.size - 1] == ':';
}

/* The mark that an item begins with, or NULL; "1. " for all numbers. */
static const char *
mark_of(struct text_span line)
{
	static const char *const signs[] = { "· ", "✓ ", "✗ ", "→ " };
	size_t digits = 0;

	for (size_t i = 0; i < G_N_ELEMENTS(signs); i++)
		if (begins(line, signs[i]))
			return signs[i];
	while (digits < line.size && g_ascii_isdigit(line.at[digits]))
		digits++;
	return digits > 0 && digits + 2 < line.size && line.at[digits] == '.' &&
		       line.at[digits + 1] == ' '
		   ? NUMBERED
		   : NULL;
}

/* Do chapters follow: lines that lead into blocks themselves, or items? */
static bool
chapters_follow(const char *p)
{
	const char *end;
	struct text_span line;

	p += strspn(p, " \n");
	end = p + strcspn(p, "\n" MARKS);
	line = text_strip(p, end);
	return *end == '\n' &&
	       (begins(line, DOT) || (could_head(line) && block_follows(end)));
}

/* The name of what a new card is about: a short line that is no sentence. */
static bool
is_title(const struct page *page, struct text_span line, const char *behind)
{
	return page->begun && !page->card && page->small == 0 &&
	       line.size <= HEADING_MAX && behind[0] == '\n' &&
	       g_unichar_isalnum(
		   g_utf8_get_char(g_utf8_prev_char(line.at + line.size)));
}

/* ---- paragraphs ---- */

void
page_flush(struct page *page, GString *text, const char *behind)
{
	struct text_span span = text_strip(text->str, text->str + text->len);

	if (span.size == 0)
		return;
	if (page->begun && could_head(span) && chapters_follow(behind)) {
		page->chapters = false;
		page_heading(page, span);
		page->chapters = true;
	} else if ((page->begun && could_head(span) && block_follows(behind)) ||
		   is_title(page, span, behind))
		page_heading(page, span);
	else
		page_paragraph(page, span);
	g_string_truncate(text, 0);
}

static void
join(GString *text, struct text_span line)
{
	if (text->len > 0)
		g_string_append_c(text, ' ');
	g_string_append_len(text, line.at, (gssize)line.size);
}

/* ---- commands and what they do ---- */

/* "→ rules     how the game is played", over one line or more. */
static char *
put_arrow(struct page *page, struct text_span line, char *p)
{
	const char *end = line.at + line.size;
	const char *gap = g_strstr_len(line.at, (gssize)line.size, "  ");
	struct text_span words = text_strip(line.at, gap != NULL ? gap : end);
	g_autoptr(GString) what = g_string_new(NULL);

	if (gap != NULL)
		join(what, text_strip(gap, end));
	while (*p == '\n') {
		char *stop = line_end(p + 1);
		struct text_span next = { p + 1, (size_t)(stop - p - 1) };
		struct text_span bare = text_strip(next.at, stop);

		if (blanks_of(next) < DEEP || bare.size == 0 ||
		    begins(bare, ARROW))
			break;
		join(what, bare);
		p = stop;
	}
	if (what->len == 0) {
		page_action(page, words);
		return p;
	}
	page_card(page);
	if (!page->listed)
		page_settle(page);
	if (!page->listed)
		g_string_append(page->out,
		    "<table class=\"x\" width=\"100%\" cellpadding=\"0\" "
		    "cellspacing=\"0\" border=\"0\" style=\"margin:0 0 14px\">"
		    "\n");
	page->listed = true;
	g_string_append(page->out,
	    "<tr><th class=\"r\" scope=\"row\" align=\"left\" valign=\"top\" "
	    "width=\"36%\" style=\"padding:6px 10px 6px 0;border-bottom:"
	    "1px solid " RULE ";font-weight:600\">");
	html_escape((struct text_span){ line.at, words.size }, page->out);
	g_string_append(page->out,
	    "</th><td class=\"r\" valign=\"top\" style=\"padding:6px 0;"
	    "border-bottom:1px solid " RULE "\">");
	page_prose(page, (struct text_span){ what->str, what->len });
	g_string_append(page->out, "</td></tr>\n");
	return p;
}

/* "<mailto:ADDRESS>" */
static void
put_mailto(struct page *page, struct text_span line)
{
	page_card(page);
	line.at++;
	line.size -= 2;
	g_string_append(
	    page->out, "<p style=\"margin:0 0 12px\"><a class=\"l\" href=\"");
	for (size_t i = 0; i < line.size; i++)
		if (line.at[i] == '+')
			g_string_append(page->out, "%2B");
		else
			html_escape(
			    (struct text_span){ line.at + i, 1 }, page->out);
	g_string_append(
	    page->out, "\" style=\"color:" LINK ";word-break:break-all\">");
	line.at += strlen("mailto:");
	line.size -= strlen("mailto:");
	html_escape(line, page->out);
	g_string_append(page->out, "</a></p>\n");
}

/* Is that address told by the link that follows? */
static bool
is_told(const struct page *page, struct text_span line)
{
	const char *to = json_string_value(
	    json_object_get(page->letter->context, "answer_to"));

	return to != NULL &&
	       text_same(line, (struct text_span){ to, strlen(to) });
}

/* A line moved in: a command, an address, or something to copy. */
static char *
put_moved_in(struct page *page, struct text_span line, char *p)
{
	if (begins(line, ARROW))
		return put_arrow(page, line, p);
	if (begins(line, "<mailto:") && line.at[line.size - 1] == '>')
		put_mailto(page, line);
	else if (!is_told(page, line))
		page_code(page, line);
	return p;
}

/* ---- items ---- */

static void
open_list(struct page *page, const char *mark)
{
	page->list = mark;
	g_string_append(page->out,
	    strcmp(mark, DOT) == 0
		? "<ul style=\"margin:0 0 12px;padding:0 0 0 20px\">\n"
	    : strcmp(mark, NUMBERED) == 0
		? "<ul style=\"margin:0 0 12px;padding:0 0 0 22px;"
		  "text-indent:-22px;list-style:none\">\n"
		: "<ul style=\"margin:0 0 12px;padding:0;"
		  "list-style:none\">\n");
}

/* A dot is drawn by the list itself; other marks say something. */
static void
put_item(struct page *page, struct text_span item)
{
	const char *mark = mark_of(item);

	page_card(page);
	if (mark == NULL) {
		page_paragraph(page, item);
		return;
	}
	if (page->list == NULL || strcmp(page->list, mark) != 0) {
		page_settle(page);
		open_list(page, mark);
	}
	g_string_append(page->out, "<li style=\"margin:0 0 6px\">");
	/* as it stands in the text */
	g_string_assign(page->line, " ");
	g_string_append_len(page->line, item.at, (gssize)item.size);
	page_guard(
	    page, (struct text_span){ page->line->str, page->line->len });
	if (strcmp(mark, DOT) == 0)
		item = text_strip(item.at + strlen(DOT), item.at + item.size);
	page_prose(page, item);
	g_string_append(page->out, "</li>\n");
	page->begun = true;
	if (page->answers == 0)
		page->led = true;
}

/* What stands in text, which goes away. */
static void
flush_item(struct page *page, GString *text)
{
	struct text_span span = text_strip(text->str, text->str + text->len);

	if (span.size > 0)
		put_item(page, span);
	g_string_truncate(text, 0);
}

/* ---- what templates write as it is ---- */

char *
page_plain(struct page *page, char *p, GString *text)
{
	bool item = false; /* text is one */

	for (;;) {
		char *end = line_end(p);
		struct text_span line = { p, (size_t)(end - p) };
		struct text_span bare = text_strip(p, end);

		p = end;
		if (item &&
		    (blanks_of(line) < ITEM_DEEP || begins(bare, ARROW))) {
			flush_item(page, text);
			item = false;
		}
		if (item) {
			join(text, bare);
		} else if (bare.size == 0) {
			page_flush(page, text, p);
		} else if (*line.at == ' ' && mark_of(bare) != NULL &&
			   !begins(bare, ARROW)) {
			page_flush(page, text, p);
			join(text, bare);
			item = true;
		} else if (begins(bare, "== ")) {
			page_flush(page, text, p);
			page_close(page);
			page_heading(
			    page, text_strip(bare.at + 3, bare.at + bare.size));
		} else if (blanks_of(line) > 1 || begins(bare, ARROW)) {
			page_flush(page, text, p);
			p = put_moved_in(page, bare, p);
		} else {
			join(text, bare);
		}
		if (*p != '\n') {
			if (item)
				flush_item(page, text);
			return p;
		}
		p++;
	}
}

/* ---- {{#wrap}} ---- */

void
page_wrap(struct page *page, const char *p)
{
	g_autoptr(GString) text = g_string_sized_new(256);
	bool item = false;

	while (*p != '\0') {
		const char *end = strchrnul(p, '\n');
		struct text_span bare = text_strip(p, end);

		if (bare.size == 0 || *p == ' ' || item)
			flush_item(page, text);
		item = *p == ' ';
		if (bare.size > 0)
			join(text, bare);
		p = *end == '\n' ? end + 1 : end;
	}
	flush_item(page, text);
	page_settle(page);
}
