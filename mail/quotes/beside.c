/* SPDX-License-Identifier: ISC */
/*
 * Lines that look like their writer's, and that only their neighbours tell to
 * be somebody else's: ends of lines that a program broke anew when it quoted a
 * letter, marked or not, numbers among the prices of a bill, and what one may
 * write to a mailing list's robot.  They become foreign, so that the writer is
 * asked about a command among them.
 */
#include "mail/quotes/unquote_inner.h"

#include "mail/incoming/reading.h"
#include "mail/inner.h"
#include "mail/quotes/unquote.h"

#include <string.h>

#define NARROWEST 18 /* columns of what is left of a line broken anew */
#define RESTS_MIN 3 /* one or two below quoted lines are answers */
#define LETTER_LINES_MIN 6 /* of a letter of ours, at least */

static void
disown(struct mail_line *line)
{
	if (line->kind == LINE_OWN)
		line->kind = LINE_FOREIGN;
}

/* ---- quoted with marks, and broken then ---- */

static glong
columns_above(const struct page *page, guint i)
{
	return g_array_index(page->above, glong, i);
}

/* Below a long marked line; answers stand below short ones as well. */
static bool
is_rest(const struct page *page, guint i, glong widest)
{
	return columns_above(page, i) >= NARROWEST &&
	       3 * columns_above(page, i) >= 2 * widest &&
	       (i + 1 == page->lines->len || !page_has_text(page, i + 1));
}

static void
sort_marked(const struct page *page)
{
	glong widest = 0;
	int rests = 0;

	for (guint i = 0; i < page->lines->len; i++)
		widest = MAX(widest, columns_above(page, i));
	if (widest == 0)
		return;
	for (guint i = 0; i < page->lines->len; i++)
		rests += is_rest(page, i, widest);
	for (guint i = 0; i < page->lines->len && rests >= RESTS_MIN; i++)
		if (is_rest(page, i, widest))
			disown(page_line(page, i));
}

/* ---- without marks ---- */

/*
 * A sentence of a letter of ours, wherever its lines are broken.  Not one below
 * a head: what stands above that is the writer's, however long its lines are.
 */
static bool
holds_letter(const struct page *page)
{
	g_autoptr(GString) all = NULL;

	if (page->lines->len < LETTER_LINES_MIN)
		return false;
	all = g_string_new(NULL);
	for (guint i = 0; i < page->lines->len; i++)
		if (page_has_text(page, i) &&
		    page_line(page, i)->kind == LINE_OWN)
			g_string_append_printf(
			    all, "%s ", page_folded(page, i));
	for (char *const *p = page->reading->own_letters;
	     p != NULL && *p != NULL; p++)
		if (strstr(all->str, *p) != NULL)
			return true;
	return false;
}

/* Long, and its sentence goes on below it. */
static bool
is_open(const struct page *page, guint i)
{
	const char *text = page_line(page, i)->text;
	size_t n = strlen(text);

	return n > 0 && g_utf8_strlen(text, -1) >= NARROWEST &&
	       strchr(".!?:", text[n - 1]) == NULL;
}

static void
sort_unmarked(const struct page *page)
{
	if (!holds_letter(page))
		return;
	for (guint i = 1; i < page->lines->len; i++)
		if (page_has_text(page, i) && page_has_text(page, i - 1) &&
		    is_open(page, i - 1))
			disown(page_line(page, i));
}

/* ---- bills ---- */

/* "EUR", "€", or nothing; folded. */
static bool
is_currency(const char *text)
{
	static const char *const names[] = { "eur", "euro", "&euro", "usd",
		"pln", "zl", "rub", "chf", "gbp", "kr", NULL };
	g_autofree char *name = g_strdup(text);

	for (const char *p = text; *p != '\0'; p++)
		if (g_ascii_isalnum(*p) || *p == ':') {
			g_strdelimit(name, ".; ", ' ');
			return g_strv_contains(names, g_strstrip(name));
		}
	return strlen(text) <= strlen(" руб.") && strchr(text, '@') == NULL;
}

/* "Salt 2 2,99", "4.00 EUR": it ends with a price. */
static bool
ends_with_price(const char *text)
{
	const char *p = text + strlen(text);

	while (p > text && !g_ascii_isdigit(p[-1]))
		p--;
	return p - text >= 4 && g_ascii_isdigit(p[-2]) &&
	       strchr(".,", p[-3]) != NULL && g_ascii_isdigit(p[-4]) &&
	       is_currency(p);
}

static bool
is_number(const char *text)
{
	return g_ascii_isdigit(text[0]) &&
	       text[strspn(text, "0123456789.) ")] == '\0';
}

/* The place behind the lines from i without a gap. */
static guint
paragraph_end(const struct page *page, guint i)
{
	while (page_has_text(page, i))
		i++;
	return i;
}

static void
sort_bill(const struct page *page, guint from, guint end)
{
	bool price = false;

	for (guint i = from; i < end && !price; i++)
		price = ends_with_price(page_folded(page, i));
	for (guint i = from; price && i < end; i++)
		if (is_number(page_folded(page, i)))
			disown(page_line(page, i));
}

/* ---- what a list's robot takes ---- */

static bool
has_lists_address(const char *text)
{
	static const char around[] = " <>()[]\"':,;";

	for (const char *at = text; (at = strchr(at, '@')) != NULL; at++) {
		const char *from = at;
		g_autofree char *address = NULL;

		while (from > text && strchr(around, from[-1]) == NULL)
			from--;
		address = g_strndup(from, strcspn(from, around));
		if (address_is_lists(address))
			return true;
	}
	return false;
}

static bool
is_one_word(const char *text)
{
	return strchr(text, ' ') == NULL && strpbrk(text, "0123456789") == NULL;
}

/* "Send / help / to boats-request@host": a word by itself is an example. */
static void
sort_list(const struct page *page, guint from, guint end)
{
	bool list = false;

	for (guint i = from; i < end && !list; i++)
		list = has_lists_address(page_folded(page, i));
	for (guint i = from; list && i < end; i++)
		if (is_one_word(page_folded(page, i)))
			disown(page_line(page, i));
}

void
beside_sort(const struct page *page)
{
	guint end;

	sort_marked(page);
	sort_unmarked(page);
	for (guint i = 0; i < page->lines->len; i = end + 1) {
		end = paragraph_end(page, i);
		if (end <= i + 1)
			continue;
		sort_bill(page, i, end);
		sort_list(page, i, end);
	}
}
