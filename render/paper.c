/* SPDX-License-Identifier: ISC */
/*
 * A letter on paper: rendered once, with marks, from which its text and its
 * HTML are written.
 */
#include "render/guard.h"
#include "render/html.h"
#include "render/marks.h"
#include "render/text.h"
#include "render/tongue.h"

#include <string.h>

/* ---- marks ---- */

/* Partials by the names that they have in every language. */
static const struct {
	const char *name;
	char part;
} parts[] = {
	{ "ask", PART_ASK },
	{ "choices", PART_CHOICES },
	{ "cut", PART_CUT },
	{ "picture", PART_PICTURE },
	{ "news", PART_SECTION },
	{ "newcomer", PART_SECTION },
	{ "sections", PART_SECTION },
	{ "sent", PART_SECTION },
	{ "votes", PART_SECTION },
	{ "table", PART_TABLE },
	{ "result", PART_TABLE },
	{ "proof", PART_SECTION },
	{ "about", PART_SECTION },
	{ "policy", PART_SECTION },
	{ "players", PART_SECTION },
	{ "details", PART_SECTION },
	{ "tail", PART_SMALL },
	{ "number", PART_SMALL },
	{ "answered", PART_ANSWER },
	{ "waits", PART_WAITS },
	{ "legend", PART_LEGEND },
	{ "fair", PART_HELP },
	{ "moves", PART_HELP },
};

/* What the partial is for, or '\0'. */
static char
part_of(const char *name)
{
	/* "help-vote", "rules-luck": topics to read up on */
	if (g_str_has_prefix(name, "help") || g_str_has_prefix(name, "rules"))
		return PART_HELP;
	for (size_t i = 0; i < G_N_ELEMENTS(parts); i++)
		if (strcmp(parts[i].name, name) == 0)
			return parts[i].part;
	return '\0';
}

void
marks_part(void *letter, const char *name, bool ends, GString *out)
{
	char part = part_of(name);

	(void)letter;
	if (part == '\0')
		return;
	g_string_append_c(out, ends ? MARK_PART_END : MARK_PART);
	g_string_append_c(out, part);
}

void
marks_item(void *letter, const char *filter, GString *out)
{
	(void)letter;
	if (strcmp(filter, "table") == 0)
		g_string_append_c(out, MARK_ROW);
}

char *
marks_block_end(char *text)
{
	static const char ends[] = { MARK_BLOCK, MARK_BLOCK_END, '\0' };
	int depth = 0;

	for (;; text++) {
		text += strcspn(text, ends);
		if (*text == '\0' || (*text == MARK_BLOCK_END && depth == 0))
			return text;
		depth += *text == MARK_BLOCK ? 1 : -1;
	}
}

/* ---- text ---- */

static void write_text(const struct letter *, char *marked, GString *out);

/*
 * Lay the text out, in the characters that will go out: others may take more
 * columns or fewer.
 */
static void
lay_out(const struct letter *letter, char block, const char *text, GString *out)
{
	g_autofree char *ascii = letter->ascii ? text_ascii(text) : NULL;

	if (ascii != NULL)
		text = ascii;
	if (block == BLOCK_WRAP)
		text_wrap(text, out);
	else if (block == BLOCK_TABLE)
		text_table(text, out);
	else if (block == BLOCK_ITEMS)
		text_items(text, out);
	else if (block == BLOCK_HEXES)
		text_hexes(text, out);
	else if (letter->ascii)
		text_circle_ascii(text, out);
	else
		text_circle(text, out);
}

/* A block, which may hold others; what is inside is left as it was. */
static void
write_block(const struct letter *letter, char block, char *inside, GString *out)
{
	g_autoptr(GString) clean = NULL;

	if (strpbrk(inside, MARKS) == NULL) {
		lay_out(letter, block, inside, out);
		return;
	}
	clean = g_string_sized_new(strlen(inside));
	write_text(letter, inside, clean);
	lay_out(letter, block, clean->str, out);
}

static void
write_text(const struct letter *letter, char *p, GString *out)
{
	for (;;) {
		size_t size = strcspn(p, MARKS);
		char *end, kept;

		g_string_append_len(out, p, (gssize)size);
		p += size;
		if (*p == '\0')
			return;
		if (*p == MARK_BLOCK && p[1] != '\0') {
			end = marks_block_end(p + 2);
			kept = *end;
			*end = '\0';
			write_block(letter, p[1], p + 2, out);
			*end = kept;
			p = kept == '\0' ? end : end + 1;
		} else if ((*p == MARK_PART || *p == MARK_PART_END) &&
			   p[1] != '\0')
			p += 2;
		else
			p++;
	}
}

static char *
text_of(const struct letter *letter, char *marked)
{
	g_autoptr(GString) laid = g_string_sized_new(strlen(marked) * 5 / 4);
	g_autofree char *ascii = NULL;
	g_autofree char *tidy = NULL;

	write_text(letter, marked, laid);
	if (letter->ascii)
		ascii = text_ascii(laid->str);
	tidy = text_letter(ascii != NULL ? ascii : laid->str);
	return guard_letter(letter->tongue, letter->game, tidy);
}

/* ---- the whole ---- */

/* Does the reader's mail program show ASCII alone? */
static bool
wants_ascii(const json_t *facts)
{
	const json_t *person = json_object_get(facts, "person");
	const char *text = json_string_value(json_object_get(person, "text"));

	return g_strcmp0(text, "ascii") == 0;
}

static int
make(const struct tongue *t, const char *game, const char *kind,
    const json_t *facts, bool html, struct paper *paper, struct err *err)
{
	g_autoptr(GString) key = g_string_sized_new(64);
	struct letter letter = {
		.tongue = t,
		.game = game,
		.facts = facts,
		.atoms = json_object_get(facts, "atoms"),
		.names = json_object_get(facts, "names"),
		.key = key,
		.err = err,
		.ascii = wants_ascii(facts),
	};
	g_autofree char *marked = letter_render(&letter, kind);

	*paper = (struct paper){ NULL, NULL };
	if (marked == NULL)
		return -1;
	paper->text = text_of(&letter, marked);
	if (html && !letter.ascii)
		paper->html =
		    html_body(&letter, marked, g_str_has_suffix(kind, "-end"));
	return 0;
}

char *
tongue_letter(const struct tongue *t, const char *game, const char *kind,
    const json_t *facts, struct err *err)
{
	struct paper paper;

	return make(t, game, kind, facts, false, &paper, err) == 0 ? paper.text
								   : NULL;
}

int
tongue_part(const struct tongue *t, const char *game, const char *kind,
    const json_t *facts, struct paper *paper, struct err *err)
{
	return make(t, game, kind, facts, true, paper, err);
}

int
tongue_paper(const struct tongue *t, const char *game, const char *kind,
    const json_t *facts, struct paper *paper, struct err *err)
{
	g_autofree char *body = NULL;

	if (make(t, game, kind, facts, true, paper, err) < 0)
		return -1;
	body = paper->html;
	paper->html = body != NULL ? tongue_frame(t, game, facts, body) : NULL;
	return 0;
}

void
paper_clear(struct paper *paper)
{
	g_clear_pointer(&paper->text, g_free);
	g_clear_pointer(&paper->html, g_free);
}
