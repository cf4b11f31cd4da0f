/* SPDX-License-Identifier: ISC */
/*
 * A letter on paper: rendered once, with marks, from which its text and its
 * HTML are written.
 */
#include "render/paper.h"

#include "render/guard.h"
#include "render/html.h"
#include "render/marks.h"
#include "render/render.h"
#include "render/text.h"
#include "render/tongue.h"

#include <string.h>

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
