/* SPDX-License-Identifier: ISC */
/*
 * The win shares of an arena as a picture: of each contestant, and of each at
 * every seat, with intervals.  It follows the reader's dark or light colours.
 */
#include "sim/arena.h"

enum {
	PLOT_LEFT = 190,
	PLOT_WIDTH = 380,
	TEXT_LEFT = PLOT_LEFT + PLOT_WIDTH + 14,
	WIDTH = 730,
	TOP = 78,
	ROW = 26, /* of a contestant */
	SEAT_ROW = 19, /* of one at a seat */
	GAP = 12,
	NAME_MOST = 24 /* characters; the rest is cut off */
};

static const char style[] =
    "<style>"
    "svg{color-scheme:light dark;font:13px sans-serif}"
    ".back{fill:#fff}text{fill:#222}.small{fill:#555;font-size:12px}"
    ".head{font-size:16px;font-weight:bold}.name{font-weight:bold}"
    ".grid{stroke:#ddd}.even{stroke:#777;stroke-dasharray:4 3}"
    ".bar{fill:#2a6db0}.seat{fill:#8fb6dc}"
    ".off{stroke:#222;stroke-width:1.5;fill:none}"
    "@media(prefers-color-scheme:dark){"
    ".back{fill:#181a1b}text{fill:#e4e4e4}.small{fill:#b0b0b0}"
    ".grid{stroke:#3a3d40}.even{stroke:#999}"
    ".bar{fill:#4a90d9}.seat{fill:#2f5d8a}.off{stroke:#e4e4e4}}"
    "</style>\n";

static double
number_of(const json_t *map, const char *key)
{
	return json_number_value(json_object_get(map, key));
}

/* Tenths of a point are exact enough, and written as all locales must. */
static char *
place(double value)
{
	char text[G_ASCII_DTOSTR_BUF_SIZE];

	return g_strdup(g_ascii_formatd(text, sizeof text, "%.1f", value));
}

static char *
at_share(double share)
{
	return place(PLOT_LEFT + PLOT_WIDTH * CLAMP(share, 0, 1));
}

static void
write_text(GString *out, const char *kind, int x, int y, const char *anchor,
    const char *text)
{
	g_autofree char *escaped = g_markup_escape_text(text, -1);

	g_string_append_printf(out,
	    "<text class=\"%s\" x=\"%d\" y=\"%d\" text-anchor=\"%s\">%s"
	    "</text>\n",
	    kind, x, y, anchor, escaped);
}

static char *
share_text(const json_t *win)
{
	char mean[G_ASCII_DTOSTR_BUF_SIZE], off[G_ASCII_DTOSTR_BUF_SIZE];

	g_ascii_formatd(mean, sizeof mean, "%.3f", number_of(win, "mean"));
	if (!json_is_number(json_object_get(win, "off")))
		return g_strdup(mean);
	g_ascii_formatd(off, sizeof off, "%.3f", number_of(win, "off"));
	return g_strdup_printf("%s ± %s", mean, off);
}

/* A bar from 0 to the share, and what it may be off as a line with ends. */
static void
write_share(
    GString *out, const json_t *win, const char *kind, int y, int height)
{
	double mean = number_of(win, "mean"), off = number_of(win, "off");
	g_autofree char *size = place(PLOT_WIDTH * mean);
	g_autofree char *from = at_share(mean - off);
	g_autofree char *to = at_share(mean + off);
	g_autofree char *text = share_text(win);
	int middle = y + height / 2;

	g_string_append_printf(out,
	    "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%s\" "
	    "height=\"%d\"/>\n",
	    kind, PLOT_LEFT, y, size, height);
	if (json_is_number(json_object_get(win, "off")))
		g_string_append_printf(out,
		    "<path class=\"off\" d=\"M%s %dv6m0 -3H%sm0 -3v6\"/>\n",
		    from, middle - 3, to);
	write_text(out, "small", TEXT_LEFT, middle + 4, "start", text);
}

static int
write_contestant(GString *out, const json_t *row, int y)
{
	const char *name =
	    json_string_value(json_object_get(row, "contestant"));
	g_autofree char *cut =
	    g_utf8_substring(name, 0, MIN(g_utf8_strlen(name, -1), NAME_MOST));
	json_t *at;
	size_t i;

	write_text(out, "name", PLOT_LEFT - 10, y + 14, "end", cut);
	write_share(out, json_object_get(row, "win"), "bar", y, ROW - 8);
	y += ROW;
	json_array_foreach(json_object_get(row, "at"), i, at)
	{
		g_autofree char *seat = g_strdup_printf("at seat %lld",
		    (long long)json_integer_value(json_object_get(at, "seat")));

		write_text(out, "small", PLOT_LEFT - 10, y + 10, "end", seat);
		write_share(
		    out, json_object_get(at, "win"), "seat", y, SEAT_ROW - 8);
		y += SEAT_ROW;
	}
	return y + GAP;
}

/* Lines at quarters, and one at the share that would be even. */
static void
write_axis(GString *out, double even, int bottom)
{
	static const char *const quarters[] = { "0", "0.25", "0.5", "0.75",
		"1" };
	g_autofree char *x = at_share(even);

	for (int q = 0; q <= 4; q++) {
		int at = PLOT_LEFT + PLOT_WIDTH * q / 4;

		g_string_append_printf(out,
		    "<path class=\"grid\" d=\"M%d %dV%d\"/>\n", at, TOP - 6,
		    bottom);
		write_text(
		    out, "small", at, bottom + 16, "middle", quarters[q]);
	}
	g_string_append_printf(out, "<path class=\"even\" d=\"M%s %dV%d\"/>\n",
	    x, TOP - 6, bottom);
}

static void
write_head(GString *out, const json_t *report)
{
	g_autofree char *title = g_strdup_printf("Win shares in %s",
	    json_string_value(json_object_get(report, "game")));
	g_autofree char *below = g_strdup_printf(
	    "%lld matches of %lld deals; lines: 95 %% intervals; dashed: an "
	    "even share",
	    (long long)json_integer_value(json_object_get(report, "matches")),
	    (long long)json_integer_value(json_object_get(report, "deals")));
	g_autofree char *escaped = g_markup_escape_text(title, -1);

	g_string_append_printf(out, "<title>%s</title>\n", escaped);
	write_text(out, "head", 20, 30, "start", title);
	write_text(out, "small", 20, 50, "start", below);
}

char *
arena_chart(const json_t *report)
{
	json_t *list = json_object_get(report, "contestants"), *row;
	int seats = (int)json_integer_value(json_object_get(report, "seats"));
	int each = ROW + seats * SEAT_ROW + GAP;
	int bottom = TOP + (int)json_array_size(list) * each - GAP;
	GString *out = g_string_new(NULL);
	int y = TOP;
	size_t i;

	g_string_append_printf(out,
	    "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" "
	    "width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\">\n",
	    WIDTH, bottom + 34, WIDTH, bottom + 34);
	g_string_append(out, style);
	g_string_append_printf(out,
	    "<rect class=\"back\" width=\"%d\" height=\"%d\"/>\n", WIDTH,
	    bottom + 34);
	write_head(out, report);
	write_axis(out, 1.0 / seats, bottom);
	json_array_foreach(list, i, row) y = write_contestant(out, row, y);
	g_string_append(out, "</svg>\n");
	return g_string_free(out, FALSE);
}
