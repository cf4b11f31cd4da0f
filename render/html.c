/* SPDX-License-Identifier: ISC */
/*
 * The HTML of a letter, as mail programs show it: tables for the layout,
 * colours and sizes in each element, one style sheet for phones and the dark
 * alone.  It says what the text says, in the same order.
 */
#include "render/html.h"

#include "render/guard.h"
#include "render/marks.h"

#include <string.h>

#define LEAD_MAX 160 /* bytes of a first paragraph that is set large */
#define LABEL_MAX 32 /* bytes of "Your hand:" */
#define FIRST_ROOM 4000 /* for links outside of lists of moves */

#define FONT "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
#define CODE "Consolas,Menlo,'DejaVu Sans Mono',monospace"

/* ---- lines ---- */

/*
 * Whether a line is a command is decided by how it begins; as much of it as the
 * text has in its first line was looked at there, and is known.
 */
static struct span
first_line(struct span line)
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
	return (struct span){ line.at, MIN(size, line.size) };
}

void
page_guard(struct page *page, struct span line)
{
	const struct letter *letter = page->letter;

	line = first_line(line);
	if (guard_suspects(letter->tongue, letter->game, line))
		g_string_append(page->out, "~ ");
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
label_of(struct span text)
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
put_words(struct page *page, struct span text)
{
	size_t label = label_of(text);

	page_guard(page, text);
	if (label > 0) {
		g_string_append(page->out, "<b>");
		html_escape((struct span){ text.at, label }, page->out);
		g_string_append(page->out, "</b>");
		text.at += label;
		text.size -= label;
	}
	html_escape(text, page->out);
}

/* Below the first words of who is asked: until when. */
static void
put_deadline(struct page *page)
{
	const json_t *facts = page->letter->facts;
	const char *deadline =
	    json_string_value(json_object_get(facts, "deadline"));
	const char *until = tongue_raw(page->letter->tongue, "html.until");

	if (deadline == NULL || until == NULL ||
	    !json_is_true(json_object_get(facts, "asked")) ||
	    json_is_true(json_object_get(facts, "order")))
		return;
	g_string_append(page->out,
	    "<p class=\"u\" style=\"margin:0 0 14px;font-weight:600;"
	    "color:" DUE "\">");
	html_escape((struct span){ until, strlen(until) }, page->out);
	g_string_append_c(page->out, ' ');
	html_escape((struct span){ deadline, strlen(deadline) }, page->out);
	g_string_append(page->out, "</p>\n");
}

void
page_paragraph(struct page *page, struct span text)
{
	const char *style = "margin:0 0 12px";
	bool due = page->choices > 0 && page->chosen, first = false;

	page_card(page);
	page_settle(page);
	if (page->legend > 0 &&
	    json_object_get(page->letter->facts, "picture") != NULL)
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
page_heading(struct page *page, struct span text)
{
	page_card(page);
	page_settle(page);
	if (text.size > 0 && text.at[text.size - 1] == ':')
		text.size--;
	g_string_append(page->out,
	    page->chapters
		? "<h3 style=\"margin:4px 0 8px;font-size:15px;line-height:"
		  "21px;font-weight:600\">"
		: "<h2 style=\"margin:4px 0 8px;font-size:17px;line-height:"
		  "23px;font-weight:700\">");
	page_guard(page, text);
	html_escape(text, page->out);
	g_string_append(page->out, page->chapters ? "</h3>\n" : "</h2>\n");
	page->begun = page->led = true;
}

void
page_code(struct page *page, struct span text)
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

static const char *
text_at(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text != NULL ? text : "";
}

static struct span
whole(const char *text)
{
	return (struct span){ text, strlen(text) };
}

/* On its own, with a frame of its own: it is opaque. */
void
page_picture(struct page *page)
{
	const json_t *picture = json_object_get(page->letter->facts, "picture");

	if (picture == NULL || page->pictured)
		return;
	page->pictured = true;
	page_close(page);
	g_string_append(page->out, "<tr><td><img src=\"cid:");
	html_escape(whole(text_at(picture, "cid")), page->out);
	g_string_append(page->out, "\" alt=\"");
	html_escape(whole(text_at(picture, "alt")), page->out);
	g_string_append(page->out,
	    "\" width=\"600\" style=\"display:block;width:100%;"
	    "max-width:600px;height:auto;border:0;border-radius:10px;"
	    "font-size:14px;line-height:20px\"></td></tr>\n"
	    "<tr><td height=\"12\" style=\"height:12px;font-size:1px;"
	    "line-height:12px\">&nbsp;</td></tr>\n");
}

/* ---- the whole ---- */

char *
html_body(const struct letter *letter, char *marked, bool ends)
{
	struct page page = {
		.letter = letter, .room = FIRST_ROOM, .led = ends
	};

	page.out = g_string_sized_new(4 * strlen(marked) + 4096);
	page.line = g_string_sized_new(256);
	page_links(&page);
	page_write(&page, marked);
	page_close(&page);
	page_picture(&page);
	g_string_free(page.line, TRUE);
	if (page.mailto != NULL)
		g_string_free(page.mailto, TRUE);
	return g_string_free(page.out, FALSE);
}

/*
 * Widths of a phone and the colours of the dark; what needs more than these
 * is not shown alike by all programs.  The comments are for Word, in which
 * one of them lays mails out.
 */
static const char head[] =
    "<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width,"
    "initial-scale=1\">\n"
    "<meta name=\"color-scheme\" content=\"light dark\">\n"
    "<meta name=\"supported-color-schemes\" content=\"light dark\">\n"
    "<style>\n"
    ".e{padding:6px 5px}\n"
    "@media (max-width:620px){\n"
    ".p{padding-left:14px!important;padding-right:14px!important}\n"
    ".w{padding-left:4px!important;padding-right:4px!important}\n"
    ".x td,.x th{padding-left:3px!important;padding-right:3px!important;"
    "font-size:13px!important}\n"
    ".y td,.y th{padding-left:2px!important;padding-right:2px!important;"
    "font-size:12px!important}\n"
    "}\n"
    "@media (prefers-color-scheme:dark){\n"
    ".b{background-color:#13191c!important}\n"
    ".c{background-color:#1d2529!important;color:#e2e8e5!important}\n"
    ".m{color:#a7b2b6!important}\n"
    ".t{background-color:#263035!important}\n"
    ".h{background-color:#12343e!important}\n"
    ".k{background-color:#256d7c!important}\n"
    ".q{background-color:#2f3b40!important}\n"
    ".qa{color:#dfe6e3!important}\n"
    ".s{background-color:#20424b!important}\n"
    ".sa{color:#d6edf1!important}\n"
    ".l{color:#86cbdb!important}\n"
    ".n,.u{color:#f0b58c!important}\n"
    ".r{border-color:#3a474d!important}\n"
    "}\n"
    "</style>\n"
    "<!--[if mso]><style>td,th,p,h1,h2,a{font-family:'Segoe UI',Arial,"
    "sans-serif}</style><![endif]-->\n";

static const char body[] =
    "<body class=\"b\" bgcolor=\"#e9edea\" style=\"margin:0;padding:0;"
    "background-color:#e9edea\">\n" TABLE_TAG
    "class=\"b\" width=\"100%\" cellspacing=\"0\" bgcolor=\"#e9edea\" "
    "style=\"background-color:#e9edea\"><tr><td class=\"w\" "
    "align=\"center\" style=\"padding:16px 12px 24px\">\n"
    "<!--[if mso]><table width=\"600\" align=\"center\"><tr><td>"
    "<![endif]-->\n" TABLE_TAG
    "width=\"600\" cellspacing=\"0\" style=\"width:100%;max-width:600px;"
    "font-family:" FONT ";font-size:16px;line-height:24px;color:" INK
    ";text-align:left;overflow-wrap:break-word;word-wrap:break-word\">\n";

/* The word that a language has for the game, or NULL. */
static const char *
game_name(const struct tongue *t, const char *game, const json_t *facts)
{
	const json_t *match = json_object_get(facts, "match");
	const char *word = game != NULL ? game : text_at(match, "game");
	g_autofree char *key = g_strdup_printf("game.%s", word);

	return tongue_raw(t, key);
}

/* "Mutineer 7", or what we are called. */
static char *
title_of(const struct tongue *t, const char *game, const json_t *facts)
{
	const json_t *match = json_object_get(facts, "match");
	const char *name = game_name(t, game, facts);
	json_int_t id = json_integer_value(json_object_get(match, "id"));

	if (name == NULL)
		return g_strdup(
		    text_at(json_object_get(facts, "home"), "name"));
	if (id == 0)
		return g_strdup(name);
	return g_strdup_printf("%s %lld", name, (long long)id);
}

/* What we and matches are called is free text, too. */
static void
put_name(const struct tongue *t, const char *game, const char *style,
    const char *tag, const char *name, GString *out)
{
	g_string_append_printf(out, "<%s style=\"margin:0;%s\">", tag, style);
	if (guard_suspects(t, game, whole(name)))
		g_string_append(out, "~ ");
	html_escape(whole(name), out);
	g_string_append_printf(out, "</%s>\n", tag);
}

/* The band at the top: what this is, and which match. */
static void
put_band(const struct tongue *t, const char *game, const char *title,
    const json_t *facts, GString *out)
{
	static const char small[] =
	    "color:#bfd6d8;font-size:13px;line-height:19px";
	const char *above = text_at(json_object_get(facts, "home"), "name");
	const char *below = text_at(json_object_get(facts, "match"), "name");

	g_string_append(out,
	    "<tr><td class=\"p h\" bgcolor=\"#1d4350\" style=\""
	    "background-color:#1d4350;padding:18px 28px 16px;"
	    "border-radius:10px\">\n");
	if (*above != '\0' && strcmp(above, title) != 0)
		put_name(t, game, small, "p", above, out);
	put_name(t, game,
	    "color:#f4f8f7;font-size:24px;line-height:31px;font-weight:700",
	    "h1", title, out);
	if (*below != '\0')
		put_name(t, game, small, "p", below, out);
	g_string_append(out,
	    "</td></tr>\n<tr><td height=\"12\" style=\"height:12px;"
	    "font-size:1px;line-height:12px\">&nbsp;</td></tr>\n");
}

char *
tongue_frame(const struct tongue *t, const char *game, const json_t *facts,
    const char *html)
{
	g_autofree char *title = title_of(t, game, facts);
	GString *out = g_string_sized_new(strlen(html) + 4096);

	g_string_append_printf(out,
	    "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n%s<title>",
	    tongue_language(t), head);
	html_escape(whole(title), out);
	g_string_append_printf(out, "</title>\n</head>\n%s", body);
	put_band(t, game, title, facts, out);
	g_string_append(out, html);
	g_string_append(out, "</table>\n<!--[if mso]></td></tr></table>"
			     "<![endif]-->\n</td></tr></table>\n"
			     "</body>\n</html>\n");
	return g_string_free(out, FALSE);
}
