/* SPDX-License-Identifier: ISC */
/*
 * The line that a list of mails shows beside the subject: what the letter
 * wants, in words of its template or else in those that the letter begins with.
 */
#include "render/preheader.h"

#include "render/markup.h"
#include "render/text/text.h"

#include <string.h>

#define ELLIPSIS "…"
#define STATE_COLUMNS (PREHEADER_COLUMNS / 2) /* what happened leaves these */

/* The bytes of them before a bracket that they do not close. */
static size_t
without_open(const char *text, size_t size)
{
	const char *open = memrchr(text, '(', size);

	if (open == NULL ||
	    memchr(open, ')', size - (size_t)(open - text)) != NULL)
		return size;
	return (size_t)(open - text);
}

/* As many whole words as fit, then an ellipsis. */
static void
append_short(struct text_span text, int columns, GString *out)
{
	size_t size = 0, fits = 0;

	if (text_span_width(text) <= columns) {
		g_string_append_len(out, text.at, (gssize)text.size);
		return;
	}
	while (size < text.size) {
		const char *blank =
		    memchr(text.at + size, ' ', text.size - size);
		struct text_span begin = { text.at,
			blank != NULL ? (size_t)(blank - text.at) : text.size };

		if (text_span_width(begin) > columns - 1)
			break;
		fits = begin.size;
		size = fits + 1;
	}
	fits = without_open(text.at, fits);
	while (fits > 0 && strchr(",;:. ", text.at[fits - 1]) != NULL)
		fits--;
	g_string_append_len(out, text.at, (gssize)fits);
	g_string_append(out, ELLIPSIS);
}

/* With one blank for blanks and line ends. */
static char *
one_line(const char *text)
{
	GString *line = g_string_sized_new(strlen(text) + 1);

	for (; *text != '\0'; text++)
		if (*text != ' ' && *text != '\n')
			g_string_append_c(line, *text);
		else if (line->len > 0 && line->str[line->len - 1] != ' ')
			g_string_append_c(line, ' ');
	return g_string_free(line, FALSE);
}

/* Talk ends with its quotation mark: what follows is set apart from it. */
static bool
is_sentence(struct text_span text)
{
	return text.size > 0 && strchr(".!?", text.at[text.size - 1]) != NULL;
}

/* "Your turn: play a card": without the task, if little of it would fit. */
static struct text_span
without_task(struct text_span state, int columns)
{
	enum { TASK_COLUMNS = 12 }; /* fewer would tell nothing */
	const char *colon = g_strstr_len(state.at, (gssize)state.size, ": ");
	struct text_span head = { state.at, 0 };

	if (colon == NULL || text_span_width(state) <= columns)
		return state;
	head.size = (size_t)(colon - state.at);
	return text_span_width(head) + TASK_COLUMNS > columns ? head : state;
}

/* How it stands: the words before the last ones give way to these. */
static void
append_state(
    struct text_span state, struct text_span last, int columns, GString *out)
{
	enum { FIRST_COLUMNS = 8 }; /* fewer would tell nothing */
	int width = text_span_width(last);

	state = without_task(state, columns - width);
	if (text_span_width(state) + width > columns &&
	    columns - width >= FIRST_COLUMNS) {
		append_short(state, columns - width, out);
		/* an ellipsis needs no mark behind it */
		while (last.size > 0 && strchr(",.", *last.at) != NULL) {
			last.at++;
			last.size--;
		}
		g_string_append_len(out, last.at, (gssize)last.size);
	} else {
		g_autofree char *all = g_strdup_printf("%.*s%.*s",
		    (int)state.size, state.at, (int)last.size, last.at);

		append_short(text_whole(all), columns, out);
	}
}

void
preheader_write(const char *inside, GString *out)
{
	g_autofree char *flat = one_line(inside);
	const char *end = flat + strlen(flat), *behind = end;
	const char *bar = strrchr(flat, '|');
	struct text_span news, state, last = { end, 0 };
	int room = PREHEADER_COLUMNS, width, own, between;
	const gsize before = out->len;

	/* the last bar alone, for what people write may hold two as well */
	if (bar != NULL && bar > flat && bar[-1] == '|') {
		last = text_strip(bar + 1, end);
		behind = bar - 1;
		bar = g_strrstr_len(flat, behind - flat, "|");
	}
	news = text_strip(flat, bar != NULL ? bar : flat);
	state = text_strip(bar != NULL ? bar + 1 : flat, behind);
	width = text_span_width(state) + text_span_width(last);
	between = is_sentence(news) ? 1 : 3;
	if (news.size > 0 && width > 0) {
		own = room - between - MIN(width, STATE_COLUMNS);
		own = MIN(own, text_span_width(news));
		append_short(news, own, out);
		/* it may be less: a word is left out as a whole */
		own = text_span_width(
		    (struct text_span){ out->str + before, out->len - before });
		g_string_append(out, between == 1 ? " " : " · ");
		append_state(state, last, room - between - own, out);
	} else if (news.size > 0) {
		append_short(news, room, out);
	} else {
		append_state(state, last, room, out);
	}
}

/* Without the marks that say what its parts are for. */
static char *
unmarked(const char *begin, const char *end)
{
	GString *plain = g_string_sized_new((gsize)(end - begin) + 1);

	for (const char *p = begin; p < end; p++)
		if (strchr(MARKS, *p) == NULL)
			g_string_append_c(plain, *p);
		else if (*p != MARK_BLOCK_END && *p != MARK_ROW && p + 1 < end)
			p++;
	return g_string_free(plain, FALSE);
}

/* The first line, with an ellipsis if its paragraph goes on. */
static void
write_beginning(const char *text, GString *out)
{
	static const char *const marks[] = { " ✓ ", " ✗ ", " · " };
	const char *end;

	text += strspn(text, "\n");
	for (size_t i = 0; i < G_N_ELEMENTS(marks); i++)
		if (g_str_has_prefix(text, marks[i]))
			text += strlen(marks[i]);
	end = strchrnul(text, '\n');
	g_string_append_len(out, text, end - text);
	if (*end == '\n' && end[1] != '\n' && end[1] != '\0')
		g_string_append(out, ELLIPSIS);
}

char *
preheader_of(char *marked, const char *text)
{
	static const char block[] = { MARK_BLOCK, BLOCK_PREHEADER, '\0' };
	GString *out = g_string_sized_new(128);
	char *begin = strstr(marked, block);

	if (begin != NULL) {
		g_autofree char *inside =
		    unmarked(begin + 2, marks_block_end(begin + 2));

		preheader_write(inside, out);
	}
	if (out->len == 0)
		write_beginning(text, out);
	return g_string_free(out, FALSE);
}
