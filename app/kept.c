/* SPDX-License-Identifier: ISC */
/*
 * Moves kept for later turns.  Whatever of a mail comes behind the last move
 * that its writer can make now waits until she is asked again.  A seat that
 * is asked has nothing that waits: life_settle tries the next line at once,
 * and the first that is not legal drops all.
 *
 * Nobody else may learn that something waits.  What was dropped is therefore
 * no notice but stands beside the lines, until she makes a move or sends one
 * that is kept.
 */
#include "app/private.h"

#include <string.h>

int
kept_load(struct table *t, struct err *e)
{
	g_autoptr(GPtrArray) rows = store_kept(t->home->store, t->row->id, e);

	for (int s = 0; s < GAME_MAX_SEATS; s++)
		t->kept[s].lines = json_array();
	if (rows == NULL)
		return -1;
	for (guint i = 0; i < rows->len; i++) {
		const struct kept_row *row = rows->pdata[i];
		struct kept *kept = &t->kept[row->seat];

		kept->inbox = row->inbox;
		json_decref(kept->lines);
		kept->lines = json_loads(row->lines, 0, NULL);
		if (row->stopped != NULL)
			kept->stopped = json_loads(row->stopped, 0, NULL);
		if (!json_is_array(kept->lines) ||
		    (row->stopped != NULL && kept->stopped == NULL))
			return err_set(e, ERR_DAMAGED,
			    "what seat %d keeps is no JSON any more",
			    row->seat);
	}
	return 0;
}

void
kept_free(struct table *t)
{
	for (int s = 0; s < GAME_MAX_SEATS; s++) {
		json_decref(t->kept[s].lines);
		json_decref(t->kept[s].stopped);
	}
}

static int
store(struct table *t, int seat, struct err *e)
{
	const struct kept *kept = &t->kept[seat];
	g_autofree char *lines = json_dumps(kept->lines, JSON_COMPACT);
	g_autofree char *stopped =
	    kept->stopped == NULL ? NULL
				  : json_dumps(kept->stopped, JSON_COMPACT);
	const struct kept_row row = {
		.match = t->row->id,
		.seat = seat,
		.inbox = kept->inbox,
		.lines = lines,
		.stopped = stopped,
	};

	if (json_array_size(kept->lines) == 0 && stopped == NULL)
		return store_kept_drop(t->home->store, t->row->id, seat, e);
	return store_kept_set(t->home->store, &row, e);
}

/* ---- lines ---- */

json_t *
kept_line(const char *move, char *const *then)
{
	json_t *line = json_pack("{s:s}", "move", move), *list;

	if (then == NULL)
		return line;
	list = json_array();
	for (int i = 0; then[i] != NULL; i++)
		json_array_append_new(list, json_string(then[i]));
	json_object_set_new(line, "then", list);
	return line;
}

static const char *
line_move(const json_t *line)
{
	const char *move = json_string_value(json_object_get(line, "move"));

	return move != NULL ? move : "";
}

/* NULL if nothing follows; to be freed, its texts are the line's. */
static char **
line_then(const json_t *line)
{
	const json_t *list = json_object_get(line, "then"), *move;
	GPtrArray *then;
	size_t i;

	if (list == NULL)
		return NULL;
	then = g_ptr_array_new();
	json_array_foreach(list, i, move)
	    g_ptr_array_add(then, (gpointer)(uintptr_t)json_string_value(move));
	g_ptr_array_add(then, NULL);
	return (char **)g_ptr_array_free(then, FALSE);
}

/* "pass mate or merchant": the verb of what follows is not said. */
char *
kept_text(const json_t *line)
{
	GString *text = g_string_new(line_move(line));
	g_autofree char **then = line_then(line);

	for (int i = 0; then != NULL && then[i] != NULL; i++)
		g_string_append_printf(text, "%s%s", i > 0 ? " or" : "",
		    then[i] + strcspn(then[i], " "));
	return g_string_free(text, FALSE);
}

static void
add_texts(const json_t *lines, json_t *texts)
{
	const json_t *line;
	size_t i;

	json_array_foreach(lines, i, line)
	{
		g_autofree char *text = kept_text(line);

		json_array_append_new(texts, json_string(text));
	}
}

/* ---- what becomes of them ---- */

int
kept_replace(struct table *t, int seat, json_t *lines, int64_t inbox,
    json_t *dropped, struct err *e)
{
	struct kept *kept = &t->kept[seat];
	bool was = json_array_size(kept->lines) > 0 || kept->stopped != NULL;

	add_texts(kept->lines, dropped);
	json_array_clear(kept->lines);
	json_array_extend(kept->lines, lines);
	g_clear_pointer(&kept->stopped, json_decref);
	kept->inbox = inbox;
	return was || json_array_size(lines) > 0 ? store(t, seat, e) : 0;
}

int
kept_cancel(
    struct table *t, int seat, json_t *more, json_t *dropped, struct err *e)
{
	struct kept *kept = &t->kept[seat];

	add_texts(kept->lines, dropped);
	add_texts(more, dropped);
	json_array_clear(more);
	if (json_array_size(kept->lines) == 0)
		return 0;
	json_array_clear(kept->lines);
	return store(t, seat, e);
}

int
kept_forget(struct table *t, int seat, struct err *e)
{
	struct kept *kept = &t->kept[seat];

	if (json_array_size(kept->lines) == 0 && kept->stopped == NULL)
		return 0;
	json_array_clear(kept->lines);
	g_clear_pointer(&kept->stopped, json_decref);
	return store(t, seat, e);
}

/* All that waits is dropped; line: what could not be made, or NULL. */
static int
stop(struct table *t, int seat, const char *line, const struct phrase *why,
    struct err *e)
{
	struct kept *kept = &t->kept[seat];
	json_t *dropped = json_array();

	add_texts(kept->lines, dropped);
	json_array_clear(kept->lines);
	json_decref(kept->stopped);
	kept->stopped = json_pack("{s:s*, s:s, s:O, s:o}", "line", line,
	    "phrase", why->key, "args", why->args, "dropped", dropped);
	return store(t, seat, e);
}

int
kept_undone(struct table *t, int seat, struct err *e)
{
	struct phrase *why;
	int r;

	if (json_array_size(t->kept[seat].lines) == 0)
		return 0;
	why = phrase_new("kept.undone", NULL);
	r = stop(t, seat, NULL, why, e);
	phrase_free(why);
	return r;
}

int
kept_try(struct table *t, int seat, int64_t now, bool *made, struct err *e)
{
	struct kept *kept = &t->kept[seat];
	json_t *line = json_incref(json_array_get(kept->lines, 0));
	g_autofree char *text = NULL;
	g_autofree char **then = NULL;
	struct phrase *why;
	struct trial trial;
	guint n;
	int r;

	if (line == NULL)
		return 0;
	json_array_remove(kept->lines, 0);
	text = kept_text(line);
	then = line_then(line);
	trial_begin(&trial, t, seat);
	why = trial_line(&trial, line_move(line), then);
	/* What has shown her something stands, as with a mail's moves. */
	n = why == NULL ? trial.moves->len : trial.shown;
	r = trial_make(&trial, n, "kept", kept->inbox, now, e);
	if (r == 0)
		r = why == NULL ? store(t, seat, e)
				: stop(t, seat, text, why, e);
	*made |= n > 0;
	phrase_free(why);
	trial_end(&trial);
	json_decref(line);
	return r;
}

/* ---- what she is told ---- */

static json_t *
stopped_facts(const struct table *t, const json_t *stopped)
{
	const struct tongue *tongue = home_tongue(t->home, "en");
	struct phrase *why =
	    phrase_new(json_string_value(json_object_get(stopped, "phrase")),
		json_incref(json_object_get(stopped, "args")));
	g_autofree char *text = tongue_say(tongue, why, t->atom_names);

	phrase_free(why);
	return json_pack("{s:O?, s:s, s:O}", "line",
	    json_object_get(stopped, "line"), "why", text, "dropped",
	    json_object_get(stopped, "dropped"));
}

void
kept_facts(const struct table *t, int seat, json_t *facts)
{
	const struct kept *kept = &t->kept[seat];
	json_t *texts = json_array();

	add_texts(kept->lines, texts);
	json_object_set_new(
	    facts, "kept_any", json_boolean(json_array_size(texts) > 0));
	json_object_set_new(facts, "kept", texts);
	if (kept->stopped != NULL)
		json_object_set_new(
		    facts, "kept_stopped", stopped_facts(t, kept->stopped));
}
