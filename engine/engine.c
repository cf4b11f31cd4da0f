/* SPDX-License-Identifier: ISC */
/*
 * The engine protocol: the rules without mail and database, one JSON request
 * a line, one JSON answer a line.  See turnpost-engine(7).  Here a request is
 * read and checked and given to its operation.
 */
#include "engine/engine.h"

#include "base/err.h"
#include "core/match.h"
#include "core/rules.h"
#include "engine/inner.h"
#include "games/games.h"
#include "render/render.h"

#include <string.h>

/* Each operation, and the keys that it may have besides op and id. */
static const struct op {
	const char *word;
	const char *keys[6];
	int (*work)(struct ask *);
} ops[] = {
	{ "games", { NULL }, op_games },
	{ "new", { "game", "players", "options", "seed", "setup" }, op_new },
	{ "pending", { NULL }, op_pending },
	{ "legal", { "seat" }, op_legal },
	{ "move", { "seat", "move" }, op_move },
	{ "default", { "seat" }, op_default },
	{ "view", { "seat" }, op_view },
	{ "state", { NULL }, op_state },
	{ "result", { NULL }, op_result },
	{ "undo", { NULL }, op_undo },
	{ "history", { NULL }, op_history },
	{ "think", { "seat", "iterations", "seed", NULL }, op_think },
};

static int
check_keys(struct ask *q, const struct op *op)
{
	const char *key;
	json_t *value;

	json_object_foreach((json_t *)(uintptr_t)q->request, key, value)
	{
		bool known = strcmp(key, "op") == 0 || strcmp(key, "id") == 0;

		for (size_t i = 0; op->keys[i] != NULL; i++)
			known |= strcmp(key, op->keys[i]) == 0;
		if (!known)
			return err_set(&q->err, ERR_FORMAT,
			    "\"%s\" takes no key \"%.40s\"", op->word, key);
	}
	return 0;
}

static int
work(struct ask *q)
{
	const char *word = ask_text(json_object_get(q->request, "op"));

	if (word == NULL)
		return ask_refuse(q, "\"op\" must name an operation");
	for (size_t i = 0; i < G_N_ELEMENTS(ops); i++)
		if (strcmp(ops[i].word, word) == 0)
			return check_keys(q, &ops[i]) == -1 ? -1
							    : ops[i].work(q);
	return err_set(
	    &q->err, ERR_FORMAT, "there is no operation \"%.40s\"", word);
}

struct engine *
engine_new(char *const *data, struct err *e)
{
	struct engine *engine = g_new0(struct engine, 1);

	engine->data = g_hash_table_new_full(
	    g_str_hash, g_str_equal, NULL, (GDestroyNotify)json_decref);
	engine->catalog = catalog_load("en", NULL, e);
	if (engine->catalog == NULL)
		goto fail;
	for (int k = 0; data != NULL && data[k] != NULL; k++)
		if (strchr(data[k], '=') == NULL) {
			err_set(e, ERR_FORMAT,
			    "--data \"%s\" must be like GAME=FILE", data[k]);
			goto fail;
		}
	for (size_t i = 0; games_all[i] != NULL; i++) {
		g_autofree char *prefix =
		    g_strconcat(games_all[i]->name, "=", NULL);
		const char *file = NULL;
		json_t *json = NULL;

		for (int k = 0; data != NULL && data[k] != NULL; k++)
			if (g_str_has_prefix(data[k], prefix))
				file = data[k] + strlen(prefix);
		if (game_data(games_all[i], file, &json, e) == -1)
			goto fail;
		if (json != NULL)
			g_hash_table_insert(engine->data,
			    (char *)(uintptr_t)games_all[i]->name, json);
	}
	return engine;
fail:
	engine_free(engine);
	return NULL;
}

void
engine_free(struct engine *engine)
{
	if (engine == NULL)
		return;
	match_free(engine->match);
	json_decref(engine->setup);
	catalog_free(engine->catalog);
	g_hash_table_destroy(engine->data);
	g_free(engine);
}

char *
engine_answer(struct engine *engine, const char *line, size_t size)
{
	struct ask q = { .engine = engine };
	json_error_t where;
	json_t *request = json_loadb(
	    line, size, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &where);
	json_t *id = json_object_get(request, "id");
	char *text;

	q.request = request;
	q.answer = json_object();
	if (id != NULL)
		ask_give(&q, "id", json_incref(id));
	ask_give(&q, "ok", json_true());
	if (!json_is_object(request)
		? ask_refuse(
		      &q, "a request must be one JSON object on one line")
		: work(&q)) {
		json_object_clear(q.answer);
		if (id != NULL)
			ask_give(&q, "id", json_incref(id));
		ask_give(&q, "ok", json_false());
		ask_give(&q, "error", json_string(q.err.text));
	}
	text = json_dumps(q.answer, JSON_COMPACT);
	json_decref(q.answer);
	json_decref(request);
	return text;
}
