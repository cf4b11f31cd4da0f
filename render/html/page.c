/* SPDX-License-Identifier: ISC */
/* The elements of a letter's HTML: cards, paragraphs, headings, the picture. */
#include "render/html/html.h"

#include "render/guard.h"
#include "render/render.h"
#include "render/text/text.h"
#include "render/language/catalog.h"

#include <string.h>

#define LEAD_MAX 160 /* bytes of a first paragraph that is set large */
#define LABEL_MAX 32 /* bytes of "Your hand:" */

#define HARD_BLANK "\u00a0"
#define CODE "Consolas,Menlo,'DejaVu Sans Mono',monospace"

/* ---- lines ---- */

/*
 * Whether a line is a command is decided by how it begins; as much of it as the
 * text has in its first line was looked at there, and is known.
 */
static struct text_span
first_line(struct text_span line)
{
	size_t size = 0, last = 0;
	int columns = 0;

	while (size < line.size && columns < TEXT_COLUMNS) {
		const char *p = line.at + size;

		if (*p == ' ')
			last = size;
		columns++;
		size += (size_t)(g_utf8_next_char(p) - p);
	}
	if (size < line.size && line.at[size] != ' ')
		size = last > 0 ? last : size;
	return (struct text_span){ line.at, MIN(size, line.size) };
}

void
page_guard(struct page *page, struct text_span line)
{
	const struct rendering *letter = page->letter;

	line = first_line(line);
	if (guard_suspects(letter->catalog, letter->game, line))
		g_string_append(page->out, "~ ");
}

/* "w domu", "(i tak": a word of one letter. */
static bool
is_letter(const char *from, const char *p)
{
	static const char opening[] = "„";
	size_t size = strlen(opening);

	if (strchr("AIOUWZaiouwz", *p) == NULL)
		return false;
	return p == from || p[-1] == ' ' || p[-1] == '(' ||
	       ((size_t)(p - from) >= size &&
		   memcmp(p - size, opening, size) == 0);
}

void
page_prose(struct page *page, struct text_span text)
{
	const char *from = text.at, *end = text.at + text.size;

	if (strcmp(catalog_language(page->letter->catalog), "pl") == 0)
		for (const char *p = text.at; p + 1 < end; p++) {
			if (p[1] != ' ' || !is_letter(text.at, p))
				continue;
			html_escape(
			    (struct text_span){ from, (size_t)(p + 1 - from) },
			    page->out);
			g_string_append(page->out, HARD_BLANK);
			from = p + 2;
		}
	html_escape(
	    (struct text_span){ from, (size_t)(end - from) }, page->out);
}

/* ---- beside links ---- */

static void
put_hint(struct page *page, const char *key)
{
	const char *said = catalog_raw(page->letter->catalog, key);

	if (said != NULL) {
		g_string_append_c(page->out, ' ');
		page_prose(page, text_whole(said));
	}
}

bool
page_invite(struct page *page)
{
	const char *said = catalog_raw(page->letter->catalog, "html.choose");

	if (page->mailto == NULL || said == NULL)
		return false;
	g_string_append(page->out, "<p style=\"margin:0 0 8px\">");
	page_prose(page, text_whole(said));
	g_string_append(page->out, "</p>\n");
	return true;
}

void
page_tap(struct page *page)
{
	if (!page->linked || !page->card || (page->told && !page->unfinished))
		return;
	g_string_append(page->out,
	    "<p class=\"m\" style=\"margin:10px 0 8px;color:" MUTED
	    ";font-size:13px;line-height:19px\">");
	if (!page->told)
		put_hint(page, "html.tap");
	if (page->unfinished)
		put_hint(page, "html.complete");
	g_string_append(page->out, "</p>\n");
	page->linked = page->unfinished = false;
	page->told = true;
}

/* ---- cards ---- */

static void
open_row(struct page *page, bool small)
{
	g_string_append(page->out,
	    small ? "<tr><td class=\"p m\" style=\"padding:12px 28px 4px;"
		    "color:" MUTED ";font-size:13px;line-height:19px\">\n"
		  : "<tr><td class=\"p c\" bgcolor=\"" CARD "\" style=\""
		    "background-color:" CARD ";color:" INK
		    ";padding:24px 28px 14px;border-radius:10px\">\n");
}

void
page_card(struct page *page)
{
	if (page->card)
		return;
	page->print = page->small > 0;
	open_row(page, page->print);
	page->card = true;
}

void
page_settle(struct page *page)
{
	if (page->listed)
		g_string_append(page->out, "</table>\n");
	if (page->list != NULL)
		g_string_append(page->out, "</ul>\n");
	page->listed = false;
	page->list = NULL;
}

/* A gap as a row of its own: margins of tables do not come through. */
void
page_close(struct page *page)
{
	page_settle(page);
	page_tap(page);
	if (page->card)
		g_string_append(page->out,
		    "</td></tr>\n<tr><td height=\"12\" style=\"height:12px;"
		    "font-size:1px;line-height:12px\">&nbsp;</td></tr>\n");
	page->card = page->chapters = false;
}

/* ---- paragraphs ---- */

/* The bytes of "Your hand:" that lead into what is behind, or 0. */
static size_t
label_of(struct text_span text)
{
	const char *colon = memchr(text.at, ':', MIN(text.size, LABEL_MAX));
	size_t size = colon != NULL ? (size_t)(colon - text.at) + 1 : 0;

	if (size == 0 || size + 2 > text.size || text.at[size] != ' ' ||
	    *text.at == '(' || memchr(text.at, '"', size) != NULL ||
	    memchr(text.at, '.', size) != NULL)
		return 0;
	return size;
}

static void
put_words(struct page *page, struct text_span text)
{
	size_t label = label_of(text);

	page_guard(page, text);
	if (label > 0) {
		g_string_append(page->out, "<b>");
		page_prose(page, (struct text_span){ text.at, label });
		g_string_append(page->out, "</b>");
		text.at += label;
		text.size -= label;
	}
	page_prose(page, text);
}

/* Below the first words of a letter that asks: until when. */
static void
put_deadline(struct page *page)
{
	const json_t *context = page->letter->context;
	const char *deadline =
	    json_string_value(json_object_get(context, "deadline"));
	const char *until = catalog_raw(page->letter->catalog, "html.until");

	if (deadline == NULL || until == NULL ||
	    !json_is_true(json_object_get(context, "asked")) ||
	    json_is_true(json_object_get(context, "order")))
		return;
	g_string_append(page->out,
	    "<p class=\"u\" style=\"margin:0 0 14px;font-weight:600;"
	    "color:" DUE "\">");
	html_escape((struct text_span){ until, strlen(until) }, page->out);
	g_string_append_c(page->out, ' ');
	html_escape(
	    (struct text_span){ deadline, strlen(deadline) }, page->out);
	g_string_append(page->out, "</p>\n");
}

void
page_paragraph(struct page *page, struct text_span text)
{
	const char *style = "margin:0 0 12px";
	bool due = page->choices > 0 && page->chosen, first = false;

	page_card(page);
	page_settle(page);
	if (page->legend > 0 &&
	    json_object_get(page->letter->context, "picture") != NULL)
		return;
	if (page->choices > 0 && !page->chosen && page_invite(page))
		return;
	if (due)
		g_string_append(page->out, TABLE_TAG
		    "width=\"100%\" cellspacing=\"0\"><tr><td "
		    "class=\"t\" bgcolor=\"" TINT
		    "\" style=\"background-color:" TINT
		    ";border-left:4px solid " BUTTON ";padding:10px 14px 0\">");
	else if (page->small > 0)
		style = "margin:0 0 12px;font-size:13px;line-height:19px;"
			"color:" MUTED;
	else if (page->waits > 0)
		style = "margin:0 0 12px;font-size:14px;line-height:20px";
	else if (!page->led && page->answers == 0) {
		first = page->led = true;
		if (text.size <= LEAD_MAX)
			style = "margin:0 0 14px;font-size:20px;"
				"line-height:27px;font-weight:600";
	}
	page->begun = true;
	g_string_append(page->out,
	    page->small > 0 ? "<p class=\"m\" style=\"" : "<p style=\"");
	g_string_append(page->out, style);
	g_string_append(page->out, "\">");
	put_words(page, text);
	g_string_append(page->out, "</p>");
	g_string_append(page->out, due ? "</td></tr></table>\n" : "\n");
	if (first)
		put_deadline(page);
}

void
page_heading(struct page *page, struct text_span text)
{
	bool small = page->chapters || page->choices > 0;

	page_card(page);
	page_settle(page);
	if (page->choices > 0 && !page->chosen && page_invite(page))
		return;
	if (text.size > 0 && text.at[text.size - 1] == ':')
		text.size--;
	g_string_append(page->out,
	    small ? "<h3 style=\"margin:4px 0 8px;font-size:15px;line-height:"
		    "21px;font-weight:600\">"
		  : "<h2 style=\"margin:4px 0 8px;font-size:17px;line-height:"
		    "23px;font-weight:700\">");
	page_guard(page, text);
	page_prose(page, text);
	g_string_append(page->out, small ? "</h3>\n" : "</h2>\n");
	page->begun = page->led = true;
}

void
page_code(struct page *page, struct text_span text)
{
	page_card(page);
	page_settle(page);
	g_string_append(page->out,
	    TABLE_TAG "cellspacing=\"0\" style=\"margin:0 0 12px\"><tr><td "
		      "class=\"t\" bgcolor=\"" TINT "\" style=\""
		      "background-color:" TINT ";padding:8px 12px;"
		      "border-radius:6px;font-family:" CODE
		      ";font-size:14px;line-height:20px;"
		      "word-break:break-all\">");
	page_guard(page, text);
	html_escape(text, page->out);
	g_string_append(page->out, "</td></tr></table>\n");
}

/* ---- the picture ---- */

const char *
html_context(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text != NULL ? text : "";
}

/* On its own, with a frame of its own: it is opaque.  Its colours are those of
 * the words in its place, where no pictures are shown. */
void
page_picture(struct page *page)
{
	const json_t *picture =
	    json_object_get(page->letter->context, "picture");

	if (picture == NULL || page->pictured)
		return;
	page->pictured = true;
	page_close(page);
	g_string_append(page->out, "<tr><td><img class=\"m\" src=\"cid:");
	html_escape(text_whole(html_context(picture, "cid")), page->out);
	g_string_append(page->out, "\" alt=\"");
	html_escape(text_whole(html_context(picture, "alt")), page->out);
	g_string_append(page->out,
	    "\" width=\"600\" style=\"display:block;width:100%;"
	    "max-width:600px;height:auto;border:0;border-radius:10px;"
	    "font-size:14px;line-height:20px;color:" MUTED "\"></td></tr>\n"
	    "<tr><td height=\"12\" style=\"height:12px;font-size:1px;"
	    "line-height:12px\">&nbsp;</td></tr>\n");
}
