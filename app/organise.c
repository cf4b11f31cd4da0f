/* SPDX-License-Identifier: ISC */
/* What an organiser does to matches. */
#include "app/private.h"

#include "base/file.h"
#include "base/log.h"

#include <errno.h>
#include <string.h>

#define SETUP_MAX_SIZE 65536
#define TEXT_MAX 80 /* characters of a match's name or a reason */

int64_t
duration_read(const char *text)
{
	static const struct {
		const char *unit;
		int64_t seconds;
	} units[] = { { "d", 86400 }, { "h", 3600 }, { "m", 60 } };
	char *end;
	gint64 n;

	if (!g_ascii_isdigit(text[0]))
		return -1;
	n = g_ascii_strtoll(text, &end, 10);
	for (size_t i = 0; i < G_N_ELEMENTS(units); i++)
		if (strcmp(end, units[i].unit) == 0 && n > 0 && n <= 10000)
			return n * units[i].seconds;
	return -1;
}

/* Text that goes into headers and letters: one line, not empty, not long. */
static int
check_text(const char *what, const char *text, struct err *e)
{
	if (!g_utf8_validate(text, -1, NULL) || text[0] == '\0' ||
	    g_utf8_strlen(text, -1) > TEXT_MAX)
		return err_set(e, ERR_FORMAT,
		    "%s must be 1 to %d characters of UTF-8", what, TEXT_MAX);
	if (!words_ok(text))
		return err_set(e, ERR_FORMAT,
		    "%s must be one line without control characters", what);
	return 0;
}

/* ---- a new match ---- */

static int
read_option(
    const struct game *game, const char *text, json_t *options, struct err *e)
{
	const char *value = strchr(text, '=');
	g_autofree char *word =
	    value == NULL ? NULL : g_strndup(text, (gsize)(value - text));
	char *end;

	for (size_t i = 0; word != NULL && i < game->noptions; i++) {
		const struct option *option = &game->options[i];
		gint64 n = g_ascii_strtoll(value + 1, &end, 10);
		bool yes = strcmp(value + 1, "yes") == 0;

		if (strcmp(option->word, word) != 0)
			continue;
		if (option->boolean && !yes && strcmp(value + 1, "no") != 0)
			return err_set(
			    e, ERR_FORMAT, "option %s must be yes or no", word);
		if (!option->boolean && (value[1] == '\0' || *end != '\0' ||
					    n < option->min || n > option->max))
			return err_set(e, ERR_FORMAT,
			    "option %s must be a number from %d to %d", word,
			    option->min, option->max);
		json_object_set_new(options, word,
		    option->boolean ? json_boolean(yes) : json_integer(n));
		return 0;
	}
	if (word == NULL)
		return err_set(e, ERR_FORMAT,
		    "option \"%s\" needs a value, as in pirates=yes", text);
	return err_set(e, ERR_FORMAT,
	    "the game %s has no option \"%s\"; \"turnpost match new --help\" "
	    "lists them",
	    game->name, word);
}

static json_t *
read_options(const struct game *game, char *const *texts, struct err *e)
{
	json_t *options = json_object();

	for (size_t i = 0; i < game->noptions; i++)
		json_object_set_new(options, game->options[i].word,
		    game->options[i].boolean
			? json_boolean(game->options[i].dflt)
			: json_integer(game->options[i].dflt));
	for (int i = 0; texts != NULL && texts[i] != NULL; i++)
		if (read_option(game, texts[i], options, e) == -1) {
			json_decref(options);
			return NULL;
		}
	return options;
}

/* A seat as it was asked for. */
static int
make_seat(struct home *home, const char *text, int64_t now, int seat,
    GPtrArray *rows, struct err *e)
{
	char *name = NULL;
	struct person *person = person_meant(home, "seat", text, now, &name, e);
	struct seat_row *row;

	if (person == NULL)
		return -1;
	row = g_new0(struct seat_row, 1);
	row->seat = seat;
	row->person = person->id;
	row->name = name;
	row->told = -1;
	g_ptr_array_add(rows, row);
	person_free(person);
	return 0;
}

static int
check_people(const GPtrArray *rows, struct err *e)
{
	for (guint i = 0; i < rows->len; i++)
		for (guint k = 0; k < i; k++) {
			const struct seat_row *a = rows->pdata[k];
			const struct seat_row *b = rows->pdata[i];
			g_autofree char *x = g_utf8_casefold(a->name, -1);
			g_autofree char *y = g_utf8_casefold(b->name, -1);

			if (a->person == b->person)
				return err_set(e, ERR_FORMAT,
				    "%s and %s have the same address; each "
				    "seat "
				    "needs its own",
				    a->name, b->name);
			if (strcmp(x, y) == 0)
				return err_set(e, ERR_FORMAT,
				    "two seats are named %s; give them "
				    "different names",
				    b->name);
		}
	return 0;
}

static int
read_setup_file(const char *path, char **text, struct err *e)
{
	g_autoptr(GBytes) bytes = file_read(path, SETUP_MAX_SIZE, NULL, e);
	json_error_t where;
	json_t *json;
	gsize size;
	const void *data;

	if (bytes == NULL)
		return -1;
	data = g_bytes_get_data(bytes, &size);
	json = json_loadb(
	    data != NULL ? data : "", size, JSON_REJECT_DUPLICATES, &where);
	if (!json_is_object(json)) {
		bool read = json != NULL;

		json_decref(json);
		return read ? err_set(e, ERR_FORMAT,
				  "%s: it must be one JSON object", path)
			    : err_set(e, ERR_FORMAT,
				  "%s:%d: a JSON object must stand here: %s",
				  path, where.line, where.text);
	}
	*text = json_dumps(json, JSON_COMPACT | JSON_SORT_KEYS);
	json_decref(json);
	return 0;
}

/*
 * Set it up once with a throw-away seed: whatever the game or its data would
 * refuse is said now, not when the last player is ready.
 */
static int
check_setup(struct home *home, int64_t id, struct err *e)
{
	struct table *t = table_open(home, id, e);
	struct match_plan plan;
	struct match *match;

	if (t == NULL)
		return -1;
	table_plan(t, &plan);
	seed_random(plan.seed);
	match = match_start(&plan, NULL, NULL, e);
	match_free(match);
	table_free(t);
	return match == NULL ? -1 : 0;
}

static int
invite(struct home *home, int64_t id, int64_t now, struct err *e)
{
	struct table *t = table_open(home, id, e);
	g_autofree char *cause = g_strdup_printf("m%lld", (long long)id);
	int r = t == NULL ? -1 : 0;

	if (t == NULL)
		return -1;
	t->cause = cause;
	for (int s = 0; s < (int)table_seats(t) && r == 0; s++) {
		json_t *facts = facts_seat(t, s, e);

		r = facts == NULL
			? -1
			: post_seat(t, s, "muster", facts, NULL, now, e);
	}
	table_free(t);
	return r;
}

static int
fill_row(struct home *home, const struct match_order *order,
    const struct game *game, struct match_row *row, struct err *e)
{
	json_t *options = read_options(game, order->options, e);
	json_t *data = NULL;
	const char *file = g_hash_table_lookup(home->config->data, game->name);

	if (options == NULL)
		return -1;
	row->options = json_dumps(options, JSON_COMPACT | JSON_SORT_KEYS);
	json_decref(options);
	if (game_data(game, file, &data, e) == -1)
		return -1;
	if (data != NULL)
		row->data = json_dumps(data, JSON_COMPACT | JSON_SORT_KEYS);
	json_decref(data);
	if (order->setup_file != NULL &&
	    read_setup_file(order->setup_file, &row->given, e) == -1)
		return -1;
	row->game = g_strdup(game->name);
	row->rules = game->rules;
	row->life = LIFE_MUSTER;
	row->time_limit = order->time_limit;
	seed_random(row->server_seed);
	return 0;
}

static int
create(struct home *home, const struct match_order *order,
    const struct game *game, int64_t now, int64_t *id, struct err *e)
{
	struct match_row *row = g_new0(struct match_row, 1);
	g_autoptr(GPtrArray) seats =
	    g_ptr_array_new_with_free_func((GDestroyNotify)seat_row_free);
	int r = fill_row(home, order, game, row, e);

	row->name =
	    g_strdup(order->name != NULL ? order->name : "a table of friends");
	row->created = now;
	for (int i = 0; r == 0 && order->seats[i] != NULL; i++)
		r = make_seat(home, order->seats[i], now, i, seats, e);
	if (r == 0)
		r = check_people(seats, e);
	if (r == 0)
		r = store_match_add(home->store, row, seats, e);
	*id = row->id;
	match_row_free(row);
	if (r == 0)
		r = check_setup(home, *id, e);
	return r == 0 ? invite(home, *id, now, e) : -1;
}

int
match_create(struct home *home, const struct match_order *order, int64_t now,
    int64_t *id, struct err *e)
{
	const struct game *game = game_find(order->game);
	int seats = (int)g_strv_length((char **)(uintptr_t)order->seats);
	int r;

	if (game == NULL)
		return err_set(e, ERR_MISSING,
		    "there is no game \"%s\"; \"turnpost match new --help\" "
		    "lists them",
		    order->game);
	if (seats < game->min_seats || seats > game->max_seats)
		return err_set(e, ERR_FORMAT,
		    "%s needs %d to %d players; %d %s given", game->name,
		    game->min_seats, game->max_seats, seats,
		    seats == 1 ? "seat is" : "seats are");
	if (order->name != NULL &&
	    check_text("the name of a match", order->name, e) == -1)
		return -1;
	IN_TRANSACTION(
	    home->store, e, r, create(home, order, game, now, id, e));
	if (r == 0)
		log_info("match %lld: made", (long long)*id);
	return r;
}

/* ---- a match that runs ---- */

/*
 * The last move that somebody made, with all that was played since for seats
 * that were given up: those would be played again at once.
 */
static int
undo_last(struct table *t, const char **who, struct err *e)
{
	bool automatic = true;

	while (automatic) {
		const struct event_row *last;

		if (t->events->len == 0)
			return err_set(e, ERR_CLASH,
			    "match %lld has no move that could be taken back",
			    (long long)t->row->id);
		last = t->events->pdata[t->events->len - 1];
		automatic = strcmp(last->by, "resigned") == 0;
		*who = t->names[last->seat];
		if (kept_undone(t, last->seat, e) == -1 ||
		    table_undo(t, e) == -1)
			return -1;
	}
	return 0;
}

static int
take_back(struct home *home, int64_t id, const char *reason, int64_t now,
    struct err *e)
{
	struct table *t = table_open(home, id, e);
	g_autofree char *cause = NULL;
	const char *who = "";
	int r = -1;

	if (t == NULL)
		return -1;
	cause = g_strdup_printf(
	    "u%lld.%lld", (long long)id, (long long)t->row->last_event);
	t->cause = cause;
	t->everyone = true;
	/* Once it is over all secrets are out: there is no way back. */
	if (t->row->life != LIFE_RUNNING)
		err_set(
		    e, ERR_CLASH, "match %lld is not running", (long long)id);
	else if (undo_last(t, &who, e) == 0 &&
		 table_notice(t, "notice.undone",
		     json_pack("{s:s, s:s}", "who", who, "reason", reason), now,
		     e) == 0)
		r = life_settle(t, now, e);
	table_free(t);
	return r;
}

int
match_take_back(struct home *home, int64_t id, const char *reason, int64_t now,
    struct err *e)
{
	int r;

	if (check_text("the reason", reason, e) == -1)
		return -1;
	IN_TRANSACTION(home->store, e, r, take_back(home, id, reason, now, e));
	if (r == 0)
		log_info("match %lld: the organiser took a move back",
		    (long long)id);
	return r;
}

static int
call_off(struct home *home, int64_t id, const char *reason, int64_t now,
    struct err *e)
{
	struct table *t = table_open(home, id, e);
	g_autofree char *cause = g_strdup_printf("e%lld", (long long)id);
	int r = -1;

	if (t == NULL)
		return -1;
	t->cause = cause;
	if (t->row->life == LIFE_OVER || t->row->life == LIFE_ENDED)
		err_set(
		    e, ERR_CLASH, "match %lld is over already", (long long)id);
	else if (life_end(t, "notice.ended",
		     json_pack("{s:s}", "reason", reason), now, e) == 0)
		r = life_settle(t, now, e);
	table_free(t);
	return r;
}

int
match_call_off(struct home *home, int64_t id, const char *reason, int64_t now,
    struct err *e)
{
	int r;

	if (check_text("the reason", reason, e) == -1)
		return -1;
	IN_TRANSACTION(home->store, e, r, call_off(home, id, reason, now, e));
	return r;
}
