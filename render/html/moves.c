/* SPDX-License-Identifier: ISC */
/*
 * What can be sent, as links that open a mail with the words in its subject
 * and its text, one line each: some programs take only one of them.  The
 * words stand there to be typed as well.
 */
#include "render/html/html.h"

#include "parse/parse.h"
#include "parse/request.h"
#include "render/render.h"
#include "render/text/text.h"
#include "render/language/catalog.h"

#include <string.h>

#define LINK_ROOM 32000
#define TWO_COLUMNS 7 /* choices from which on there are two */
#define COLUMN_MAX 14 /* bytes of a move that has room in one of them */
#define FEW 7 /* choices whose buttons are loud */
#define SHORT_MAX 14 /* bytes of a label that is not broken */
#define LEAD "→ "
#define RANGE_MAX 1000 /* numbers of a range that gets links */
#define EACH 20 /* numbers of it that get a link each */
#define STEP 5 /* of the others */

/* ---- buttons ---- */

/* The move, or its number if it is too long: number is "" if nobody needs it.
 */
static bool
link_move(struct page *page, struct text_span move, char *number)
{
	if (page_link(page, move)) {
		*number = '\0';
		return true;
	}
	return page_link(page, (struct text_span){ number, strlen(number) });
}

enum weight {
	NO_BUTTON, /* looks like a quiet one */
	QUIET_BUTTON,
	SOFT_BUTTON, /* one of many */
	LOUD_BUTTON
};

static const struct {
	const char *cell, *link, *ink;
} looks[] = {
	[NO_BUTTON] = { "<td class=\"q\" bgcolor=\"" QUIET
			"\" style=\"background-color:" QUIET ";",
	    "<span class=\"qa\"", QUIET_INK },
	[QUIET_BUTTON] = { "<td class=\"q\" bgcolor=\"" QUIET
			   "\" style=\"background-color:" QUIET ";",
	    "<a class=\"qa\" href=\"", QUIET_INK },
	[SOFT_BUTTON] = { "<td class=\"s\" bgcolor=\"" SOFT
			  "\" style=\"background-color:" SOFT ";",
	    "<a class=\"sa\" href=\"", SOFT_INK },
	[LOUD_BUTTON] = { "<td class=\"k\" bgcolor=\"" BUTTON
			  "\" style=\"background-color:" BUTTON ";",
	    "<a href=\"", BUTTON_INK },
};

/*
 * A cell of that look, with the link that was made last.  Its words are led by
 * an arrow, so that they are no command when they come back, and by a number
 * if that is what the link sends, or what is left to send.
 */
static void
put_button(struct page *page, enum weight weight, const char *number,
    struct text_span words, const char *behind)
{
	bool linked = weight != NO_BUTTON;

	g_string_append(page->out, looks[weight].cell);
	g_string_append(page->out, "border-radius:6px\">");
	g_string_append(page->out, looks[weight].link);
	if (linked)
		g_string_append(page->out, page->mailto->str);
	g_string_append(page->out,
	    linked ? "\" style=\"display:block;padding:10px 14px;"
		     "text-decoration:none;font-weight:600;color:"
		   : " style=\"display:block;padding:10px 14px;color:");
	g_string_append(page->out, looks[weight].ink);
	g_string_append_printf(page->out, "\">%s%s" LEAD, number,
	    *number != '\0' ? "&nbsp;&nbsp;" : "");
	html_escape(words, page->out);
	g_string_append(page->out, behind);
	g_string_append(page->out, linked ? "</a></td>" : "</span></td>");
}

/* ---- lines of their own ---- */

/* What may be sent by a tap: nothing that an example happens to say. */
static const struct {
	enum request_kind kind;
	const char *text; /* it begins so; "": there is none; NULL: any */
	enum weight weight;
} sendable[] = {
	{ REQUEST_READY, "", LOUD_BUTTON },
	{ REQUEST_YES, NULL, LOUD_BUTTON },
	{ REQUEST_TAKE, NULL, LOUD_BUTTON },
	{ REQUEST_BACK, NULL, LOUD_BUTTON },
	{ REQUEST_RETURN, NULL, LOUD_BUTTON },
	{ REQUEST_VOTE, "yes ", LOUD_BUTTON },
	{ REQUEST_JOIN, NULL, LOUD_BUTTON },
	{ REQUEST_JOIN_SERIES, NULL, LOUD_BUTTON },
	{ REQUEST_NO, NULL, QUIET_BUTTON },
	{ REQUEST_VOTE, "no ", QUIET_BUTTON },
	{ REQUEST_RESIGN, NULL, QUIET_BUTTON },
	{ REQUEST_STANDIN, "off", QUIET_BUTTON },
	{ REQUEST_LEAVE, NULL, QUIET_BUTTON },
	{ REQUEST_LEAVE_SERIES, NULL, QUIET_BUTTON },
	{ REQUEST_SERIES, NULL, QUIET_BUTTON },
	{ REQUEST_UNWATCH, NULL, QUIET_BUTTON },
	{ REQUEST_ZONE, NULL, QUIET_BUTTON },
	{ REQUEST_MAIL, NULL, QUIET_BUTTON },
	{ REQUEST_AWAY, NULL, QUIET_BUTTON },
	{ REQUEST_VOTE, "pause ", QUIET_BUTTON },
	{ REQUEST_HINT, "", QUIET_BUTTON },
};

static enum weight
weight_of(const struct request *q)
{
	for (size_t i = 0; i < G_N_ELEMENTS(sendable); i++) {
		const char *text = sendable[i].text;

		if (q->kind == sendable[i].kind &&
		    (text == NULL || (*text == '\0' && q->text == NULL) ||
			(*text != '\0' && q->text != NULL &&
			    g_str_has_prefix(q->text, text))))
			return sendable[i].weight;
	}
	return NO_BUTTON;
}

/* A word all in capitals is to be filled in: "plan MOVE", "zone AREA/CITY". */
static bool
has_gap(const char *words)
{
	g_auto(GStrv) parts = g_strsplit_set(words, " /", -1);

	for (char **part = parts; *part != NULL; part++) {
		bool letters = false, small = false;

		for (const char *p = *part; *p != '\0';
		     p = g_utf8_next_char(p)) {
			letters |= g_unichar_isalpha(g_utf8_get_char(p));
			small |= g_unichar_islower(g_utf8_get_char(p)) ||
				 g_ascii_isdigit(*p);
		}
		if (letters && !small)
			return true;
	}
	return false;
}

static enum weight
weigh(const struct page *page, struct text_span span)
{
	g_autofree char *words = g_strndup(span.at, span.size);
	g_autoptr(GPtrArray) read =
	    g_ptr_array_new_with_free_func((GDestroyNotify)request_free);

	if (page->help > 0 || has_gap(words))
		return NO_BUTTON;
	request_read(catalog_words(page->letter->catalog), NULL, words, read);
	return read->len == 1 ? weight_of(read->pdata[0]) : NO_BUTTON;
}

void
page_action(struct page *page, struct text_span line)
{
	struct text_span words = { line.at + strlen(LEAD),
		line.size - MIN(line.size, strlen(LEAD)) };
	enum weight weight = weigh(page, words);

	if (weight == NO_BUTTON || !page_link(page, words)) {
		page_code(page, line);
		return;
	}
	page_card(page);
	page_settle(page);
	g_string_append(page->out,
	    TABLE_TAG "cellspacing=\"0\" style=\"margin:0 0 12px\"><tr>");
	put_button(page, weight, "", words, "");
	g_string_append(page->out, "</tr></table>\n");
}

/* ---- the list of choices, one button each ---- */

static const json_t *
choices_of(const struct page *page, const char *key)
{
	return json_object_get(page->letter->context, key);
}

static int
columns_for(const json_t *choices)
{
	const json_t *choice;
	size_t i;

	if (json_array_size(choices) < TWO_COLUMNS)
		return 1;
	json_array_foreach(choices, i, choice)
	{
		if (json_string_length(json_object_get(choice, "move")) >
		    COLUMN_MAX)
			return 1;
	}
	return 2;
}

static void
put_choice(struct page *page, const json_t *choice, enum weight linked)
{
	const char *move = json_string_value(json_object_get(choice, "move"));
	char number[24];
	enum weight weight = NO_BUTTON;

	if (move == NULL)
		move = "?";
	g_snprintf(number, sizeof(number), "%lld",
	    (long long)json_integer_value(json_object_get(choice, "number")));
	if (link_move(page, text_whole(move), number))
		weight = linked;
	put_button(page, weight, number, text_whole(move), "");
}

void
page_choices(struct page *page, const char *text)
{
	const json_t *choices = choices_of(page, "choices");
	/* Behind those that go on are those that end the reader's part. */
	bool last = page->chosen;
	enum weight weight = last			      ? QUIET_BUTTON
			     : json_array_size(choices) > FEW ? SOFT_BUTTON
							      : LOUD_BUTTON;
	int columns;
	const json_t *choice;
	size_t i;

	if (last)
		choices = choices_of(page, "last");
	columns = columns_for(choices);
	if (json_array_size(choices) == 0) {
		page_table(page, text);
		return;
	}
	page_card(page);
	if (!last)
		page_taps(page);
	page_room(page, LINK_ROOM);
	g_string_append(page->out,
	    TABLE_TAG "cellspacing=\"6\" width=\"100%\" style=\"margin:0 0 "
		      "8px\">\n");
	json_array_foreach(choices, i, choice)
	{
		if (i % (size_t)columns == 0)
			g_string_append(page->out, "<tr>");
		put_choice(page, choice, weight);
		if ((i + 1) % (size_t)columns == 0)
			g_string_append(page->out, "</tr>\n");
	}
	if (i % (size_t)columns != 0)
		g_string_append(
		    page->out, "<td colspan=\"2\">&nbsp;</td></tr>\n");
	g_string_append(page->out, "</table>\n");
	page->chosen = true;
}

/* ---- many choices: a button for each kind, its moves beside it ---- */

/* In one piece if it is short. */
static void
put_label(struct page *page, struct text_span label)
{
	const char *blank = memchr(label.at, ' ', label.size);

	while (label.size <= SHORT_MAX && blank != NULL) {
		size_t size = (size_t)(blank - label.at);

		html_escape((struct text_span){ label.at, size }, page->out);
		g_string_append(page->out, "&nbsp;");
		label.at += size + 1;
		label.size -= size + 1;
		blank = memchr(label.at, ' ', label.size);
	}
	html_escape(label, page->out);
}

/* "3) c3", with a link to the whole move: "c3" says enough then. */
static void
put_entry(struct page *page, struct text_span label, const char *move,
    const json_t *entry)
{
	const char *rest = json_string_value(json_object_get(entry, "rest"));
	GString *words = g_string_assign(page->line, move);
	bool linked;
	char number[24];

	if (rest != NULL && *rest != '\0') {
		g_string_append_c(words, ' ');
		g_string_append(words, rest);
	}
	g_snprintf(number, sizeof(number), "%lld",
	    (long long)json_integer_value(json_object_get(entry, "number")));
	linked = link_move(
	    page, (struct text_span){ words->str, words->len }, number);
	if (linked) {
		const char *behind =
		    g_strstr_len(label.at, (gssize)label.size, ") ");

		if (*number == '\0' && behind != NULL)
			label = text_strip(behind + 2, label.at + label.size);
		g_string_append(page->out, "<a class=\"l e\" href=\"");
		g_string_append(page->out, page->mailto->str);
		g_string_append(page->out, "\" style=\"color:" LINK "\">");
	}
	put_label(page, label);
	if (linked)
		g_string_append(page->out, "</a>");
}

/* The first ones each, then every fifth, and the last one. */
static json_int_t
next_number(json_int_t n, json_int_t from, json_int_t to)
{
	if (n == to || n - from < EACH || to - from < 2 * EACH)
		return n + 1;
	return MIN(n + STEP - n % STEP, to);
}

/* Numbers of a range: what it says ("N from 0 to 9"), then links. */
static void
put_range(struct page *page, const char *move, const json_t *range,
    struct text_span label)
{
	json_int_t from = json_integer_value(json_object_get(range, "from"));
	json_int_t to = json_integer_value(json_object_get(range, "to"));

	html_escape(label, page->out);
	if (to - from >= RANGE_MAX)
		return;
	g_string_append(page->out, ":");
	for (json_int_t n = from; n <= to; n = next_number(n, from, to)) {
		g_string_printf(page->line, "%s %lld", move, (long long)n);
		if (!page_link(page,
			(struct text_span){ page->line->str, page->line->len }))
			break;
		g_string_append(page->out, " <a class=\"l e\" href=\"");
		g_string_append(page->out, page->mailto->str);
		g_string_append_printf(page->out,
		    "\" style=\"color:" LINK "\">%lld</a>", (long long)n);
	}
}

/* The words with which all moves of the group begin, to be completed. */
static bool
link_kind(struct page *page, const char *move)
{
	g_string_assign(page->line, move);
	g_string_append_c(page->line, ' ');
	if (!page_link(
		page, (struct text_span){ page->line->str, page->line->len }))
		return false;
	page->unfinished = true;
	return true;
}

/* A table of one row, for a button that is no wider than its words. */
static void
put_lone_button(struct page *page, enum weight weight, const char *number,
    struct text_span words, const char *behind)
{
	g_string_append(page->out, TABLE_TAG "cellspacing=\"6\"><tr>");
	put_button(page, weight, number, words, behind);
	g_string_append(page->out, "</tr></table>\n");
}

static void
put_only(struct page *page, const char *move, const json_t *only)
{
	enum weight weight;
	char number[24];

	g_snprintf(number, sizeof(number), "%lld",
	    (long long)json_integer_value(json_object_get(only, "number")));
	weight =
	    link_move(page, text_whole(move), number) ? SOFT_BUTTON : NO_BUTTON;
	put_lone_button(page, weight, number, text_whole(move), "");
}

/* Is its rest one word, as a field is? */
static bool
is_word(const json_t *entry)
{
	const char *rest = json_string_value(json_object_get(entry, "rest"));

	return rest != NULL && *rest != '\0' && strchr(rest, ' ') == NULL;
}

static void
put_group(struct page *page, const json_t *group, struct text_span line)
{
	const char *move = json_string_value(json_object_get(group, "move"));
	const json_t *only = json_object_get(group, "only");
	const json_t *range = json_object_get(group, "range");
	const json_t *entries = json_object_get(group, "entries");
	struct text_span cell;
	bool tapped;
	size_t i = 0;

	if (move == NULL)
		return;
	tapped = page_is_tapped(page, move);
	if (only != NULL) {
		put_only(page, move, only);
		return;
	}
	put_lone_button(page, link_kind(page, move) ? SOFT_BUTTON : NO_BUTTON,
	    "", text_whole(move), " …");
	g_string_append(page->out,
	    tapped ? "<p style=\"margin:0 0 10px 6px;font-size:14px\">…"
		   : "<p style=\"margin:0 0 10px 6px;line-height:34px\">…");
	text_cell(&line, false, &cell);
	for (; text_cell(&line, false, &cell); i++) {
		g_string_append(page->out, i > 0 ? " · " : " ");
		if (range != NULL)
			put_range(page, move, range, cell);
		else if (tapped && is_word(json_array_get(entries, i)))
			put_label(page, cell);
		else
			put_entry(page, cell, move, json_array_get(entries, i));
	}
	g_string_append(page->out, "</p>\n");
}

void
page_groups(struct page *page, const char *text)
{
	const json_t *groups = choices_of(page, "groups");
	size_t i = 0;

	page_card(page);
	page_taps(page);
	page_room(page, LINK_ROOM);
	while (*text != '\0') {
		const char *end = strchrnul(text, '\n');
		struct text_span line = text_strip(text, end);

		text = *end == '\n' ? end + 1 : end;
		if (line.size > 0)
			put_group(page, json_array_get(groups, i++), line);
	}
	page->chosen = true;
}
