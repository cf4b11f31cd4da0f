/* SPDX-License-Identifier: ISC */
/*
 * What people do by themselves, day by day.  Each custom is a line of a table:
 * a new feature is tried by one more.
 */
#include "sim/inner.h"

#include "app/home/home.h"

/* One of the person's seats in matches that are not over, or NULL. */
static struct thread *
any_thread(struct season *s, struct somebody *who, int64_t *match, int *seat)
{
	g_autoptr(GArray) open = g_array_new(FALSE, FALSE, sizeof(int64_t));
	GHashTableIter iter;
	gpointer key, value;
	int64_t picked;

	g_hash_table_iter_init(&iter, who->threads);
	while (g_hash_table_iter_next(&iter, &key, &value))
		if (!((struct thread *)value)->over &&
		    *(int64_t *)key % 64 != 0)
			g_array_append_val(open, *(int64_t *)key);
	if (open->len == 0)
		return NULL;
	picked = g_array_index(open, int64_t, season_dice(s, open->len));
	*match = picked / 64;
	*seat = (int)(picked % 64) - 1;
	return g_hash_table_lookup(who->threads, &picked);
}

static int
tell(struct season *s, struct somebody *who, const char *text)
{
	int64_t match;
	int seat;
	struct thread *th = any_thread(s, who, &match, &seat);

	return th == NULL ? 0 : letters_answer(s, who, th, text, s->now);
}

static char *
date_of(int64_t at)
{
	g_autoptr(GDateTime) utc = g_date_time_new_from_unix_utc(at);

	return g_date_time_format(utc, "%F");
}

static int
go_away(struct season *s, const struct event *event)
{
	(void)s;
	/* the number of the match says for how many days */
	event->who->gone = event->at + event->match * DAY;
	return 0;
}

/* A holiday, of which most tell. */
static int
travel(struct season *s, struct somebody *who)
{
	int64_t since = s->now + (2 + season_dice(s, 9)) * DAY;
	int64_t days = 3 + season_dice(s, 12);
	g_autofree char *first = date_of(since);
	g_autofree char *last = date_of(since + (days - 1) * DAY);
	g_autofree char *line = g_strdup_printf("away %s to %s", first, last);

	season_later(s, since, go_away, who, days, 0);
	return season_chance(s, 70) ? tell(s, who, line) : 0;
}

static int
quit(struct season *s, struct somebody *who)
{
	return tell(s, who, "resign");
}

/* The player never comes back. */
static int
vanish(struct season *s, struct somebody *who)
{
	who->gone = s->now + 10000 * DAY;
	return 0;
}

static int
stand_in(struct season *s, struct somebody *who)
{
	return tell(s, who, "standin");
}

static int
come_back(struct season *s, struct somebody *who)
{
	return tell(s, who, "back");
}

static int
ask(struct season *s, struct somebody *who)
{
	static const char *const questions[] = { "status", "history", "rules",
		"help", "remind 24h 3h", "remind off", "mail digest 18:00",
		"mail quiet", "mail each", "cancel", "pause" };

	return tell(s, who, questions[season_dice(s, G_N_ELEMENTS(questions))]);
}

static int
found(struct season *s, struct somebody *who)
{
	static const char *const orders[] = { "new hexxi players 2",
		"new mutineer players 4 time 2d", "new mutineer pirates",
		"new fourth bridge players 3", "new chess" };

	const char *order = orders[season_dice(s, G_N_ELEMENTS(orders))];

	return season_begins(s) ? tell(s, who, order) : 0;
}

static int
about_match(
    struct season *s, struct somebody *who, const char *word, int64_t match)
{
	g_autofree char *line =
	    g_strdup_printf("%s %lld", word, (long long)match);

	return match == 0 ? 0 : tell(s, who, line);
}

static int
join(struct season *s, struct somebody *who)
{
	return about_match(
	    s, who, season_chance(s, 90) ? "join" : "leave", s->joinable);
}

static int
look_on(struct season *s, struct somebody *who)
{
	return about_match(
	    s, who, season_chance(s, 80) ? "watch" : "unwatch", s->newest);
}

static int
vote(struct season *s, struct somebody *who)
{
	static const char *const wishes[] = { "vote extend 2d", "vote end",
		"vote pause 3d", "vote resume" };

	return tell(s, who, wishes[season_dice(s, G_N_ELEMENTS(wishes))]);
}

/* In so many of a thousand days; bit 0: anybody. */
static const struct {
	unsigned bit, permille;
	int (*act)(struct season *, struct somebody *);
} customs[] = {
	{ BEHAVIOUR_AWAY, 12, travel },
	{ BEHAVIOUR_QUITTER, 10, quit },
	{ BEHAVIOUR_GHOST, 5, vanish },
	{ BEHAVIOUR_HELPER, 10, stand_in },
	{ BEHAVIOUR_AWAY, 5, come_back },
	{ BEHAVIOUR_VOTER, 3, vote },
	{ BEHAVIOUR_CHATTY, 2, found },
	{ BEHAVIOUR_QUICK, 60, join },
	{ BEHAVIOUR_LATE, 6, look_on },
	{ 0, 15, ask },
};

static int
live(struct season *s, struct somebody *who)
{
	behaviour_look_through(s, who);
	for (size_t i = 0; i < G_N_ELEMENTS(customs); i++) {
		if (customs[i].bit != 0 && !somebody_has(who, customs[i].bit))
			continue;
		if (season_dice(s, 1000) < customs[i].permille &&
		    who->gone <= s->now && customs[i].act(s, who) == -1)
			return -1;
	}
	return 0;
}

int
customs_day(struct season *s)
{
	int r = 0;

	for (guint i = 0; i < s->people->len && r == 0; i++)
		r = live(s, s->people->pdata[i]);
	return r;
}
