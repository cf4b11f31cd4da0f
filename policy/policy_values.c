/* SPDX-License-Identifier: ISC */
/* How values of a policy's keys are read and written. */
#include "policy/policy_values.h"

#include "policy/hours.h"
#include "policy/policy.h"
#include "policy/span.h"

#include <glib.h>
#include <string.h>

static const char *const hint_words[] = { "yes", "no", "robots", NULL };
static const int hint_numbers[] = { HINTS_ANY, HINTS_NONE, HINTS_ROBOTS };

/* ---- words, numbers, lists ---- */

int
value_word(const char *const *words, const char *word)
{
	for (int i = 0; words[i] != NULL; i++)
		if (strcmp(words[i], word) == 0)
			return i;
	return -1;
}

int
value_count(const char *text, int max)
{
	char *end;
	guint64 n;

	if (!g_ascii_isdigit(text[0]))
		return -1;
	n = g_ascii_strtoull(text, &end, 10);
	return *end != '\0' || n > (guint64)max ? -1 : (int)n;
}

/* Parts between commas, without blanks around them; none for "none". */
static char **
read_list(const char *text)
{
	char **parts = g_strsplit(
	    strcmp(text, "none") == 0 ? "" : text, ",", POLICY_DATES + 1);

	for (int i = 0; parts[i] != NULL; i++)
		g_strstrip(parts[i]);
	return parts;
}

static char *
list_text(GPtrArray *parts)
{
	char *text;

	g_ptr_array_add(parts, NULL);
	text = parts->len == 1 ? g_strdup("none")
			       : g_strjoinv(", ", (char **)parts->pdata);
	g_ptr_array_unref(parts);
	return text;
}

bool
value_bits(const char *const *words, const char *text, unsigned *bits)
{
	g_auto(GStrv) parts = read_list(text);
	unsigned got = 0;

	for (int i = 0; parts[i] != NULL; i++) {
		int place = value_word(words, parts[i]);

		if (place == -1)
			return false;
		got |= 1U << place;
	}
	*bits = got;
	return true;
}

char *
value_bits_text(const char *const *words, unsigned bits)
{
	GPtrArray *parts = g_ptr_array_new_with_free_func(g_free);

	for (int i = 0; words[i] != NULL; i++)
		if (bits & 1U << i)
			g_ptr_array_add(parts, g_strdup(words[i]));
	return list_text(parts);
}

/* ---- keys of a kind of their own ---- */

bool
value_times(struct policy *p, const char *text)
{
	g_auto(GStrv) parts = read_list(text);
	int n = 0;

	for (; parts[n] != NULL; n++) {
		size_t size = strcspn(parts[n], " ");

		if (n == POLICY_PHASES || size >= POLICY_WORD_SIZE ||
		    size == 0 || parts[n][size] == '\0' ||
		    !span_read(parts[n] + size + 1, &p->times[n].time))
			return false;
		g_strlcpy(p->times[n].phase, parts[n], size + 1);
	}
	p->ntimes = n;
	return true;
}

char *
value_times_text(const struct policy *p)
{
	GPtrArray *parts = g_ptr_array_new_with_free_func(g_free);

	for (int i = 0; i < p->ntimes; i++) {
		g_autofree char *span = span_text(p->times[i].time);

		g_ptr_array_add(
		    parts, g_strdup_printf("%s %s", p->times[i].phase, span));
	}
	return list_text(parts);
}

bool
value_zone(struct policy *p, const char *text)
{
	g_autoptr(GTimeZone) zone = NULL;

	if (strlen(text) >= sizeof(p->zone))
		return false;
	if (strcmp(text, "home") != 0 &&
	    (text[0] == '\0' ||
		(zone = g_time_zone_new_identifier(text)) == NULL))
		return false;
	g_strlcpy(p->zone, zone == NULL ? "" : text, sizeof(p->zone));
	return true;
}

char *
value_zone_text(const struct policy *p)
{
	return g_strdup(p->zone[0] == '\0' ? "home" : p->zone);
}

bool
value_dates(struct policy *p, const char *text)
{
	g_auto(GStrv) parts = read_list(text);
	int n = 0;

	for (; parts[n] != NULL; n++) {
		g_auto(GStrv) ends = g_strsplit(parts[n], " to ", 2);

		if (n == POLICY_DATES ||
		    !date_read(ends[0], &p->dates_off[n].first) ||
		    !date_read(ends[1] != NULL ? ends[1] : ends[0],
			&p->dates_off[n].last) ||
		    p->dates_off[n].last < p->dates_off[n].first)
			return false;
	}
	p->ndates_off = n;
	return true;
}

char *
value_dates_text(const struct policy *p)
{
	GPtrArray *parts = g_ptr_array_new_with_free_func(g_free);

	for (int i = 0; i < p->ndates_off; i++) {
		g_autofree char *first = date_text(p->dates_off[i].first);
		g_autofree char *last = date_text(p->dates_off[i].last);

		g_ptr_array_add(
		    parts, strcmp(first, last) == 0
			       ? g_strdup(first)
			       : g_strdup_printf("%s to %s", first, last));
	}
	return list_text(parts);
}

bool
value_quiet(struct policy *p, const char *text)
{
	g_auto(GStrv) ends = g_strsplit(text, "-", 2);

	if (strcmp(text, "none") == 0) {
		p->quiet_from = p->quiet_to = 0;
		return true;
	}
	return ends[0] != NULL && ends[1] != NULL &&
	       hour_read(ends[0], &p->quiet_from) &&
	       hour_read(ends[1], &p->quiet_to) &&
	       p->quiet_from != p->quiet_to && p->quiet_from < MINUTES_A_DAY &&
	       p->quiet_to < MINUTES_A_DAY;
}

char *
value_quiet_text(const struct policy *p)
{
	g_autofree char *from = hour_text(p->quiet_from);
	g_autofree char *to = hour_text(p->quiet_to);

	return p->quiet_from == p->quiet_to
		   ? g_strdup("none")
		   : g_strdup_printf("%s-%s", from, to);
}

bool
value_latest(struct policy *p, const char *text)
{
	if (strcmp(text, "none") == 0) {
		p->latest = -1;
		return true;
	}
	return hour_read(text, &p->latest) && p->latest > 0;
}

char *
value_latest_text(const struct policy *p)
{
	return p->latest == -1 ? g_strdup("none") : hour_text(p->latest);
}

bool
value_reminders(struct policy *p, const char *text)
{
	g_auto(GStrv) parts = read_list(text);
	int n = 0;

	for (; parts[n] != NULL; n++) {
		size_t size = strlen(parts[n]);

		if (n == POLICY_REMINDERS || size < 2 ||
		    parts[n][size - 1] != '%')
			return false;
		parts[n][size - 1] = '\0';
		p->reminders[n] = value_count(parts[n], 99);
		if (p->reminders[n] < 1 ||
		    (n > 0 && p->reminders[n] >= p->reminders[n - 1]))
			return false;
	}
	p->nreminders = n;
	return true;
}

char *
value_reminders_text(const struct policy *p)
{
	GPtrArray *parts = g_ptr_array_new_with_free_func(g_free);

	for (int i = 0; i < p->nreminders; i++)
		g_ptr_array_add(
		    parts, g_strdup_printf("%d%%", p->reminders[i]));
	return list_text(parts);
}

bool
value_hints(struct policy *p, const char *text)
{
	g_auto(GStrv) parts = g_strsplit(text, " ", 2);
	int place = value_word(hint_words, text);

	if (place != -1) {
		p->hints = hint_numbers[place];
		return true;
	}
	if (parts[0] == NULL || g_strcmp0(parts[1], "each") != 0)
		return false;
	p->hints = value_count(parts[0], HINTS_MOST);
	return p->hints > 0;
}

char *
value_hints_text(const struct policy *p)
{
	for (int i = 0; hint_words[i] != NULL; i++)
		if (p->hints == hint_numbers[i])
			return g_strdup(hint_words[i]);
	return g_strdup_printf("%d each", p->hints);
}
