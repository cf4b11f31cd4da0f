/* SPDX-License-Identifier: ISC */
/*
 * Skeleton.
 *
 * Each of two players has the numbers 1 to 5.  The five rounds bring 1 to 5
 * points, in an order that chance makes and that nobody knows: only those of
 * this round lie open.  Both lay a number face down; the higher one brings
 * them.
 */
#include "core/game.h"

enum { SEATS = 2, ROUNDS = 5 };

/* In the order of the tables below. */
enum verb_index { DO_LAY, VERBS };
enum sentence_index {
	SAY_ROUND_BEGINS,
	SAY_LAID,
	SAY_LAID_OWN,
	SAY_SHOWN,
	SAY_WON,
	SAY_TIED,
	SAY_OVER,
	SAY_NOT_IN_HAND,
	SAYS
};

struct state {
	uint8_t round; /* from 1; beyond ROUNDS: it is over */
	uint8_t points[ROUNDS]; /* of each round, hidden until it begins */
	uint8_t laid[SEATS]; /* in this round, face down; 0: not yet */
	uint8_t shown[SEATS]; /* bits: numbers laid in rounds before */
	uint8_t score[SEATS];
};

extern const struct game game_skeleton;

static const struct verb verbs[] = { [DO_LAY] = { "lay", "n" } };

static const struct sentence sentences[] = {
	[SAY_ROUND_BEGINS] = { "round-begins", "round:n rounds:n points:n",
	    true },
	[SAY_LAID] = { "laid", "seat:s", false },
	[SAY_LAID_OWN] = { "laid-own", "number:n", false },
	[SAY_SHOWN] = { "shown", "seat:s number:n", true },
	[SAY_WON] = { "won", "seat:s points:n", false },
	[SAY_TIED] = { "tied", "points:n", false },
	[SAY_OVER] = { "over", "", false },
	[SAY_NOT_IN_HAND] = { "not-in-hand", "number:n", false },
};

static const struct telling tellings[] = {
	{ DO_LAY, SAY_LAID, "-" },
	{ DO_LAY, SAY_SHOWN, "1" },
};

static const struct plot plot[] = {
	{ .sentence = SAY_ROUND_BEGINS, .chapter = "round" },
	{ .sentence = SAY_LAID, .meanwhile = true },
	{ .sentence = SAY_LAID_OWN, .meanwhile = true },
	{ .sentence = SAY_WON, .gains = "seat", .points = "points" },
};

static const char *const phases[] = { "lay", NULL };

static const char *const asks[] = { "lay a number", NULL };

static bool
in_hand(const struct state *s, int seat, int number)
{
	return number >= 1 && number <= ROUNDS &&
	       !(s->shown[seat] & 1u << number);
}

static bool
is_over(const struct state *s)
{
	return s->round > ROUNDS;
}

/* What this round brings. */
static int
points_now(const struct state *s)
{
	return s->points[s->round - 1];
}

/* Put the points of all rounds behind so many into another order: sorted
 * first, so that the order they had leaves no trace (see resample). */
static void
shuffle_points(
    struct state *s, int behind, struct chance *chance, const char *what)
{
	int16_t points[ROUNDS];
	size_t n = 0;

	for (int number = 1; number <= ROUNDS; number++)
		for (int i = behind; i < ROUNDS; i++)
			if (s->points[i] == number)
				points[n++] = s->points[i];
	chance_shuffle(chance, what, 'n', points, n, what != NULL ? n : 0);
	for (int i = behind; i < ROUNDS; i++)
		s->points[i] = (uint8_t)points[i - behind];
}

static void
begin_round(const struct state *s, struct news *news)
{
	game_tell(news, SEATS_ALL, SAY_ROUND_BEGINS, 3, s->round, ROUNDS,
	    points_now(s));
}

static void
setup(void *state, const struct setup *setup, struct chance *chance,
    struct news *news)
{
	struct state *s = state;

	(void)setup;
	for (int i = 0; i < ROUNDS; i++)
		s->points[i] = (uint8_t)(i + 1);
	shuffle_points(s, 0, chance, "points");
	s->round = 1;
	begin_round(s, news);
}

static seatset
to_act(const void *state)
{
	const struct state *s = state;
	seatset set = 0;

	for (int i = 0; i < SEATS && !is_over(s); i++)
		if (s->laid[i] == 0)
			set |= SEAT(i);
	return set;
}

static const char *
phase(const void *state, int seat)
{
	(void)state;
	(void)seat;
	return phases[0];
}

static size_t
legal(const void *state, int seat, struct move *moves, size_t cap)
{
	size_t n = 0;

	if (!(to_act(state) & SEAT(seat)))
		return 0;
	for (int i = 1; i <= ROUNDS; i++) {
		if (!in_hand(state, seat, i))
			continue;
		if (n < cap)
			moves[n] = (struct move){
				.verb = DO_LAY, .n = 1, .arg = { (int16_t)i }
			};
		n++;
	}
	return n;
}

static bool
check(const void *state, int seat, const struct move *move, struct say *why)
{
	if (in_hand(state, seat, move->arg[0]))
		return true;
	*why = game_say(SAY_NOT_IN_HAND, 1, move->arg[0]);
	return false;
}

/* The first one of the list. */
static void
absent(const void *state, int seat, struct move *move)
{
	legal(state, seat, move, 1);
}

static void
result(const void *state, struct result *r)
{
	const struct state *s = state;

	*r = (struct result){ .over = is_over(s) };
	for (int i = 0; i < SEATS; i++)
		r->score[i] = s->score[i];
	for (int i = 0; i < SEATS && r->over; i++)
		if (s->score[i] >= s->score[1 - i])
			r->winners |= SEAT(i);
}

/* Both have laid: which seat gets the points, and the next round. */
static void
end_round(struct state *s, struct news *news)
{
	int winner = s->laid[0] > s->laid[1] ? 0 : 1, points = points_now(s);

	for (int i = 0; i < SEATS; i++)
		game_tell(news, SEATS_ALL, SAY_SHOWN, 2, i, s->laid[i]);
	if (s->laid[0] != s->laid[1]) {
		s->score[winner] = (uint8_t)(s->score[winner] + points);
		game_tell(news, SEATS_ALL, SAY_WON, 2, winner, points);
	} else
		game_tell(news, SEATS_ALL, SAY_TIED, 1, points);
	for (int i = 0; i < SEATS; i++) {
		s->shown[i] = (uint8_t)(s->shown[i] | 1u << s->laid[i]);
		s->laid[i] = 0;
	}
	s->round++;
	if (is_over(s))
		game_tell(news, SEATS_ALL, SAY_OVER, 0);
	else
		begin_round(s, news);
}

static void
apply(void *state, int seat, const struct move *move, struct chance *chance,
    struct news *news)
{
	struct state *s = state;

	(void)chance;
	s->laid[seat] = (uint8_t)move->arg[0];
	game_tell(news, SEATS_ALL & ~SEAT(seat), SAY_LAID, 1, seat);
	game_tell(news, SEAT(seat), SAY_LAID_OWN, 1, move->arg[0]);
	if (to_act(s) == 0)
		end_round(s, news);
}

/* What lies face down is seen by the player who laid it. */
static json_t *
laid_json(const struct state *s, int seat, int reader)
{
	if (s->laid[seat] == 0 || (reader != seat && reader != SEAT_REFEREE))
		return json_null();
	return json_integer(s->laid[seat]);
}

/* The points of rounds to come, sorted: their order is hidden. */
static json_t *
to_come(const struct state *s)
{
	json_t *list = json_array();

	for (int points = 1; points <= ROUNDS; points++)
		for (int i = s->round; i < ROUNDS; i++)
			if (s->points[i] == points)
				json_array_append_new(
				    list, json_integer(points));
	return list;
}

/*
 * {"round", "rounds", "at_stake", "to_come", "scores",
 *  "players": [{"hand", "has_laid", "laid"}]}
 */
static json_t *
view(const void *state, int reader)
{
	const struct state *s = state;
	json_t *players = json_array(), *scores = json_array();

	for (int seat = 0; seat < SEATS; seat++) {
		json_t *hand = json_array();

		/* what lies face down is still in it, to all */
		for (int i = 1; i <= ROUNDS; i++)
			if (in_hand(s, seat, i))
				json_array_append_new(hand, json_integer(i));
		json_array_append_new(scores, json_integer(s->score[seat]));
		json_array_append_new(
		    players, json_pack("{s:o, s:b, s:o}", "hand", hand,
				 "has_laid", s->laid[seat] != 0, "laid",
				 laid_json(s, seat, reader)));
	}
	return json_pack("{s:i, s:i, s:o, s:o, s:o, s:o}", "round",
	    is_over(s) ? ROUNDS : s->round, "rounds", ROUNDS, "at_stake",
	    is_over(s) ? json_null() : json_integer(points_now(s)), "to_come",
	    to_come(s), "scores", scores, "players", players);
}

/* What the referee may know, and the points of all rounds in their order. */
static json_t *
whole_state(const void *state)
{
	const struct state *s = state;
	json_t *all = view(state, SEAT_REFEREE), *points = json_array();

	for (int i = 0; i < ROUNDS; i++)
		json_array_append_new(points, json_integer(s->points[i]));
	json_object_set_new(all, "points", points);
	return all;
}

/*
 * What others laid face down may be any number of their hands, and the points
 * of rounds to come may be in any order.  What is forgotten here, the tests
 * of secrecy cannot see.
 */
static void
resample(void *state, int seat, struct chance *chance)
{
	struct state *s = state;
	int16_t hand[ROUNDS];

	for (int i = 0; i < SEATS; i++) {
		size_t n = 0;

		if (i == seat || s->laid[i] == 0)
			continue;
		for (int number = 1; number <= ROUNDS; number++)
			if (in_hand(s, i, number))
				hand[n++] = (int16_t)number;
		s->laid[i] = (uint8_t)chance_pick(chance, NULL, 'n', hand, n);
	}
	if (!is_over(s))
		shuffle_points(s, s->round, chance, NULL);
}

const struct game game_skeleton = {
	.name = "skeleton",
	.released = false,
	.rules = 1,
	.min_seats = SEATS,
	.max_seats = SEATS,
	.state_size = sizeof(struct state),
	.verbs = verbs,
	.nverbs = VERBS,
	.sentences = sentences,
	.nsentences = SAYS,
	.tellings = tellings,
	.ntellings = sizeof(tellings) / sizeof(tellings[0]),
	.plot = plot,
	.nplot = sizeof(plot) / sizeof(plot[0]),
	.phases = phases,
	.asks = asks,
	.scores_open = true,
	.setup = setup,
	.to_act = to_act,
	.phase = phase,
	.legal = legal,
	.check = check,
	.absent = absent,
	.result = result,
	.view = view,
	.state = whole_state,
	.apply = apply,
	.resample = resample,
};
