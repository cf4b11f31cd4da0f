/* SPDX-License-Identifier: ISC */
/* One match of an arena. */
#include "sim/arena_inner.h"

#include "base/err.h"
#include "core/match.h"
#include "core/opening.h"
#include "core/rules.h"
#include "sim/arena.h"

enum { MOVES_MOST = 20000 };

int
arena_contestant(const struct arena *a, int i, int seat)
{
	return (seat + i % a->seats) % a->seats;
}

static const json_t *
variant_of(const struct arena *a, int i)
{
	return g_ptr_array_index(
	    a->variants, (guint)(i / a->seats) % a->variants->len);
}

/* A seed of its own for everything that is named so. */
static void
make_seed(const struct arena *a, const char *what, int number, uint32_t move,
    unsigned char seed[SEED_SIZE])
{
	g_autofree char *which = g_strdup_printf("%d", number);
	g_autofree char *when = g_strdup_printf("%u", move);
	char *words[] = { (char *)(uintptr_t)what, which, when };

	seed_match(a->seed, words, G_N_ELEMENTS(words), seed);
}

static struct match *
open_match(const struct arena *a, int i, struct err *e)
{
	char *names[GAME_MAX_SEATS + 1] = { NULL };
	struct opening opening = { .game = a->game,
		.names = names,
		.seats = (size_t)a->seats,
		.options = variant_of(a, i),
		.data = a->data };
	struct match *match;

	for (int s = 0; s < a->seats; s++)
		names[s] = g_strdup_printf("Seat %d", s);
	make_seed(a, "deal", i / a->seats, 0, opening.seed);
	match = match_start(&opening, NULL, NULL, e);
	for (int s = 0; s < a->seats; s++)
		g_free(names[s]);
	return match;
}

/* Make the move of a seat.  With one legal move there is nothing to choose, and
 * no time is counted. */
static void
decide(struct arena *a, int i, struct match *match, int seat, struct gains *g)
{
	struct played *p = &a->played[i];
	g_autoptr(GArray) legal = match_legal(match, seat);
	struct move move = g_array_index(legal, struct move, 0);
	unsigned char seed[SEED_SIZE];
	int64_t begun, spent;

	if (legal->len > 1) {
		make_seed(a, "move", i, p->length, seed);
		begun = a->options->cpu();
		move = contestant_choose(
		    &a->contestant[arena_contestant(a, i, seat)], match, seat,
		    seed);
		spent = a->options->cpu() - begun;
		g_array_append_val(p->cpu[seat], spent);
	}
	gains_before(a, i, g, match, seat, &move);
	match_play(match, seat, &move, NULL);
	gains_after(a, g, match);
	p->length++;
}

static void
note_result(const struct arena *a, struct played *p, const struct match *match)
{
	struct result r = { 0 };
	int winners = 0;

	a->game->result(match_state(match), &r);
	for (int s = 0; s < a->seats; s++) {
		p->score[s] = r.score[s];
		winners += (r.winners & SEAT(s)) != 0;
	}
	for (int s = 0; s < a->seats; s++)
		p->win[s] = r.winners & SEAT(s) ? 1.0 / winners : 0;
	p->ending = a->game->ending != NULL
			? a->game->ending(match_state(match))
			: json_object();
	p->state = a->game->state(match_state(match));
	p->done = true;
}

int
arena_match(struct arena *a, int i, struct err *e)
{
	struct played *p = &a->played[i];
	struct match *match = open_match(a, i, e);
	struct gains gains;
	seatset asked;

	if (match == NULL)
		return -1;
	p->gains =
	    g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	gains_begin(&gains);
	for (int s = 0; s < a->seats; s++)
		p->cpu[s] = g_array_new(FALSE, FALSE, sizeof(int64_t));
	while ((asked = match_to_act(match)) != 0 && p->length < MOVES_MOST) {
		int seat = 0;

		while (!(asked & SEAT(seat)))
			seat++;
		if (p->length == 0)
			p->first = seat;
		decide(a, i, match, seat, &gains);
	}
	if (asked == 0)
		note_result(a, p, match);
	gains_end(&gains);
	match_free(match);
	if (asked != 0)
		return err_set(e, ERR_CLASH,
		    "match %d of deal %d did not end in %d moves",
		    i % a->seats + 1, i / a->seats + 1, MOVES_MOST);
	return 0;
}
