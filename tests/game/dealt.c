/* SPDX-License-Identifier: ISC */
/*
 * What is told when a match begins, in random matches of every game: of two
 * matches that begin with nearly the same luck and look the same to a seat, it
 * is told the same.  A hand or a role that all are told would else go unseen,
 * for resample comes after that, and the views are right.
 */
#include "core/chance.h"
#include "core/decision.h"
#include "core/inner.h"
#include "core/match.h"
#include "core/rules.h"
#include "games/games.h"
#include "tests/game/random.h"
#include "tests/game/twins.h"

/* So many beginnings, one draw otherwise, are compared with every 12th match:
 * fewer if there are few draws. */
enum { TRIES = 20, MATCHES_SEEN = 12 };

struct beginning {
	char *state;
	GArray *news; /* struct told */
};

/* With the luck of that number, but for one word of it; how many words setup
 * drew, of those that can be changed. */
static uint32_t
begin(const struct random *r, const struct match *m, uint32_t number, size_t at,
    uint32_t change, struct beginning *b)
{
	unsigned char seed[SEED_SIZE] = { 'b' };
	struct chance *chance;
	uint64_t used;
	struct news news = { g_array_new(FALSE, FALSE, sizeof(struct told)) };

	memcpy(seed + 1, &number, sizeof(number));
	chance = chance_new(seed);
	chance_below(chance, 2); /* the first words are there now */
	chance->at = 0;
	chance->words[at] ^= change;
	b->state = g_malloc0(r->game->state_size);
	b->news = news.told;
	r->game->setup(b->state, &m->setup, chance, &news);
	used = chance->at;
	chance_free(chance);
	return (uint32_t)MIN(used, CHUNK_WORDS);
}

static void
end(struct beginning *b)
{
	g_free(b->state);
	g_array_unref(b->news);
}

/* The sentence that the second one does not have there. */
static const char *
first_other(const struct random *r, const GArray *one, const GArray *two)
{
	for (guint i = 0; i < one->len; i++) {
		const struct say *say = &g_array_index(one, struct say, i);

		if (i >= two->len ||
		    memcmp(say, &g_array_index(two, struct say, i),
			sizeof(*say)) != 0)
			return r->game->sentences[say->sentence].key;
	}
	return "one sentence less";
}

static void
compare(struct random *r, const struct beginning *a, const struct beginning *b)
{
	for (int seat = SEAT_ONLOOKER; seat < (int)r->seats; seat++) {
		GArray *one, *two;

		if (other_view(r, a->state, b->state, seat))
			continue;
		one = heard_by(a->news, seat);
		two = heard_by(b->news, seat);
		must(r, same_bytes(one, two),
		    "setup tells seat %d by \"%s\" what its view does not "
		    "show",
		    seat, first_other(r, one, two));
		g_array_unref(one);
		g_array_unref(two);
		r->resampled++;
	}
}

static void
play_one(struct random *r)
{
	struct beginning first;
	struct match *m;
	uint32_t used;

	if (r->matches++ % MATCHES_SEEN != 0)
		return;
	m = random_start(r, NULL, NULL);
	used = begin(r, m, r->number, 0, 0, &first);
	for (uint32_t i = 0; i < MIN(TRIES, 4 * used); i++) {
		struct beginning other;

		begin(r, m, r->number, below(r, used), below(r, UINT32_MAX),
		    &other);
		if (!same_state(r, first.state, other.state))
			compare(r, &first, &other);
		end(&other);
	}
	end(&first);
	match_free(m);
}

static void
test_no_beginning_tells_a_secret(void **unused)
{
	size_t pairs = 0;
	bool all = true;

	(void)unused;
	for (size_t i = 0; games_all[i] != NULL; i++) {
		struct random *r;

		if (!game_is_tested(games_all[i])) {
			all = false;
			continue;
		}
		r = g_new0(struct random, 1);
		r->game = games_all[i];
		random_game(r, play_one);
		print_message("# %s: %zu matches, %zu pairs that a seat cannot "
			      "tell apart\n",
		    r->game->name, r->matches, r->resampled);
		pairs += r->resampled;
		g_free(r);
	}
	/* Hexxi deals nothing that a seat cannot see, but the others do; few
	 * matches may have no such pair. */
	assert_true(!all || pairs > 0 || random_number("MATCHES", 0) != 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_no_beginning_tells_a_secret),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
