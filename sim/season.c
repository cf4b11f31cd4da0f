/* SPDX-License-Identifier: ISC */
/*
 * The clock of a season: what people do comes in a queue by time, and after
 * every quarter of an hour the program does its steps, as cron would have it.
 * The home lies in a temporary folder; mails are put into its inbox, and what
 * it sends comes back here.
 */
#include "sim/season.h"

#include "app/home/config.h"
#include "app/home/folder.h"
#include "app/home/home.h"
#include "app/letters/new_match.h"
#include "app/matches/create.h"
#include "app/matches/table/table.h"
#include "app/steps/steps.h"
#include "base/err.h"
#include "base/log_target.h"
#include "core/chance.h"
#include "core/draw.h"
#include "core/rules.h"
#include "games/games.h"
#include "sim/inner.h"
#include "store/mails/outbox.h"
#include "store/matches/matches.h"
#include "store/store.h"
#include "store/transaction.h"

#include <glib/gstdio.h>
#include <string.h>

#define START INT64_C(1795262400) /* Saturday, 21 November 2026, 12:00 UTC */
#define LONGEST "fourth-bridge" /* the game with most moves */
/* Matches begin within so much of the time. */
#define BEGIN_PERCENT 60
/* What goes on so many days behind the end never comes to its own. */
#define PATIENCE_DAYS 2000

uint32_t
season_dice(struct season *s, uint32_t n)
{
	return chance_below(s->chance, n);
}

bool
season_chance(struct season *s, unsigned percent)
{
	return season_dice(s, 100) < percent;
}

int
season_broken(struct season *s, const char *fmt, ...)
{
	g_autofree char *what = NULL, *when = NULL;
	g_autoptr(GDateTime) utc = g_date_time_new_from_unix_utc(s->now);
	va_list ap;

	va_start(ap, fmt);
	what = g_strdup_vprintf(fmt, ap);
	va_end(ap);
	when = g_date_time_format(utc, "%F %H:%M UTC");
	if (s->broken.code == 0)
		err_set(&s->broken, ERR_CLASH, "%s, %s", when, what);
	return -1;
}

/* ---- the queue ---- */

static gint
by_time(gconstpointer a, gconstpointer b, gpointer data)
{
	const struct event *x = a, *y = b;

	(void)data;
	if (x->at != y->at)
		return x->at < y->at ? -1 : 1;
	return (x->order > y->order) - (x->order < y->order);
}

void
season_later(struct season *s, int64_t at, act_function *act,
    struct somebody *who, int64_t match, int seat)
{
	struct event *event = g_new0(struct event, 1);

	event->at = MAX(at, s->now);
	event->order = ++s->order;
	event->act = act;
	event->who = who;
	event->match = match;
	event->seat = seat;
	g_sequence_insert_sorted(s->events, event, by_time, NULL);
}

/* All that happens until now. */
static int
happen(struct season *s)
{
	int r = 0;

	while (r == 0 && !g_sequence_is_empty(s->events)) {
		GSequenceIter *first = g_sequence_get_begin_iter(s->events);
		const struct event *event = g_sequence_get(first);

		if (event->at > s->now)
			break;
		r = event->act(s, event);
		g_sequence_remove(first);
	}
	return r;
}

/* ---- letters come ---- */

static void
count_kind(struct season *s, const char *kind)
{
	gpointer n = g_hash_table_lookup(s->kinds, kind);

	g_hash_table_insert(
	    s->kinds, g_strdup(kind), GINT_TO_POINTER(GPOINTER_TO_INT(n) + 1));
}

static void
arrives(void *arg, const struct outbox_row *row)
{
	struct season *s = arg;
	struct somebody *who = g_hash_table_lookup(s->by_address, row->address);
	struct thread *th;

	s->letters++;
	s->answers += row->answers != 0;
	s->dropped += letters_hold(row, "Dropped: \"");
	count_kind(s, row->kind);
	if (who == NULL)
		return;
	th = somebody_thread(who, row->match, row->seat);
	letters_read(row, th);
	checks_letter(s, who, th, row);
	behaviour_letter(s, who, th, row);
}

/* ---- matches ---- */

/* What people agree on, where nobody says what. */
static const char *const agreed[][8] = {
	{ NULL },
	{ "time=2d", "quiet=22:00-07:00", "latest=21:00", NULL },
	{ "time=2 working days", "days-off=sat, sun", NULL },
	{ "time=36h", "missed=robot", "robot=random", "talk=anonymous", NULL },
	{ "time=4d", "graces=0", "open-after=1", "talk=public",
	    "onlookers=talk", NULL },
	{ "time=1d", "settle=none", "reminders=none", "talk=none", NULL },
};

static const char *const *
pick_policy(struct season *s)
{
	if (s->options->policy != NULL && s->options->policy[0] != NULL)
		return (const char *const *)s->options->policy;
	return agreed[season_dice(s, G_N_ELEMENTS(agreed))];
}

const struct policy *
season_policy(struct season *s, int64_t match)
{
	struct policy *policy = g_hash_table_lookup(s->policies, &match);
	struct err e = { 0 };
	struct table *t;

	if (policy != NULL)
		return policy;
	if ((t = table_open(s->home, match)) == NULL) {
		season_broken(s, "%s", e.text);
		return NULL;
	}
	policy = g_memdup2(&t->policy, sizeof(t->policy));
	g_hash_table_insert(
	    s->policies, g_memdup2(&match, sizeof(match)), policy);
	table_free(t);
	return policy;
}

void
season_note(struct season *s, int64_t match)
{
	g_array_append_val(s->matches, match);
	g_array_append_val(s->running, match);
}

bool
season_begins(const struct season *s)
{
	return s->now < s->start + s->options->days * DAY * BEGIN_PERCENT / 100;
}

/* People around a table, nobody twice. */
static char **
pick_seats(struct season *s, int n)
{
	char **seats = g_new0(char *, (gsize)n + 1);
	int got = 0;

	while (got < n) {
		const struct somebody *who = g_ptr_array_index(
		    s->people, season_dice(s, s->people->len));
		char *seat =
		    g_strdup_printf("%s <%s>", who->name, who->address);

		if (g_strv_contains((const char *const *)seats, seat)) {
			g_free(seat);
			continue;
		}
		seats[got++] = seat;
	}
	return seats;
}

/* The one wanted, or all games: those that take longest less often. */
static const struct game *
pick_game(struct season *s)
{
	guint games = 0, n = (guint)s->begun;

	if (s->options->game != NULL)
		return game_find(s->options->game);
	while (games_all[games] != NULL)
		games++;
	if (n >= games && strcmp(games_all[n % games]->name, LONGEST) == 0 &&
	    season_chance(s, 80))
		n++;
	return games_all[n % games];
}

static int
begin_match(struct season *s, const struct event *event)
{
	const struct game *game = pick_game(s);
	g_auto(GStrv) seats = NULL;
	struct match_order order = { 0 };
	int64_t id;
	int n;

	n = game->min_seats +
	    (int)season_dice(
		s, (uint32_t)(game->max_seats - game->min_seats) + 1);
	seats = pick_seats(s, n);
	order.game = game->name;
	order.seats = seats;
	order.policy = (char *const *)(uintptr_t)pick_policy(s);
	if (match_create(s->home, &order, event->at, &id, s->home->err) == -1)
		return -1;
	s->begun++;
	s->newest = MAX(s->newest, id);
	season_note(s, id);
	return 0;
}

/* Those that are past now are looked at no more. */
static int
count_open(struct season *s)
{
	for (guint i = s->running->len; i > 0; i--) {
		struct match_row *row = store_match(
		    s->home->store, g_array_index(s->running, int64_t, i - 1));

		if (row == NULL)
			return -1;
		if (row->status != STATUS_MUSTER &&
		    row->status != STATUS_RUNNING)
			g_array_remove_index_fast(s->running, i - 1);
		match_row_free(row);
	}
	s->open = s->options->matches - s->begun + (int)s->running->len;
	return 0;
}

/* ---- the clock ---- */

static int
round_of_steps(struct season *s)
{
	int n;

	if (happen(s) == -1)
		return -1;
	if (s->mails_now > 0 &&
	    step_handle(s->home, s->now, &n, s->home->err) == -1)
		return -1;
	s->mails_now = 0;
	if (step_tick(s->home, s->now, &n, s->home->err) == -1 ||
	    step_send(s->home, s->now, &n, s->home->err) == -1)
		return -1;
	if (s->broken.code == 0)
		return 0;
	*s->home->err = s->broken;
	return -1;
}

static int
day(struct season *s)
{
	int64_t end = s->now + DAY;

	if (organiser_day(s) == -1 || customs_day(s) == -1)
		return -1;
	for (; s->now < end; s->now += ROUND)
		if (round_of_steps(s) == -1)
			return -1;
	return 0;
}

static void
plan_matches(struct season *s)
{
	int64_t span = s->options->days * DAY * BEGIN_PERCENT / 100;

	s->open = s->options->matches;
	for (int m = 0; m < s->options->matches; m++)
		season_later(s, s->start + m * span / s->options->matches,
		    begin_match, NULL, 0, 0);
}

static int
run(struct season *s)
{
	int64_t last = s->start + (s->options->days + PATIENCE_DAYS) * DAY;
	int64_t waiting = 0;

	plan_matches(s);
	while (s->open > 0 || waiting > 0 || s->mails_now > 0) {
		int r;

		/* What is lost if it dies is lost anyway. */
		IN_TRANSACTION(s->home->store, r, day(s));
		if (r == -1 || count_open(s) == -1 ||
		    store_outbox_waiting(s->home->store, &waiting) == -1)
			return -1;
		if (s->options->progress != NULL)
			s->options->progress(s->options->arg,
			    s->options->matches - s->open, s->options->matches);
		if (s->now > last) {
			season_broken(s, "%d matches never end", s->open);
			*s->home->err = s->broken;
			return -1;
		}
	}
	return 0;
}

/* What an organiser would have to look at; but for what the rate limits
 * suppress. */
static void
hears_log(void *arg, enum log_level level, const char *id, const char *text)
{
	struct season *s = arg;

	if (level != LOG_WARN)
		return;
	if (strcmp(id, "answer-suppressed") == 0)
		s->suppressed++;
	else
		season_broken(s, "the log says: %s", text);
}

/* ---- the home ---- */

static int
make_home(struct season *s, struct err *e)
{
	g_autoptr(GError) error = NULL;
	g_autofree char *dir = NULL;

	s->dir = g_dir_make_tmp("turnpost-season-XXXXXX", &error);
	if (s->dir == NULL)
		return err_set(e, ERR_IO, "%s", error->message);
	dir = g_build_filename(s->dir, "home", NULL);
	if (home_create(dir, "robot@games.example", e) == -1 ||
	    (s->home = home_open(dir, NULL, e)) == NULL)
		return -1;
	home_work(s->home, s->now, e);
	s->home->config->send.brake = 0; /* nobody could look */
	s->home->config->signup.mode = SIGNUP_MODE_INVITE;
	log_hook_set(hears_log, s);
	s->home->transport_hook = arrives;
	s->home->transport_hook_arg = s;
	return store_careless(s->home->store);
}

static void
remove_tree(const char *path)
{
	GDir *dir = g_file_test(path, G_FILE_TEST_IS_SYMLINK)
			? NULL
			: g_dir_open(path, 0, NULL);
	const char *name;

	while (dir != NULL && (name = g_dir_read_name(dir)) != NULL) {
		g_autofree char *inside = g_build_filename(path, name, NULL);

		remove_tree(inside);
	}
	if (dir != NULL)
		g_dir_close(dir);
	g_remove(path);
}

void
season_clear(struct season *s)
{
	home_close(s->home);
	log_hook_set(NULL, NULL);
	if (s->dir != NULL)
		remove_tree(s->dir);
	g_free(s->dir);
	chance_free(s->chance);
	g_sequence_free(s->events);
	g_hash_table_destroy(s->by_address);
	g_ptr_array_unref(s->people);
	g_array_unref(s->matches);
	g_array_unref(s->running);
	g_hash_table_destroy(s->policies);
	g_hash_table_destroy(s->kinds);
	g_array_unref(s->promises);
	g_array_unref(s->called_off);
}

static void
init(struct season *s, const struct season_options *options)
{
	unsigned char seed[SEED_SIZE] = { 0 };
	uint64_t le = GUINT64_TO_LE(options->seed);

	memset(s, 0, sizeof(*s));
	memcpy(seed, &le, sizeof(le));
	chance_fix(seed);
	app_init();
	seed[SEED_SIZE - 1] = 1;
	s->options = options;
	s->chance = chance_new(seed);
	s->start = s->now = START;
	s->events = g_sequence_new(g_free);
	s->people = g_ptr_array_new_with_free_func(somebody_free);
	s->by_address = g_hash_table_new(g_str_hash, g_str_equal);
	s->matches = g_array_new(FALSE, FALSE, sizeof(int64_t));
	s->policies =
	    g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
	s->running = g_array_new(FALSE, FALSE, sizeof(int64_t));
	s->called_off = g_array_new(FALSE, FALSE, sizeof(int64_t));
	s->promises = g_array_new(FALSE, FALSE, sizeof(struct promise));
	s->kinds = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
}

int
season_make(
    struct season *s, const struct season_options *options, struct err *e)
{
	init(s, options);
	if (options->game != NULL && game_wanted(options->game, e) == NULL)
		return -1;
	return make_home(s, e) == -1 ? -1 : people_make(s);
}

json_t *
season_run(const struct season_options *options, struct err *e)
{
	struct season s;
	json_t *summary = NULL;

	if (season_make(&s, options, e) == 0 && run(&s) == 0 &&
	    checks_end(&s) == 0)
		summary = summary_make(&s);
	season_clear(&s);
	return summary;
}
