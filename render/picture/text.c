/* SPDX-License-Identifier: ISC */
/* Texts in pictures: how wide they are, and cut to the room there is. */
#include "render/picture/drawing.h"

#include "render/text/text.h"

#include <string.h>

/* What html_escape writes, and what a template may write besides. */
static const struct {
	char sign;
	const char *entity;
} entities[] = { { '&', "&amp;" }, { '<', "&lt;" }, { '>', "&gt;" },
	{ '"', "&quot;" }, { '\'', "&#39;" } };

char *
xml_plain(const char *escaped)
{
	GString *plain = g_string_sized_new(strlen(escaped));

	while (*escaped != '\0') {
		size_t i = 0, size = strcspn(escaped, "&");

		text_append(plain, escaped, size);
		escaped += size;
		if (*escaped == '\0')
			break;
		while (i < G_N_ELEMENTS(entities) &&
		       !g_str_has_prefix(escaped, entities[i].entity))
			i++;
		if (i < G_N_ELEMENTS(entities)) {
			g_string_append_c(plain, entities[i].sign);
			escaped += strlen(entities[i].entity);
		} else
			g_string_append_c(plain, *escaped++);
	}
	return g_string_free(plain, FALSE);
}

/* In thousandths of the size; a little more than bold letters take. */
static int
breadth(gunichar c)
{
	if (c >= 128 && (g_unichar_iszerowidth(c) || g_unichar_ismark(c)))
		return 0;
	if (c >= 128 && g_unichar_iswide(c))
		return 1000;
	if (c < 128 && strchr(" iIjl.,:;!|'()[]", (int)c) != NULL)
		return 320;
	if (c < 128 && strchr("frt-/\"*", (int)c) != NULL)
		return 430;
	if (c < 128 && strchr("mwMW@%", (int)c) != NULL)
		return 950;
	if (c >= 0x400 && c < 0x530)
		return g_unichar_isupper(c) ? 780 : 670;
	return g_unichar_isupper(c) ? 690 : 600;
}

double
text_breadth(const char *text, double size)
{
	double sum = 0;

	for (; *text != '\0'; text = g_utf8_next_char(text))
		sum += breadth(g_utf8_get_char(text));
	return sum * size / 1000;
}

void
text_fit(const char *text, double width, double size, GString *out)
{
	const char *end = text;
	double room;

	if (text_breadth(text, size) <= width) {
		g_string_append(out, text);
		return;
	}
	room = (width - text_breadth("…", size)) * 1000 / size;
	for (; *end != '\0'; end = g_utf8_next_char(end)) {
		room -= breadth(g_utf8_get_char(end));
		if (room < 0)
			break;
	}
	while (end > text && (end[-1] == ' ' || end[-1] == '.'))
		end--;
	g_string_append_len(out, text, end - text);
	g_string_append(out, "…");
}
