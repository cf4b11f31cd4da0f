/* SPDX-License-Identifier: ISC */
/*
 * Filters of pictures that fit a text into a width: cut, in two lines, on a
 * plate, or in smaller letters.
 */
#include "render/picture/drawing.h"

#include "render/text/text.h"

#include <math.h>
#include <string.h>

#define LINE_HEIGHT 1.05 /* of letters: from one line to the next */
#define PLATE_EDGE 0.3 /* of a line, around a text */

void
place_fit(const char *inside, GString *out)
{
	double at[2]; /* width size */
	g_autoptr(GString) cut = g_string_new(NULL);
	g_autofree char *plain = NULL;

	numbers_read(&inside, at, 2);
	plain = g_strstrip(xml_plain(inside));
	text_fit(plain, at[0], at[1], cut);
	html_escape((struct text_span){ cut->str, cut->len }, out);
}

/* The place to break a text at, into two lines that are about as long. */
static char *
break_at(char *text)
{
	size_t size = strlen(text), best = size;
	char *at = NULL;

	for (char *p = text; (p = strchr(p, ' ')) != NULL; p++) {
		size_t before = (size_t)(p - text);
		size_t longer = MAX(before, size - before);

		if (longer < best) {
			best = longer;
			at = p;
		}
	}
	return at;
}

static void
append_line(
    GString *out, const char *text, double width, double size, bool second)
{
	g_autoptr(GString) cut = g_string_new(NULL);

	text_fit(text, width, size, cut);
	text_append_all(out, "<tspan x=\"0\"");
	if (second)
		g_string_append_printf(out, " dy=\"%gem\"", LINE_HEIGHT);
	g_string_append_c(out, '>');
	html_escape((struct text_span){ cut->str, cut->len }, out);
	text_append_all(out, "</tspan>");
}

/* The text in one line, or in two if that would be wider; *second is NULL, or
 * within what is returned, which is newly allocated. */
static char *
into_lines(const char *inside, double width, double size, char **second)
{
	char *plain = g_strstrip(xml_plain(inside));

	*second = text_breadth(plain, size) > width ? break_at(plain) : NULL;
	if (*second != NULL)
		*(*second)++ = '\0';
	return plain;
}

void
place_lines(const char *inside, GString *out)
{
	double at[2]; /* width size */
	g_autofree char *plain = NULL;
	char *second;

	numbers_read(&inside, at, 2);
	plain = into_lines(inside, at[0], at[1], &second);
	append_line(out, plain, at[0], at[1], false);
	if (second != NULL)
		append_line(out, second, at[0], at[1], true);
}

/* What such lines lie on. */
void
place_plate(const char *inside, GString *out)
{
	double at[3]; /* width size height of a line */
	g_autofree char *plain = NULL;
	char *second;
	double width;

	numbers_read(&inside, at, 3);
	plain = into_lines(inside, at[0], at[1], &second);
	width = text_breadth(plain, at[1]);
	if (second != NULL)
		width = MAX(width, text_breadth(second, at[1]));
	width = MIN(width, at[0]) + at[2] * PLATE_EDGE * 2;
	text_append_all(out, "<rect x=\"");
	number_append(out, -width / 2);
	text_append_all(out, "\" width=\"");
	number_append(out, width);
	text_append_all(out, "\" height=\"");
	number_append(out, at[2] * (second != NULL ? LINE_HEIGHT + 1 : 1) +
			       at[2] * PLATE_EDGE);
	text_append_all(out, "\" rx=\"14\"/>");
}

void
place_size(const char *inside, GString *out)
{
	double at[3]; /* width size least */
	g_autofree char *plain = NULL;
	double whole;

	numbers_read(&inside, at, 3);
	plain = g_strstrip(xml_plain(inside));
	whole = text_breadth(plain, at[1]);
	number_append(out,
	    whole <= at[0] ? at[1] : MAX(at[2], floor(at[1] * at[0] / whole)));
}
