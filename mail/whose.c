/* SPDX-License-Identifier: ISC */
/*
 * Whose the lines are that no mark quotes.  What somebody else wrote stands
 * below a line that says so ("On ... wrote:"), the fields of a header or the
 * mark of a mail that is passed on; if marked quotes begin there, she writes
 * between them, and what has no mark is hers.  What telephones, lists and
 * companies add is known by how it begins, or by a rule with links below it.
 * The words for all this stand in words.yaml, the shapes here.
 */
#include "mail/lines.h"

#include <string.h>

#define WRAPPED_MAX 3 /* lines that "On ... wrote:" may take */
#define FIELD_NAME_MAX 40
#define FIELD_GAP 2 /* lines from one field of a header to the next */
#define FIELD_LONG 50 /* bytes of one that may go on in the next line */
#define FOOTER_NEAR 8 /* lines below a rule in which a link stands */
#define LABEL_MAX 40 /* bytes of what stands above a link */
#define NAME_WORDS_MAX 5

static struct mail_line *
line_at(const struct page *page, guint i)
{
	return page->lines->pdata[i];
}

static const char *
folded_at(const struct page *page, guint i)
{
	return page->folded->pdata[i];
}

/* The next one at or behind i that is not blank. */
static guint
behind_blanks(const struct page *page, guint i)
{
	while (i < page->lines->len && line_at(page, i)->kind == LINE_GAP)
		i++;
	return i;
}

static bool
is_text(const struct page *page, guint i)
{
	return i < page->lines->len && line_at(page, i)->kind != LINE_GAP &&
	       line_at(page, i)->kind != LINE_QUOTE;
}

/* ---- words ---- */

/* Behind marks, from the first letter or digit. */
static const char *
skip_marks(const char *p)
{
	while (*p != '\0' && !g_unichar_isalnum(g_utf8_get_char(p)))
		p = g_utf8_next_char(p);
	return p;
}

/* How much of it is left without marks at its end. */
static size_t
without_marks(const char *text, size_t size)
{
	const char *end = text + size;

	while (end > text) {
		const char *last = g_utf8_find_prev_char(text, end);
		if (last == NULL || g_unichar_isalnum(g_utf8_get_char(last)))
			break;
		end = last;
	}
	return (size_t)(end - text);
}

static bool
is_in(const char *text, size_t size, char *const *list)
{
	for (; list != NULL && *list != NULL; list++)
		if (strlen(*list) == size && memcmp(*list, text, size) == 0)
			return true;
	return false;
}

bool
whose_one_of(const char *folded, char *const *list)
{
	const char *from = skip_marks(folded);
	size_t size = without_marks(from, strlen(from));

	return size > 0 && is_in(from, size, list);
}

static bool
begins_with_one_of(const char *text, char *const *list)
{
	for (; list != NULL && *list != NULL; list++)
		if (g_str_has_prefix(text, *list))
			return true;
	return false;
}

static bool
is_letter_byte(char c)
{
	return g_ascii_isalpha(c) || (c & 0x80) != 0;
}

/* Where one of these words begins in it, or NULL. */
static const char *
find_word(const char *text, char *const *list, size_t *size)
{
	for (; list != NULL && *list != NULL; list++) {
		*size = strlen(*list);
		for (const char *p = text; (p = strstr(p, *list)) != NULL; p++)
			if ((p == text || !is_letter_byte(p[-1])) &&
			    !is_letter_byte(p[*size]))
				return p;
	}
	return NULL;
}

/* ---- shapes ---- */

/* "____", "-----", "* * *" */
static bool
is_rule(const char *text)
{
	size_t n = 0;

	for (; *text != '\0'; text++) {
		if (*text != ' ' && strchr("-_=*~#", *text) == NULL)
			return false;
		n += *text != ' ';
	}
	return n >= 3;
}

/* "18:26", "2026", "2.11." */
static bool
has_moment(const char *text)
{
	for (const char *p = text; *p != '\0';) {
		size_t digits = strspn(p, "0123456789");
		const char *next = p + digits;

		if (digits == 0) {
			p++;
			continue;
		}
		if (digits == 4 &&
		    (memcmp(p, "19", 2) == 0 || memcmp(p, "20", 2) == 0))
			return true;
		if (digits <= 2 && *next == ':' && g_ascii_isdigit(next[1]) &&
		    g_ascii_isdigit(next[2]))
			return true;
		if (digits <= 2 && *next != '\0' &&
		    strchr("./-", *next) != NULL && g_ascii_isdigit(next[1]) &&
		    strchr("./-", next[1 + strspn(next + 1, "0123456789")]))
			return true;
		p = next;
	}
	return false;
}

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

static bool
has_address(const char *text)
{
	const char *at = strchr(text, '@');

	return at != NULL && at > text &&
	       (g_ascii_isdigit(at[1]) || is_letter_byte(at[1]));
}

/* A link, an address or a telephone. */
static bool
has_contact(const char *text)
{
	return strstr(text, "://") != NULL || strstr(text, "www.") != NULL ||
	       has_address(text) || has_telephone(text);
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
		return has_moment(folded) &&
		       find_word(folded, page->reading->attributions, &size);
	if (colon == NULL ||
	    strspn(colon + 1, " *_\"'>)]") != strlen(colon + 1))
		return false;
	word = find_word(folded, page->reading->attributions, &size);
	if (word == NULL) /* "02.11.2026, 18:26, Anna <anna@host>:" */
		return has_address(folded) && has_moment(folded) &&
		       colon > folded && strchr(">)\"]", colon[-1]) != NULL;
	if (has_moment(folded) || has_address(folded))
		return true;
	end = raw == NULL ? NULL : strrchr(raw, ' ');
	return end != NULL && word > folded && strchr(word, ' ') == NULL &&
	       are_names(raw, (size_t)(end - raw));
}

/* "The robot wrote:", which has no date, right above marks. */
static bool
brings_quote(const struct page *page, guint i)
{
	const char *folded = folded_at(page, i), *colon = strchr(folded, ':');
	char *const *list = page->reading->attributions;
	g_autofree char *head = NULL;

	if (i + 1 >= page->lines->len ||
	    line_at(page, i + 1)->kind != LINE_QUOTE || colon == NULL ||
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
	GString *text = g_string_new(folded_at(page, i));

	for (guint k = i + 1; k < i + n; k++)
		g_string_append_printf(text, " %s", folded_at(page, k));
	return g_string_free(text, FALSE);
}

/* How many lines at i are such a one; 0: none. */
static guint
attribution_size(const struct page *page, guint i)
{
	const char *first = folded_at(page, i);
	size_t size;

	if (is_attribution(page, first, line_at(page, i)->text) ||
	    brings_quote(page, i))
		return 1;
	if (!has_moment(first) && !has_address(first) &&
	    find_word(first, page->reading->attributions, &size) == NULL)
		return 0;
	for (guint n = 2; n <= WRAPPED_MAX; n++) {
		g_autofree char *all = NULL;

		if (!is_text(page, i + n - 1))
			return 0;
		/* Her own line, right above one that is whole. */
		if (!has_moment(first) &&
		    is_attribution(page, folded_at(page, i + n - 1), NULL))
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
	size = without_marks(from, (size_t)(colon - from));
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
	return strlen(folded_at(page, last)) >= FIELD_LONG &&
	       is_text(page, last + 1) && last + 2 < page->lines->len &&
	       line_at(page, last + 2)->kind == LINE_GAP;
}

/* The place behind such a header of two fields or more, or i. */
static guint
header_end(const struct page *page, guint i)
{
	const char *first = field_name(page, folded_at(page, i));
	bool two = first != NULL && has_more_fields(page, folded_at(page, i));
	guint last = i;

	if (first == NULL)
		return i;
	for (guint k = i + 1; k < page->lines->len && k <= last + FIELD_GAP;
	     k++) {
		const char *name;

		if (line_at(page, k)->kind == LINE_QUOTE)
			break;
		name = field_name(page, folded_at(page, k));
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
	const char *from = skip_marks(folded);

	if (whose_one_of(folded, list))
		return true;
	return strspn(folded, "-_=*~# ") >= 3 && begins_with_one_of(from, list);
}

/* ---- what stands above what somebody else wrote ---- */

struct head {
	guint end; /* the place behind it */
	bool passed_on; /* it is no answer to it */
	bool fields; /* there are some of its header */
};

static bool
one_head(const struct page *page, guint i, struct head *head)
{
	const char *folded = folded_at(page, i);
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
static bool
find_head(const struct page *page, guint i, struct head *head)
{
	bool found = false;

	while (is_text(page, i)) {
		guint next;

		if (one_head(page, i, head)) {
			found = true;
		} else {
			struct head below = { 0 };

			if (!is_rule(folded_at(page, i)))
				break;
			next = behind_blanks(page, i + 1);
			if (!is_text(page, next) ||
			    !one_head(page, next, &below))
				break;
			head->end = i + 1;
		}
		i = behind_blanks(page, head->end);
	}
	return found;
}

/* ---- footers ---- */

static bool
begins_footer(const struct page *page, guint i)
{
	return begins_with_one_of(
	    skip_marks(folded_at(page, i)), page->reading->footers);
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

	if (!is_rule(folded_at(page, i)))
		return false;
	for (guint k = i + 1; k < page->lines->len && looked_at < FOOTER_NEAR;
	     k++) {
		struct head head = { 0 };

		if (line_at(page, k)->kind == LINE_QUOTE)
			return false;
		if (!is_text(page, k))
			continue;
		if (one_head(page, k, &head))
			return false;
		if (has_contact(folded_at(page, k)) || begins_footer(page, k) ||
		    (is_woven(folded_at(page, i)) &&
			is_rule(folded_at(page, k))))
			return true;
		looked_at++;
	}
	return false;
}

/* "Help <https://host>", "Help:" and below it where that link leads. */
static bool
is_label(const struct page *page, guint i)
{
	const char *folded = folded_at(page, i);
	const char *link = strstr(folded, "://");
	size_t words = strcspn(folded, "<([");

	if (link == NULL)
		link = strstr(folded, "mailto:");
	if (link == NULL || words > LABEL_MAX)
		return strlen(folded) <= LABEL_MAX && is_text(page, i + 1) &&
		       is_link(folded_at(page, i + 1));
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
	const char *folded = folded_at(page, i);

	if (strcmp(folded, "--") == 0 || strcmp(folded, "- --") == 0 ||
	    begins_footer(page, i) || is_rule_of_footer(page, i)) {
		*place = (struct place){ .kind = LINE_FOOTER };
	} else if (place->parting && has_contact(folded)) {
		place->kind = LINE_FOOTER;
		place->paragraph = true;
	} else if (whose_one_of(folded, page->reading->courtesies)) {
		place->parting = true;
		line_at(page, i)->kind = LINE_COURTESY;
		return;
	}
	line_at(page, i)->kind = is_label(page, i) ? LINE_FOOTER : place->kind;
}

/* What is below a head, if what was above it was the place. */
static struct place
place_below(
    const struct page *page, const struct head *head, const struct place *place)
{
	guint next = behind_blanks(page, head->end);

	if (place->kind != LINE_FOREIGN && next < page->lines->len &&
	    line_at(page, next)->kind == LINE_QUOTE &&
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

		if (!is_text(page, i)) {
			pass_gap(line, &place);
		} else if (strcmp(line->text, FOREIGN_END) == 0) {
			line->kind = LINE_HEAD;
			place = (struct place){ .kind = LINE_OWN };
		} else if (find_head(page, i, &head)) {
			for (; i < head.end; i++)
				if (is_text(page, i))
					line_at(page, i)->kind = LINE_HEAD;
			place = place_below(page, &head, &place);
			i--;
		} else if (place.kind == LINE_OWN) {
			sort_own(page, i, &place);
		} else {
			line->kind = place.kind;
		}
	}
}
