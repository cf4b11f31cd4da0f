/* SPDX-License-Identifier: ISC */
/*
 * Whether a text in HTML can be seen: what nobody sees nobody has typed, and
 * what is struck out is not meant.  Only what stands in the elements themselves
 * counts; style sheets are not read.
 */
#include "mail/incoming/html.h"

#include <stdlib.h>
#include <string.h>

#define BLACK 0x000000
#define WHITE 0xffffff
#define SAME 12 /* of 255: that near, colours are one */
#define FAR_AWAY (-500) /* from the page's border, in whatever unit */

struct paint
paint_plain(void)
{
	return (struct paint){ .ink = BLACK, .body = WHITE };
}

/* ---- colours ---- */

static int
hex_colour(const char *digits)
{
	size_t size = strspn(digits, "0123456789abcdef");
	long n = strtol(digits, NULL, 16);

	if (size == 6)
		return (int)n;
	if (size == 3)
		return (int)((n >> 8 & 15) * 0x110000 + (n >> 4 & 15) * 0x1100 +
			     (n & 15) * 0x11);
	return -1;
}

/* "rgb(255, 255, 255)", with commas or blanks; -1: it has another form. */
static int
rgb_colour(const char *numbers)
{
	int colour = 0;

	for (int i = 0; i < 3; i++) {
		char *end;
		double n = g_ascii_strtod(numbers, &end);

		if (end == numbers)
			return -1;
		if (*end == '%') {
			n *= 2.55;
			end++;
		}
		colour = colour << 8 | (int)CLAMP(n, 0, 255);
		numbers = end + strspn(end, ", ");
	}
	return colour;
}

/* -1: not known.  text is in small letters. */
static int
colour_of(const char *text)
{
	static const struct {
		const char *name;
		int colour;
	} names[] = { { "white", WHITE }, { "black", BLACK },
		{ "snow", 0xfffafa }, { "ivory", 0xfffff0 },
		{ "ghostwhite", 0xf8f8ff }, { "whitesmoke", 0xf5f5f5 },
		{ "windowtext", BLACK }, { "window", WHITE } };
	const char *paren = strchr(text, '(');

	if (text[0] == '#')
		return hex_colour(text + 1);
	if (g_str_has_prefix(text, "rgb") && paren != NULL)
		return rgb_colour(paren + 1);
	for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
		if (g_str_has_prefix(text, names[i].name) &&
		    !g_ascii_isalpha(text[strlen(names[i].name)]))
			return names[i].colour;
	return -1;
}

static bool
near_each_other(int a, int b)
{
	for (int shift = 0; shift <= 16; shift += 8)
		if (abs((a >> shift & 255) - (b >> shift & 255)) > SAME)
			return false;
	return true;
}

/* ---- styles ---- */

/* "0", "0px", "0.0", but no "0.5em". */
static bool
is_zero(const char *value)
{
	char *end;

	return g_ascii_strtod(value, &end) == 0 && end > value;
}

/* Of letters: nothing, or a dot. */
static bool
is_tiny(const char *value)
{
	char *end;
	double size = g_ascii_strtod(value, &end);

	if (end == value)
		return false;
	if (g_str_has_prefix(end, "px") || g_str_has_prefix(end, "pt"))
		return size <= 1;
	return size == 0;
}

static void
paint_page(struct paint *paint, const char *value)
{
	if (strstr(value, "url(") != NULL)
		paint->body = -1;
	else if (g_str_has_prefix(value, "transparent") ||
		 g_str_has_prefix(value, "none") ||
		 g_str_has_prefix(value, "inherit") ||
		 g_str_has_prefix(value, "initial"))
		return;
	else
		paint->body = colour_of(value);
}

/* One declaration; both in small letters, without blanks around. */
static void
declare(struct paint *paint, const char *name, const char *value)
{
	if (strcmp(name, "color") == 0)
		paint->ink = g_str_has_prefix(value, "transparent")
				 ? paint->body
				 : colour_of(value);
	else if (strcmp(name, "background") == 0 ||
		 strcmp(name, "background-color") == 0)
		paint_page(paint, value);
	else if (strcmp(name, "font-size") == 0)
		paint->tiny = is_tiny(value);
	else if (strcmp(name, "visibility") == 0)
		paint->invisible = g_str_has_prefix(value, "hidden") ||
				   g_str_has_prefix(value, "collapse");
	else if (strcmp(name, "display") == 0)
		paint->gone |= g_str_has_prefix(value, "none");
	else if (strcmp(name, "mso-hide") == 0)
		paint->gone |= g_str_has_prefix(value, "all");
	else if (strcmp(name, "opacity") == 0 ||
		 strcmp(name, "max-height") == 0 ||
		 strcmp(name, "max-width") == 0)
		paint->gone |= is_zero(value);
	else if (strcmp(name, "text-indent") == 0 ||
		 strcmp(name, "left") == 0 || strcmp(name, "top") == 0 ||
		 strcmp(name, "margin-left") == 0)
		paint->gone |= g_ascii_strtod(value, NULL) <= FAR_AWAY;
	else if (strcmp(name, "text-decoration") == 0 ||
		 strcmp(name, "text-decoration-line") == 0)
		paint->gone |= strstr(value, "line-through") != NULL;
}

static void
read_style(struct paint *paint, const char *value)
{
	g_autofree char *style = g_ascii_strdown(value, -1);

	for (char *p = style, *next; p != NULL; p = next) {
		char *colon = strchr(p, ':'), *end = strchr(p, ';');

		next = end != NULL ? end + 1 : NULL;
		if (end != NULL)
			*end = '\0';
		if (colon == NULL || (end != NULL && colon > end))
			continue;
		*colon = '\0';
		declare(paint, g_strstrip(p), g_strstrip(colon + 1));
	}
}

void
paint_attribute(
    struct paint *paint, const char *tag, const char *name, const char *value)
{
	if (strcmp(name, "style") == 0) {
		read_style(paint, value);
	} else if (strcmp(name, "hidden") == 0) {
		paint->gone = true;
	} else if (strcmp(name, "bgcolor") == 0 ||
		   ((strcmp(name, "color") == 0 || strcmp(name, "text") == 0) &&
		       (strcmp(tag, "font") == 0 ||
			   strcmp(tag, "body") == 0))) {
		g_autofree char *low = g_ascii_strdown(value, -1);

		*(name[0] == 'b' ? &paint->body : &paint->ink) = colour_of(low);
	}
}

bool
paint_same(const struct paint *a, const struct paint *b)
{
	return a->ink == b->ink && a->body == b->body && a->tiny == b->tiny &&
	       a->invisible == b->invisible && a->gone == b->gone;
}

bool
paint_hides(const struct paint *paint)
{
	return paint->tiny || paint->invisible || paint->gone ||
	       (paint->ink != -1 && paint->body != -1 &&
		   near_each_other(paint->ink, paint->body));
}
