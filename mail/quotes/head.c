/* SPDX-License-Identifier: ISC */
/*
 * What stands above what somebody else wrote: a line that says so ("On ...
 * wrote:"), the fields of a header, the mark of a mail that is passed on.  The
 * words for all this stand in words.yaml, the shapes here.
 */
#include "mail/quotes/unquote_inner.h"

#include "base/fold.h"
#include "mail/quotes/unquote.h"
#include "mail/incoming/reading.h"

#include <string.h>

#define WRAPPED_MAX 3 /* lines that "On ... wrote:" may take */
#define FIELD_NAME_MAX 40
#define FIELD_GAP 2 /* lines from one field of a header to the next */
#define FIELD_LONG 50 /* bytes of one that may go on in the next line */
#define NAME_WORDS_MAX 5

/* ---- "On Monday, 2 November 2026, Anna wrote:" ---- */

/* "Anna Maj wrote:": nothing but names before the word. */
static bool
are_names(const char *text, size_t size)
{
	int words = 0;
	bool begins = true;

	for (const char *p = text; p < text + size; p = g_utf8_next_char(p)) {
		gunichar c = g_utf8_get_char(p);
		if (begins && g_unichar_isalpha(c) && !g_unichar_isupper(c))
			return false;
		words += begins && g_unichar_isalpha(c);
		begins = c == ' ';
	}
	return words > 0 && words <= NAME_WORDS_MAX;
}

/* Of one line that ends with a colon; raw: before it was folded, or NULL. */
static bool
is_attribution(const struct page *page, const char *folded, const char *raw)
{
	const char *colon = strrchr(folded, ':'), *word, *end;
	size_t size;

	/* "---- On Fri, 20 Nov 2026, Anna wrote ----" */
	if (g_str_has_prefix(folded, "--") && g_str_has_suffix(folded, "--"))
		return mark_has_moment(folded) &&
		       mark_find_word(
			   folded, page->reading->attributions, &size);
	if (colon == NULL ||
	    strspn(colon + 1, " *_\"'>)]") != strlen(colon + 1))
		return false;
	word = mark_find_word(folded, page->reading->attributions, &size);
	if (word == NULL) /* "02.11.2026, 18:26, Anna <anna@host>:" */
		return mark_has_address(folded) && mark_has_moment(folded) &&
		       colon > folded && strchr(">)\"]", colon[-1]) != NULL;
	if (mark_has_moment(folded) || mark_has_address(folded))
		return true;
	end = raw == NULL ? NULL : strrchr(raw, ' ');
	return end != NULL && word > folded && strchr(word, ' ') == NULL &&
	       are_names(raw, (size_t)(end - raw));
}

/* "The robot wrote:", which has no date, right above marks. */
static bool
brings_quote(const struct page *page, guint i)
{
	const char *folded = page_folded(page, i), *colon = strchr(folded, ':');
	char *const *list = page->reading->attributions;
	g_autofree char *head = NULL;

	if (i + 1 >= page->lines->len ||
	    page_line(page, i + 1)->kind != LINE_QUOTE || colon == NULL ||
	    colon[1 + strspn(colon + 1, " *_")] != '\0')
		return false;
	head = g_strndup(folded, (size_t)(colon - folded));
	g_strchomp(head);
	for (; list != NULL && *list != NULL; list++) {
		size_t size = strlen(head), tail = strlen(*list);

		if (g_str_has_suffix(head, *list) && size > tail &&
		    head[size - tail - 1] == ' ')
			return true;
	}
	return false;
}

/* The lines from i as one. */
static char *
joined(const struct page *page, guint i, guint n)
{
	GString *text = g_string_new(page_folded(page, i));

	for (guint k = i + 1; k < i + n; k++)
		g_string_append_printf(text, " %s", page_folded(page, k));
	return g_string_free(text, FALSE);
}

/* How many lines at i are such a one; 0: none. */
static guint
attribution_size(const struct page *page, guint i)
{
	const char *first = page_folded(page, i);
	size_t size;

	if (is_attribution(page, first, page_line(page, i)->text) ||
	    brings_quote(page, i))
		return 1;
	if (!mark_has_moment(first) && !mark_has_address(first) &&
	    mark_find_word(first, page->reading->attributions, &size) == NULL)
		return 0;
	for (guint n = 2; n <= WRAPPED_MAX; n++) {
		g_autofree char *all = NULL;

		if (!page_has_text(page, i + n - 1))
			return 0;
		/* the writer's own line, right above a whole attribution */
		if (!mark_has_moment(first) &&
		    is_attribution(page, page_folded(page, i + n - 1), NULL))
			return 0;
		all = joined(page, i, n);
		if (strlen(all) <= MARK_MAX_BYTES &&
		    is_attribution(page, all, NULL))
			return n;
	}
	return 0;
}

/* ---- "From: ...", "Subject: ..." ---- */

/* "*From:* Anna", "From : Anna": the entry of the list, or NULL. */
static const char *
field_name(const struct page *page, const char *folded)
{
	const char *from = folded + strspn(folded, "*_ "), *colon;
	char *const *list = page->reading->header_fields;
	size_t size;

	colon = strchr(from, ':');
	if (colon == NULL || colon - from > FIELD_NAME_MAX)
		return NULL;
	size = mark_size(from, (size_t)(colon - from));
	for (; list != NULL && *list != NULL; list++)
		if (strlen(*list) == size && memcmp(*list, from, size) == 0)
			return *list;
	return NULL;
}

/* "From: Anna Sent: Monday To: Boris", on one line. */
static bool
has_more_fields(const struct page *page, const char *folded)
{
	const char *p = strchr(folded, ':');

	while (p != NULL && (p = strchr(p, ' ')) != NULL) {
		const char *name = field_name(page, ++p);

		if (name != NULL && strncmp(p, name, strlen(name)) == 0 &&
		    strchr(name, ' ') == NULL && p[strlen(name)] == ':' &&
		    name != field_name(page, folded))
			return true;
	}
	return false;
}

/* A long field that goes on in the line below it. */
static bool
goes_on(const struct page *page, guint last)
{
	return strlen(page_folded(page, last)) >= FIELD_LONG &&
	       page_has_text(page, last + 1) && last + 2 < page->lines->len &&
	       page_line(page, last + 2)->kind == LINE_GAP;
}

/* The place behind such a header of two fields or more, or i. */
static guint
header_end(const struct page *page, guint i)
{
	const char *first = field_name(page, page_folded(page, i));
	bool two = first != NULL && has_more_fields(page, page_folded(page, i));
	guint last = i;

	if (first == NULL)
		return i;
	for (guint k = i + 1; k < page->lines->len && k <= last + FIELD_GAP;
	     k++) {
		const char *name;

		if (page_line(page, k)->kind == LINE_QUOTE)
			break;
		name = field_name(page, page_folded(page, k));
		if (name == NULL)
			continue;
		two |= name != first;
		last = k;
	}
	if (!two)
		return i;
	return last + 1 + goes_on(page, last);
}

/* ---- "---------- Forwarded message ----------" ---- */

static bool
is_mark_of(const char *folded, char *const *list)
{
	const char *from = mark_skip(folded);

	if (mark_one_of(folded, list))
		return true;
	return strspn(folded, "-_=*~# ") >= 3 && mark_begins(from, list);
}

/* ---- what stands above what somebody else wrote ---- */

bool
head_one(const struct page *page, guint i, struct head *head)
{
	const char *folded = page_folded(page, i);
	guint end = header_end(page, i);

	if (end > i) {
		head->fields = true;
		head->end = end;
		return true;
	}
	if (is_mark_of(folded, page->reading->forwards))
		head->passed_on = true;
	else if (strcmp(folded, FOREIGN_MARK) != 0 &&
		 !is_mark_of(folded, page->reading->originals)) {
		guint n = attribution_size(page, i);
		head->end = i + n;
		return n > 0;
	}
	head->end = i + 1;
	return true;
}

/* With a rule above it, and all that follow each other. */
bool
head_find(const struct page *page, guint i, struct head *head)
{
	bool found = false;

	while (page_has_text(page, i)) {
		guint next;

		if (head_one(page, i, head)) {
			found = true;
		} else {
			struct head below = { 0 };

			if (!mark_is_rule(page_folded(page, i)))
				break;
			next = page_behind_blanks(page, i + 1);
			if (!page_has_text(page, next) ||
			    !head_one(page, next, &below))
				break;
			head->end = i + 1;
		}
		i = page_behind_blanks(page, head->end);
	}
	return found;
}

/* ---- in what is passed on ---- */

bool
lines_bring_mail(const char *line, const struct reading *reading)
{
	const struct page page = { .reading = reading };
	g_autofree char *folded = NULL;
	size_t size;

	if (strlen(line) > MARK_MAX_BYTES)
		return false;
	folded = fold_text(line);
	if (mark_is_rule(folded) || is_mark_of(folded, reading->forwards) ||
	    is_mark_of(folded, reading->originals) ||
	    is_attribution(&page, folded, line))
		return true;
	return mark_has_address(folded) &&
	       (g_str_has_suffix(folded, ":") ||
		   field_name(&page, folded) != NULL ||
		   mark_find_word(folded, reading->attributions, &size) !=
		       NULL);
}
