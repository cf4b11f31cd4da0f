/* SPDX-License-Identifier: ISC */
/*
 * How a mail is read, for an organiser who wonders why it was not understood.
 * Nothing is stored, and its sender does not matter.
 */
#include "app/organiser/organiser.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/matches/table/table.h"
#include "app/players/reading/heard.h"
#include "app/players/reading/parse.h"
#include "base/err.h"
#include "base/file.h"
#include "core/match.h"
#include "core/opening.h"
#include "core/rules.h"
#include "games/games.h"
#include "mail/incoming/read.h"
#include "mail/incoming/reading.h"
#include "mail/mail.h"
#include "mail/quotes/unquote.h"
#include "parse/parse.h"
#include "parse/request.h"
#include "render/render.h"

#include <string.h>

/* Whose moves count. */
struct scene {
	const char *game; /* NULL: none are moves */
	struct match *match; /* owned, but for that of table */
	struct table *table; /* or NULL */
	struct heard heard;
};

static void
scene_free(void *data)
{
	struct scene *scene = data;

	if (scene->table == NULL)
		match_free(scene->match);
	table_free(scene->table);
	if (scene->heard.lines != NULL)
		heard_clear(&scene->heard);
	g_free(scene);
}

/* ---- matches to read by ---- */

/* A match of that game as it begins. */
static int
set_up(struct scene *scene, const struct game *game, struct err *e)
{
	static char *names[] = { "Player 1", "Player 2", "Player 3", "Player 4",
		"Player 5", "Player 6", "Player 7", "Player 8" };
	struct opening opening = {
		.game = game, .names = names, .seats = (size_t)game->min_seats
	};
	json_t *data;

	g_assert(opening.seats <= G_N_ELEMENTS(names));
	if (game_data(game, NULL, &data, e) == -1)
		return -1;
	opening.data = data;
	scene->game = game->name;
	scene->match = match_start(&opening, NULL, NULL, e);
	json_decref(data);
	return scene->match == NULL ? -1 : 0;
}

static int
add_games(GPtrArray *scenes, const char *wanted, struct err *e)
{
	if (wanted != NULL && game_wanted(wanted, e) == NULL)
		return -1;
	for (size_t i = 0; games_all[i] != NULL; i++) {
		struct scene *scene;

		if (wanted != NULL && strcmp(wanted, games_all[i]->name) != 0)
			continue;
		scene = g_new0(struct scene, 1);
		g_ptr_array_add(scenes, scene);
		if (set_up(scene, games_all[i], e) == -1)
			return -1;
	}
	return 0;
}

static int
add_match(GPtrArray *scenes, struct home *home, int64_t id)
{
	struct scene *scene = g_new0(struct scene, 1);

	g_ptr_array_add(scenes, scene);
	scene->table = table_open(home, id);
	if (scene->table == NULL)
		return -1;
	scene->match = scene->table->match;
	scene->game = scene->match != NULL ? scene->table->game->name : NULL;
	return 0;
}

static int
find_scenes(GPtrArray *scenes, struct home *home,
    const struct read_options *options, struct err *e)
{
	if (options->match != 0)
		return add_match(scenes, home, options->match);
	if (g_strcmp0(options->game, "none") != 0)
		return add_games(scenes, options->game, e);
	g_ptr_array_add(scenes, g_new0(struct scene, 1));
	return 0;
}

/* ---- what is found ---- */

static int
count(const struct scene *scene, bool commands)
{
	int n = 0;

	for (guint i = 0; i < scene->heard.requests->len; i++) {
		const struct request *q = scene->heard.requests->pdata[i];

		n += q->kind == REQUEST_UNCLEAR
			 ? !commands
			 : commands && q->kind != REQUEST_TALK;
	}
	return n;
}

/* Commands first, then what is like some, then those of others. */
static int64_t
weight(const struct scene *scene)
{
	return ((int64_t)count(scene, true) << 32) +
	       ((int64_t)count(scene, false) << 16) + scene->heard.foreign->len;
}

/* A mail is for one match: that of whose words it holds most. */
static struct scene *
best_scene(GPtrArray *scenes, const struct catalog *catalog,
    const struct letter *letter)
{
	struct scene *best = NULL;

	for (guint i = 0; i < scenes->len; i++) {
		struct scene *scene = scenes->pdata[i];

		heard_read(&scene->heard, catalog, scene->match, letter, NULL);
		if (best == NULL || weight(scene) > weight(best))
			best = scene;
	}
	return best;
}

/* Its canonical words, or what it is like. */
static char *
meaning(const struct request *q)
{
	if (q->kind == REQUEST_NUMBER)
		return g_strdup_printf("%d", q->number);
	if (q->then != NULL) {
		g_autofree char *then = g_strjoinv(" or ", q->then);

		return g_strdup_printf("%s, then %s", q->text, then);
	}
	if (request_is_signup(q))
		return request_stored(q);
	return g_strdup(q->text);
}

static json_t *
request_json(const struct request *q)
{
	g_autofree char *means = meaning(q);

	return json_pack("{s:s, s:s?, s:s}", "kind",
	    request_is_signup(q) ? "signup" : request_kind_name(q->kind),
	    "means", means, "line", q->line);
}

static json_t *
texts_json(const GPtrArray *texts)
{
	json_t *list = json_array();

	for (guint i = 0; i < texts->len; i++)
		json_array_append_new(list, json_string(texts->pdata[i]));
	return list;
}

static json_t *
letter_json(const struct letter *letter, bool cut)
{
	return json_pack("{s:s, s:s, s:s, s:o, s:o, s:s, s:s?, s:b, s:b, s:s?,"
			 " s:s?, s:b, s:b}",
	    "from", letter->from, "name", letter->from_name, "message_id",
	    letter->message_id, "recipients", texts_json(letter->recipients),
	    "references", texts_json(letter->references), "subject",
	    letter->subject, "robot", letter->auto_submitted,
	    "robot_unless_keyed", letter->auto_submitted_unless_keyed, "listed",
	    letter->listed, "part", letter->part, "came", letter->came,
	    "guessed", letter->guessed, "cut", cut);
}

static json_t *
requests_json(const GPtrArray *requests)
{
	json_t *list = json_array();

	for (guint i = 0; i < requests->len; i++)
		json_array_append_new(list, request_json(requests->pdata[i]));
	return list;
}

/* The lines that are not read, and why. */
static json_t *
skipped_json(const struct letter *letter, const struct reading *reading)
{
	static const char *const words[] = {
		[LINE_COURTESY] = "courtesy",
		[LINE_FOREIGN] = "foreign",
		[LINE_HEAD] = "head",
		[LINE_FOOTER] = "footer",
	};
	g_autoptr(GPtrArray) lines = lines_all(letter->text, reading);
	json_t *list = json_array();

	for (guint i = 0; i < lines->len; i++) {
		const struct mail_line *line = lines->pdata[i];

		if ((size_t)line->kind < G_N_ELEMENTS(words) &&
		    words[line->kind] != NULL)
			json_array_append_new(
			    list, json_pack("{s:s, s:s}", "as",
				      words[line->kind], "line", line->text));
	}
	return list;
}

static json_t *
reading_json(const struct letter *letter, bool cut, const struct scene *scene,
    const struct reading *reading)
{
	json_t *json = letter_json(letter, cut);
	int commands = count(scene, true), near = count(scene, false);

	json_object_update_new(
	    json, json_pack("{s:s?, s:s, s:i, s:i, s:i, s:b, s:o, s:o, s:o}",
		      "game", scene->game, "found_in",
		      scene->heard.in_subject ? "subject" : "text", "commands",
		      commands, "near", near, "talk",
		      (int)scene->heard.requests->len - commands - near,
		      "plain", scene->heard.plain, "lines",
		      requests_json(scene->heard.requests), "foreign",
		      requests_json(scene->heard.foreign), "skipped",
		      skipped_json(letter, reading)));
	return json;
}

/* ---- the whole ---- */

static GBytes *
read_raw(const char *path, int fd, bool *cut, struct err *e)
{
	GBytes *raw = path == NULL
			  ? file_read_fd(fd, MAIL_MAX_SIZE + 1, e)
			  : file_read(path, MAIL_MAX_SIZE + 1, NULL, e);
	GBytes *start;

	*cut = raw != NULL && g_bytes_get_size(raw) > MAIL_MAX_SIZE;
	if (!*cut)
		return raw;
	start = g_bytes_new_from_bytes(raw, 0, MAIL_CUT_SIZE);
	g_bytes_unref(raw);
	return start;
}

static json_t *
read_by(const struct catalog *catalog, struct home *home,
    const struct read_options *options, struct err *e)
{
	g_autoptr(GPtrArray) scenes =
	    g_ptr_array_new_with_free_func(scene_free);
	const struct reading reading = reading_words(catalog, NULL);
	struct letter *letter;
	GBytes *raw;
	json_t *json;
	bool cut;

	if (mail_open(e) == -1 || find_scenes(scenes, home, options, e) == -1 ||
	    (raw = read_raw(options->path, options->fd, &cut, e)) == NULL)
		return NULL;
	letter = letter_read(
	    raw, cut, home != NULL ? home->config->address : "", &reading);
	json = reading_json(
	    letter, cut, best_scene(scenes, catalog, letter), &reading);
	letter_free(letter);
	g_bytes_unref(raw);
	return json;
}

json_t *
read_mail(struct home *home, const struct read_options *options, struct err *e)
{
	struct catalog *catalog;
	json_t *json;

	if (home != NULL) {
		home_work(home, home->now, e);
		return read_by(home_words(home), home, options, e);
	}
	catalog = catalog_load("en", NULL, e);
	if (catalog == NULL)
		return NULL;
	json = read_by(catalog, NULL, options, e);
	catalog_free(catalog);
	return json;
}
