/* SPDX-License-Identifier: ISC */
/*
 * Whose the lines are that no mark quotes.  What somebody else wrote stands
 * below a head (head.c); if marked quotes begin there, the writer's lines stand
 * between them, and what has no mark is the writer's own.  What telephones,
 * lists and companies add is known by how it begins, or by a rule with links
 * below it.
 */
#include "mail/quotes/unquote_inner.h"

#include "mail/quotes/unquote.h"
#include "mail/incoming/reading.h"

#include <string.h>

#define FOOTER_NEAR 8 /* lines below a rule in which a link stands */
#define LABEL_MAX 40 /* bytes of what stands above a link */

/* ---- shapes ---- */

/* Digits as of a telephone: "+48 22 555 01 23" */
static bool
has_telephone(const char *text)
{
	int digits = 0;

	for (const char *p = strpbrk(text, "+(0"); p != NULL && *p != '\0';
	     p++) {
		digits += g_ascii_isdigit(*p);
		if (digits >= 7)
			return true;
		if (!g_ascii_isdigit(*p) && strchr("+()-/ ", *p) == NULL)
			digits = 0;
	}
	return false;
}

/* A link, an address or a telephone. */
static bool
has_contact(const char *text)
{
	return strstr(text, "://") != NULL || strstr(text, "www.") != NULL ||
	       mark_has_address(text) || has_telephone(text);
}

/* Nothing but a link. */
static bool
is_link(const char *text)
{
	text += strspn(text, "<([ -*");
	return (g_str_has_prefix(text, "http://") ||
		   g_str_has_prefix(text, "https://") ||
		   g_str_has_prefix(text, "www.") ||
		   g_str_has_prefix(text, "mailto:")) &&
	       strchr(text, ' ') == NULL;
}

/* ---- footers ---- */

static bool
begins_footer(const struct page *page, guint i)
{
	return mark_begins(
	    mark_skip(page_folded(page, i)), page->reading->footers);
}

/* "--~--~---------~--~": of several marks, as no hand draws it */
static bool
is_woven(const char *rule)
{
	return strchr(rule, '-') != NULL && strchr(rule, '~') != NULL;
}

/* A rule, and not far below it a link, or one more such rule. */
static bool
is_rule_of_footer(const struct page *page, guint i)
{
	int looked_at = 0;

	if (!mark_is_rule(page_folded(page, i)))
		return false;
	for (guint k = i + 1; k < page->lines->len && looked_at < FOOTER_NEAR;
	     k++) {
		struct head head = { 0 };

		if (page_line(page, k)->kind == LINE_QUOTE)
			return false;
		if (!page_has_text(page, k))
			continue;
		if (head_one(page, k, &head))
			return false;
		if (has_contact(page_folded(page, k)) ||
		    begins_footer(page, k) ||
		    (is_woven(page_folded(page, i)) &&
			mark_is_rule(page_folded(page, k))))
			return true;
		looked_at++;
	}
	return false;
}

/* "Help <https://host>", "Help:" and below it where that link leads. */
static bool
is_label(const struct page *page, guint i)
{
	const char *folded = page_folded(page, i);
	const char *link = strstr(folded, "://");
	size_t words = strcspn(folded, "<([");

	if (link == NULL)
		link = strstr(folded, "mailto:");
	if (link == NULL || words > LABEL_MAX)
		return strlen(folded) <= LABEL_MAX &&
		       page_has_text(page, i + 1) &&
		       is_link(page_folded(page, i + 1));
	return folded + words < link && is_link(folded + words);
}

/* ---- the whole ---- */

/* Where one is, going down the page. */
struct place {
	enum line_kind kind; /* of what has no mark */
	bool parting; /* below a courtesy */
	bool paragraph; /* the footer ends with it */
};

static void
sort_own(const struct page *page, guint i, struct place *place)
{
	const char *folded = page_folded(page, i);

	if (strcmp(folded, "--") == 0 || strcmp(folded, "- --") == 0 ||
	    begins_footer(page, i) || is_rule_of_footer(page, i)) {
		*place = (struct place){ .kind = LINE_FOOTER };
	} else if (place->parting && has_contact(folded)) {
		place->kind = LINE_FOOTER;
		place->paragraph = true;
	} else if (mark_one_of(folded, page->reading->courtesies)) {
		place->parting = true;
		page_line(page, i)->kind = LINE_COURTESY;
		return;
	}
	page_line(page, i)->kind =
	    is_label(page, i) ? LINE_FOOTER : place->kind;
}

/* What is below a head, if what was above it was the place. */
static struct place
place_below(
    const struct page *page, const struct head *head, const struct place *place)
{
	guint next = page_behind_blanks(page, head->end);

	if (place->kind != LINE_FOREIGN && next < page->lines->len &&
	    page_line(page, next)->kind == LINE_QUOTE &&
	    !(head->passed_on && head->fields))
		return (struct place){ .kind = LINE_OWN };
	return (struct place){ .kind = LINE_FOREIGN };
}

/* Does a gap end what there is? */
static void
pass_gap(const struct mail_line *line, struct place *place)
{
	if (place->kind == LINE_FOOTER &&
	    (place->paragraph || line->kind == LINE_QUOTE))
		*place = (struct place){ .kind = LINE_OWN };
}

void
whose_sort(const struct page *page)
{
	struct place place = { .kind = LINE_OWN };

	for (guint i = 0; i < page->lines->len; i++) {
		struct head head = { 0 };
		struct mail_line *line = page->lines->pdata[i];

		if (!page_has_text(page, i)) {
			pass_gap(line, &place);
		} else if (strcmp(line->text, FOREIGN_END) == 0) {
			line->kind = LINE_HEAD;
			place = (struct place){ .kind = LINE_OWN };
		} else if (head_find(page, i, &head)) {
			for (; i < head.end; i++)
				if (page_has_text(page, i))
					page_line(page, i)->kind = LINE_HEAD;
			place = place_below(page, &head, &place);
			i--;
		} else if (place.kind == LINE_OWN) {
			sort_own(page, i, &place);
		} else {
			line->kind = place.kind;
		}
	}
}
