/* SPDX-License-Identifier: ISC */
/* New matches. */
#include "app/matches/create.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/home/people.h"
#include "app/matches/table/robots.h"
#include "app/matches/table/table.h"
#include "app/matches/table/table_play.h"
#include "base/err.h"
#include "base/file.h"
#include "core/chance.h"
#include "core/match.h"
#include "core/names.h"
#include "core/opening.h"
#include "core/rules.h"
#include "games/games.h"
#include "policy/policy.h"
#include "policy/policy_text.h"
#include "render/render.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"
#include "store/matches/signup.h"
#include "store/people/people.h"

#include <errno.h>
#include <string.h>

#define SETUP_MAX_SIZE 65536

/* ---- a new match ---- */

static int
refuse_option(const struct game *game, const char *word, struct err *e)
{
	g_autoptr(GString) names = g_string_new(NULL);

	for (size_t i = 0; i < game->noptions; i++)
		g_string_append_printf(
		    names, "%s%s", i == 0 ? "" : ", ", game->options[i].word);
	return err_set(e, ERR_FORMAT, "the game %s has no option \"%s\"%s%s",
	    game->name, word,
	    game->noptions == 0 ? ", and no others" : "; its options are ",
	    names->str);
}

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
	return refuse_option(game, word, e);
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
make_seat(struct home *home, const char *text, int seat, GPtrArray *rows)
{
	char *name = NULL;
	struct person *person;
	struct seat_row *row;

	if (robot_is_ordered(text))
		return robot_order(home, text, rows);
	person = person_meant(home, "seat", text, &name);
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

			if (a->person != 0 && a->person == b->person)
				return err_set(e, ERR_FORMAT,
				    "%s and %s have the same address; each "
				    "seat "
				    "needs its own",
				    a->name, b->name);
			if (names_alike(a->name, b->name))
				return err_set(e, ERR_FORMAT,
				    "seats named %s and %s could be mistaken "
				    "for each other; give them different names",
				    a->name, b->name);
		}
	return 0;
}

static int
read_setup_file(const char *path, json_t **setup, struct err *e)
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
				  "%s:%d: a JSON object is needed here: %s",
				  path, where.line, where.text);
	}
	*setup = json;
	return 0;
}

/* Of those who sit there, and some for those who will. */
static char **
all_names(struct table *t)
{
	char **names = g_new0(char *, (size_t)t->row->wanted + 1);

	for (int s = 0; s < t->row->wanted; s++)
		names[s] = s < (int)table_seats(t)
			       ? g_strdup(t->names[s])
			       : g_strdup_printf("seat %d", s);
	return names;
}

/*
 * Set it up once with a throw-away seed: whatever the game or its data would
 * refuse is said now, not when the last player is ready.
 */
static int
check_setup(struct home *home, int64_t id)
{
	struct table *t = table_open(home, id);
	g_auto(GStrv) names = NULL;
	struct opening opening;
	struct match *match;

	if (t == NULL)
		return -1;
	table_opening(t, &opening);
	names = all_names(t);
	opening.names = names;
	opening.seats = (size_t)t->row->wanted;
	seed_random(opening.seed);
	match = match_start(&opening, NULL, NULL, home->err);
	match_free(match);
	table_free(t);
	return match == NULL ? -1 : 0;
}

/* Times of phases that the game does not have are a slip. */
static int
check_times(const struct policy *p, const struct game *game, struct err *e)
{
	for (int i = 0; i < p->ntimes; i++) {
		g_autofree char *phases = NULL;

		if (g_strv_contains(game->phases, p->times[i].phase))
			continue;
		phases = g_strjoinv(", ", (char **)(uintptr_t)game->phases);
		return err_set(e, ERR_FORMAT,
		    "%s has no phase \"%s\"; its phases are %s", game->name,
		    p->times[i].phase, phases);
	}
	return 0;
}

/* Those of the home may be of phases of other games. */
static bool
names_times(char *const *policy)
{
	for (; policy != NULL && *policy != NULL; policy++)
		if (g_str_has_prefix(*policy, "times="))
			return true;
	return false;
}

/* The home's policy, with what this match has otherwise: newly allocated. */
static char *
agreed_policy(
    struct home *home, const struct match_order *order, const struct game *game)
{
	struct policy p = home->config->policy;
	json_t *json;
	char *text;

	if (policy_set_all(&p, order->policy, home->err) == -1)
		return NULL;
	if (names_times(order->policy) &&
	    check_times(&p, game, home->err) == -1) {
		err_more(home->err, "policy");
		return NULL;
	}
	json = policy_json(&p);
	text = json_dumps(json, JSON_COMPACT | JSON_SORT_KEYS);
	json_decref(json);
	return text;
}

static int
count(char *const *texts)
{
	return (int)g_strv_length((char **)(uintptr_t)texts);
}

/* Newly allocated; NULL of NULL. */
static char *
json_text(const json_t *json)
{
	return json == NULL ? NULL
			    : json_dumps(json, JSON_COMPACT | JSON_SORT_KEYS);
}

/* What all are told before they say that they play; *opening owns it. */
static int
read_agreed(
    struct home *home, const struct match_order *order, struct opening *opening)
{
	const struct game *game = opening->game;
	const char *file = g_hash_table_lookup(home->config->data, game->name);
	json_t *data = NULL, *setup = NULL;

	opening->options = read_options(game, order->options, home->err);
	if (opening->options == NULL ||
	    game_data(game, file, &data, home->err) == -1)
		return -1;
	opening->data = data;
	if (order->setup_file != NULL &&
	    read_setup_file(order->setup_file, &setup, home->err) == -1)
		return -1;
	opening->preset = setup;
	return 0;
}

static void
drop_agreed(struct opening *opening)
{
	/* borrowed elsewhere, so they are constant there */
	json_decref((json_t *)(uintptr_t)opening->options);
	json_decref((json_t *)(uintptr_t)opening->data);
	json_decref((json_t *)(uintptr_t)opening->preset);
}

static void
write_agreed(struct match_row *row, const struct opening *opening)
{
	unsigned char hash[SEED_SIZE];

	row->options = json_text(opening->options);
	row->data = json_text(opening->data);
	row->preset = json_text(opening->preset);
	opening_agreed(opening, row->server_seed, hash);
	row->agreed = g_malloc(SEED_HEX_SIZE);
	seed_to_hex(hash, row->agreed);
}

static int
fill_row(struct home *home, const struct match_order *order,
    const struct game *game, struct match_row *row)
{
	struct opening opening = { .game = game };
	int r;

	seed_random(row->server_seed);
	row->wanted = order->wanted > 0 ? order->wanted : count(order->seats);
	opening.seats = (size_t)row->wanted;
	r = read_agreed(home, order, &opening);
	if (r == 0)
		write_agreed(row, &opening);
	drop_agreed(&opening);
	if (r == -1)
		return -1;
	row->game = g_strdup(game->name);
	row->rules = game->rules;
	row->status = STATUS_MUSTER;
	row->policy = agreed_policy(home, order, game);
	return row->policy == NULL ? -1 : 0;
}

/* The sender of a mail that makes one says so afterwards. */
static int
announce(struct home *home, int64_t id)
{
	const struct signup_row row = { .match = id, .state = SIGNUP_OPEN };

	return store_signup_set(home->store, &row);
}

/* In the language of whoever makes it: the sender of a mail, else the
 * organiser, whose language is that of the home. */
static const char *
name_of_unnamed(const struct home *home)
{
	const struct catalog *words =
	    home->words != NULL ? home->words
				: home_catalog(home, home->config->language);

	return catalog_raw(words, "unnamed");
}

int
match_make(struct home *home, const struct match_order *order, int64_t *id)
{
	struct match_row *row = g_new0(struct match_row, 1);
	g_autoptr(GPtrArray) seats =
	    g_ptr_array_new_with_free_func((GDestroyNotify)seat_row_free);
	int r = fill_row(home, order, game_find(order->game), row);

	row->name =
	    g_strdup(order->name != NULL ? order->name : name_of_unnamed(home));
	row->created = home->now;
	for (int i = 0; r == 0 && order->seats[i] != NULL; i++)
		r = make_seat(home, order->seats[i], i, seats);
	if (r == 0) {
		robots_name(seats);
		r = check_people(seats, home->err);
	}
	if (r == 0)
		r = store_match_add(home->store, row, seats);
	*id = row->id;
	match_row_free(row);
	if (r == 0)
		r = check_setup(home, *id);
	if (r == 0 && count(order->seats) < order->wanted)
		r = announce(home, *id);
	return r;
}

int
match_check(struct home *home, const struct match_order *order)
{
	const struct game *game = game_wanted(order->game, home->err);
	int seats = MAX(count(order->seats), order->wanted);

	if (game == NULL)
		return -1;
	if (seats < game->min_seats || seats > game->max_seats)
		return err_set(home->err, ERR_FORMAT,
		    "%s needs %d to %d players; %d %s given", game->name,
		    game->min_seats, game->max_seats, seats,
		    seats == 1 ? "seat is" : "seats are");
	if (order->wanted > 0 && count(order->seats) > order->wanted)
		return err_set(home->err, ERR_FORMAT,
		    "%d seats are given, but only %d wanted",
		    count(order->seats), order->wanted);
	if (count(order->seats) < order->wanted &&
	    home->config->signup.mode == SIGNUP_MODE_CLOSED)
		return err_set(home->err, ERR_CLASH,
		    "nobody could join: signup is closed in turnpost.yaml; "
		    "set it to invite or open");
	if (order->name != NULL && organise_text_ok("the name of a match",
				       order->name, home->err) == -1)
		return -1;
	return 0;
}
