/* SPDX-License-Identifier: ISC */
/*
 * The body of a letter: rendered once, with marks, from which its text and its
 * HTML are written.
 */
#include "render/body.h"

#include "render/guard.h"
#include "render/html/html.h"
#include "render/markup.h"
#include "render/preheader.h"
#include "render/render.h"
#include "render/text/text.h"
#include "render/language/catalog.h"

#include <string.h>

/* ---- text ---- */

static void write_text(const struct rendering *, char *marked, GString *out);

static bool
reads_as_command(const void *arg, struct text_span line)
{
	const struct rendering *letter = arg;

	return guard_suspects(letter->catalog, letter->game, line);
}

/*
 * Lay the text out, in the characters that will go out: others may take more
 * columns or fewer.
 */
static void
lay_out(
    const struct rendering *letter, char block, const char *text, GString *out)
{
	g_autofree char *ascii = letter->ascii ? text_ascii(text) : NULL;
	const struct text_doubt doubt = { reads_as_command, letter };

	if (ascii != NULL)
		text = ascii;
	if (block == BLOCK_WRAP)
		text_wrap(text, &doubt, out);
	else if (block == BLOCK_TABLE)
		text_table(text, out);
	else if (block == BLOCK_ITEMS)
		text_items(text, out);
	else if (block == BLOCK_HEXES)
		text_hexes(text, out);
	else if (block == BLOCK_PREHEADER) {
		g_autoptr(GString) line = g_string_sized_new(128);

		preheader_write(text, line);
		text_wrap(line->str, &doubt, out);
	} else if (letter->ascii)
		text_circle_ascii(text, out);
	else
		text_circle(text, out);
}

/* A block, which may hold others; what is inside is left as it was. */
static void
write_block(
    const struct rendering *letter, char block, char *inside, GString *out)
{
	g_autoptr(GString) clean = NULL;

	if (block == BLOCK_TAPS || block == BLOCK_HTML_TABLE)
		return;
	if (block == BLOCK_PLAIN) {
		write_text(letter, inside, out);
		return;
	}
	if (strpbrk(inside, MARKS) == NULL) {
		lay_out(letter, block, inside, out);
		return;
	}
	clean = g_string_sized_new(strlen(inside));
	write_text(letter, inside, clean);
	lay_out(letter, block, clean->str, out);
}

static void
write_text(const struct rendering *letter, char *p, GString *out)
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
text_of(const struct rendering *letter, char *marked)
{
	g_autoptr(GString) laid = g_string_sized_new(strlen(marked) * 5 / 4);
	g_autofree char *ascii = NULL;
	g_autofree char *tidy = NULL;

	write_text(letter, marked, laid);
	if (letter->ascii)
		ascii = text_ascii(laid->str);
	tidy = text_letter(ascii != NULL ? ascii : laid->str);
	return guard_letter(letter->catalog, letter->game, tidy);
}

/* ---- the whole ---- */

/* Does the reader's mail program show ASCII alone? */
static bool
wants_ascii(const json_t *context)
{
	const json_t *person = json_object_get(context, "person");
	const char *text = json_string_value(json_object_get(person, "text"));

	return g_strcmp0(text, "ascii") == 0;
}

static int
make(const struct catalog *t, const char *game, const char *kind,
    const json_t *context, bool html, struct body *body, struct err *err)
{
	g_autoptr(GString) key = g_string_sized_new(64);
	struct rendering letter = {
		.catalog = t,
		.game = game,
		.context = context,
		.atoms = json_object_get(context, "atoms"),
		.names = json_object_get(context, "names"),
		.key = key,
		.err = err,
		.ascii = wants_ascii(context),
	};
	g_autofree char *marked = letter_render(&letter, kind);

	*body = (struct body){ NULL, NULL, NULL };
	if (marked == NULL)
		return -1;
	body->text = text_of(&letter, marked);
	if (html && !letter.ascii) {
		body->preheader = preheader_of(marked, body->text);
		body->html =
		    html_body(&letter, marked, g_str_has_suffix(kind, "-end"));
	}
	return 0;
}

char *
catalog_letter(const struct catalog *t, const char *game, const char *kind,
    const json_t *context, struct err *err)
{
	struct body body;

	return make(t, game, kind, context, false, &body, err) == 0 ? body.text
								    : NULL;
}

int
catalog_section(const struct catalog *t, const char *game, const char *kind,
    const json_t *context, struct body *body, struct err *err)
{
	return make(t, game, kind, context, true, body, err);
}

int
catalog_body(const struct catalog *t, const char *game, const char *kind,
    const json_t *context, struct body *body, struct err *err)
{
	g_autofree char *inner = NULL;

	if (make(t, game, kind, context, true, body, err) < 0)
		return -1;
	inner = body->html;
	body->html = inner != NULL ? catalog_frame(t, game, context,
					 body->preheader, inner)
				   : NULL;
	return 0;
}

void
body_clear(struct body *body)
{
	g_clear_pointer(&body->text, g_free);
	g_clear_pointer(&body->html, g_free);
	g_clear_pointer(&body->preheader, g_free);
}
