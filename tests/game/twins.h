/* SPDX-License-Identifier: ISC */
/* Two states of a game beside each other: what a seat sees and hears of them.
 */
#ifndef TESTS_GAME_TWINS_H
#define TESTS_GAME_TWINS_H

#include "core/chance.h"
#include "core/decision.h"
#include "core/inner.h"
#include "core/opening.h"
#include "core/outcome.h"
#include "core/rules.h"
#include "core/sentence.h"
#include "tests/game/random.h"

static inline char *
view_text(const struct random *r, const char *state, int seat)
{
	json_t *view = r->game->view(state, seat);
	char *text = json_dumps(view, JSON_COMPACT | JSON_ENCODE_ANY);

	json_decref(view);
	return text;
}

static inline char *
state_copy(const struct random *r, const char *state)
{
	return g_memdup2(state, r->game->state_size);
}

static inline GArray *
legal_moves(const struct random *r, const char *state, int seat)
{
	size_t n = r->game->legal(state, seat, NULL, 0);
	GArray *moves = g_array_new(FALSE, TRUE, sizeof(struct move));

	g_array_set_size(moves, (guint)n);
	r->game->legal(state, seat, (struct move *)(void *)moves->data, n);
	return moves;
}

static inline bool
same_bytes(const GArray *a, const GArray *b)
{
	return a->len == b->len &&
	       memcmp(a->data, b->data,
		   a->len * g_array_get_element_size((GArray *)(uintptr_t)a)) ==
		   0;
}

/* The sentences that the seat heard. */
static inline GArray *
heard_by(const GArray *news, int seat)
{
	GArray *heard = g_array_new(FALSE, FALSE, sizeof(struct say));

	for (guint i = 0; i < news->len; i++) {
		const struct told *t = &g_array_index(news, struct told, i);

		if (told_to(t, seat))
			g_array_append_val(heard, t->say);
	}
	return heard;
}

static inline GArray *
apply(const struct random *r, char *state, int mover, const struct move *m,
    const unsigned char seed[SEED_SIZE])
{
	struct chance *chance = chance_new(seed);
	struct news news = { g_array_new(FALSE, FALSE, sizeof(struct told)) };

	r->game->apply(state, mover, m, chance, &news);
	chance_free(chance);
	return news.told;
}

/* Then all questions have the same answers: they go by these bytes alone. */
static inline bool
same_state(const struct random *r, const char *one, const char *two)
{
	return memcmp(one, two, r->game->state_size) == 0;
}

/*
 * What resample makes of both with the same luck must be the same, byte by
 * byte: what of a state is otherwise was left as the seat cannot know it.
 */
static inline void
check_no_trace(
    const struct random *r, const char *one, const char *two, int seat)
{
	size_t i = 0;

	while (i < r->game->state_size && one[i] == two[i])
		i++;
	must(r, i == r->game->state_size,
	    "resample for seat %d leaves a trace of what that seat was never "
	    "shown: byte %zu of the state",
	    seat, i);
}

/* Do they look otherwise to that seat? */
static inline bool
other_view(const struct random *r, const char *one, const char *two, int seat)
{
	char *a, *b;
	bool other;

	if (same_state(r, one, two))
		return false;
	a = view_text(r, one, seat);
	b = view_text(r, two, seat);
	other = strcmp(a, b) != 0;
	free(a);
	free(b);
	return other;
}

/* Every value within a JSON value: its path -> its text. */
static inline void
add_parts(GHashTable *parts, const json_t *value, const char *path)
{
	const char *key;
	json_t *part;
	size_t i;

	g_hash_table_insert(parts, g_strdup(path),
	    json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY));
	json_object_foreach((json_t *)(uintptr_t)value, key, part)
	{
		g_autofree char *below = g_strdup_printf("%s/%s", path, key);

		add_parts(parts, part, below);
	}
	json_array_foreach(value, i, part)
	{
		g_autofree char *below = g_strdup_printf("%s/%zu", path, i);

		add_parts(parts, part, below);
	}
}

/* Those of a value that is taken over. */
static inline GHashTable *
parts_of(json_t *value)
{
	GHashTable *parts =
	    g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free);

	add_parts(parts, value, "");
	json_decref(value);
	return parts;
}

static inline bool
same_part(GHashTable *a, GHashTable *b, const char *path)
{
	return g_strcmp0(g_hash_table_lookup(a, path),
		   g_hash_table_lookup(b, path)) == 0;
}

#endif
