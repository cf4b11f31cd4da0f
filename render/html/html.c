/* SPDX-License-Identifier: ISC */
/*
 * The HTML of a letter, as mail programs show it: tables for the layout,
 * colours and sizes in each element, one style sheet for phones and the dark
 * alone.  It says what the text says, in the same order.
 */
#include "render/html/html.h"

#include "render/guard.h"
#include "render/body.h"
#include "render/render.h"
#include "render/text/text.h"

#include <string.h>

#define FIRST_ROOM 4000 /* for links outside of lists of moves */

#define FONT "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/* ---- the body ---- */

char *
html_body(const struct rendering *letter, char *marked, bool ends)
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
	page_untap(&page);
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
    ".v a{text-decoration:none}\n"
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
    ".sa,.v a{color:#d6edf1!important}\n"
    ".l{color:#86cbdb!important}\n"
    ".n,.u{color:#f0b58c!important}\n"
    ".r{border-color:#3a474d!important}\n"
    "}\n"
    "</style>\n"
    "<!--[if mso]><style>td,th,p,h1,h2,a{font-family:'Segoe UI',Arial,"
    "sans-serif}</style><![endif]-->\n";

static const char body[] =
    "<body class=\"b\" bgcolor=\"#e9edea\" style=\"margin:0;padding:0;"
    "background-color:#e9edea\">\n";

static const char page[] = TABLE_TAG
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
game_name(const struct catalog *t, const char *game, const json_t *context)
{
	const json_t *match = json_object_get(context, "match");
	const char *word = game != NULL ? game : html_context(match, "game");
	g_autofree char *key = g_strdup_printf("game.%s", word);

	return catalog_raw(t, key);
}

/* "Mutineer 7", or what we are called. */
static char *
title_of(const struct catalog *t, const char *game, const json_t *context)
{
	const json_t *match = json_object_get(context, "match");
	const char *name = game_name(t, game, context);
	json_int_t id = json_integer_value(json_object_get(match, "id"));

	if (name == NULL)
		return g_strdup(
		    html_context(json_object_get(context, "home"), "name"));
	if (id == 0)
		return g_strdup(name);
	return g_strdup_printf("%s %lld", name, (long long)id);
}

/* What we and matches are called is free text, too. */
static void
put_name(const struct catalog *t, const char *game, const char *style,
    const char *tag, const char *name, GString *out)
{
	g_string_append_printf(out, "<%s style=\"margin:0;%s\">", tag, style);
	if (guard_suspects(t, game, text_whole(name)))
		g_string_append(out, "~ ");
	html_escape(text_whole(name), out);
	g_string_append_printf(out, "</%s>\n", tag);
}

/* The band at the top: what this is, and which match. */
static void
put_band(const struct catalog *t, const char *game, const char *title,
    const json_t *context, GString *out)
{
	static const char small[] =
	    "color:#bfd6d8;font-size:13px;line-height:19px";
	const char *above =
	    html_context(json_object_get(context, "home"), "name");
	const char *below =
	    html_context(json_object_get(context, "match"), "name");

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

/* For lists of mails alone: the letter does not show it. */
static void
put_preheader(
    const struct catalog *t, const char *game, const char *text, GString *out)
{
	g_string_append(out,
	    "<div style=\"display:none;font-size:1px;line-height:1px;"
	    "max-height:0;max-width:0;opacity:0;overflow:hidden;"
	    "mso-hide:all\">");
	if (guard_suspects(t, game, text_whole(text)))
		g_string_append(out, "~ ");
	html_escape(text_whole(text), out);
	g_string_append(out, "</div>\n");
}

char *
catalog_frame(const struct catalog *t, const char *game, const json_t *context,
    const char *preheader, const char *html)
{
	g_autofree char *title = title_of(t, game, context);
	GString *out = g_string_sized_new(strlen(html) + 4096);

	g_string_append_printf(out,
	    "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n%s<title>",
	    catalog_language(t), head);
	html_escape(text_whole(title), out);
	g_string_append(out, "</title>\n</head>\n");
	g_string_append(out, body);
	if (preheader != NULL)
		put_preheader(t, game, preheader, out);
	g_string_append(out, page);
	put_band(t, game, title, context, out);
	g_string_append(out, html);
	g_string_append(out, "</table>\n<!--[if mso]></td></tr></table>"
			     "<![endif]-->\n</td></tr></table>\n"
			     "</body>\n</html>\n");
	return g_string_free(out, FALSE);
}
