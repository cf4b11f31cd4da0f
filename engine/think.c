/* SPDX-License-Identifier: ISC */
/* The engine protocol: what a robot would play. */
#include "engine/inner.h"

#include "core/match.h"
#include "core/move.h"
#include "core/rules.h"
#include "robot/think.h"

#include <string.h>

/* Without a seed: a hash of what the seat sees, and of the iterations. */
static void
seed_of_view(
    const struct ask *q, uint32_t iterations, unsigned char seed[SEED_SIZE])
{
	const struct match *match = q->engine->match;
	json_t *view = match_game(match)->view(match_state(match), q->seat);
	char *text = json_dumps(view, JSON_COMPACT | JSON_SORT_KEYS);
	g_autofree char *number = g_strdup_printf("%u\n", iterations);
	g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
	gsize size = SEED_SIZE;

	g_checksum_update(sum, (const guchar *)number, -1);
	g_checksum_update(sum, (const guchar *)text, -1);
	g_checksum_get_digest(sum, seed, &size);
	free(text);
	json_decref(view);
}

static int
read_seed(struct ask *q, uint32_t iterations, unsigned char seed[SEED_SIZE])
{
	const json_t *given = json_object_get(q->request, "seed");
	const char *hex = ask_text(given);

	if (given == NULL)
		seed_of_view(q, iterations, seed);
	else if (hex == NULL || !seed_from_hex(hex, seed))
		return ask_refuse(q, "\"seed\" must be 64 hexadecimal digits");
	return 0;
}

static json_t *
thoughts_json(const struct match *match, const GArray *thoughts)
{
	json_t *list = json_array();

	for (guint i = 0; i < thoughts->len; i++) {
		const struct thought *t =
		    &g_array_index(thoughts, struct thought, i);
		g_autofree char *text = move_text(match, &t->move);

		json_array_append_new(
		    list, json_pack("{s:s, s:I, s:i}", "move", text, "visits",
			      (json_int_t)t->visits, "value", t->value));
	}
	return list;
}

int
op_think(struct ask *q)
{
	const json_t *number = json_object_get(q->request, "iterations");
	json_int_t iterations = json_integer_value(number);
	const struct match *match = q->engine->match;
	unsigned char seed[SEED_SIZE];
	g_autoptr(GArray) thoughts = NULL;
	g_autofree char *text = NULL;

	if (ask_need_seat(q) == -1)
		return -1;
	if (!json_is_integer(number) || iterations < 1 ||
	    iterations > ROBOT_ITERATIONS_MAX)
		return err_set(&q->err, ERR_FORMAT,
		    "\"iterations\" must be a number from 1 to %d",
		    ROBOT_ITERATIONS_MAX);
	if (!(match_to_act(match) & SEAT(q->seat)))
		return ask_refuse(q, "that seat has nothing to decide now");
	if (read_seed(q, (uint32_t)iterations, seed) == -1)
		return -1;
	thoughts = robot_think(match, q->seat, (uint32_t)iterations, seed);
	text =
	    move_text(match, &g_array_index(thoughts, struct thought, 0).move);
	ask_give(q, "move", json_string(text));
	ask_give(q, "moves", thoughts_json(match, thoughts));
	return 0;
}
