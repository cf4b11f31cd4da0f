/* SPDX-License-Identifier: ISC */
/*
 * A small game with one of everything that the contract allows: arguments of
 * each form, players named in moves, a shuffle that shows a part, values that
 * follow from draws, seats that act at once, options of each type, sentences
 * that reveal.  It is for tests of core/, not for play: in the phase act every
 * verb but "bid" may be said, though legal lists the simple ones only.
 */
#ifndef TESTS_CORE_TOY_H
#define TESTS_CORE_TOY_H

#include "core/chance.h"
#include "core/decision.h"
#include "core/draw.h"
#include "core/match.h"
#include "core/opening.h"
#include "core/rules.h"
#include "core/sentence.h"
#include "core/verb.h"

#include <string.h>

enum { TOY_DECK = 12, TOY_HAND = 2, TOY_BIDS = 100, TOY_TREE = 100 };

enum { FIG, KIWI, PLUM, STAR_FRUIT, FRUITS };
enum { ASH = TOY_TREE, OAK, YEW, TREES_END };

enum toy_verb {
	TOY_BID,
	TOY_PASS,
	TOY_TAKE,
	TOY_ROLL,
	TOY_GIVE,
	TOY_MIX,
	TOY_SWAP,
	TOY_PILE,
	TOY_VERBS
};

enum toy_sentence {
	TOY_SAY_DEALT,
	TOY_SAY_BID,
	TOY_SAY_WON,
	TOY_SAY_DONE,
	TOY_SAY_PEEKED,
	TOY_SAY_SELF,
	TOY_SAY_PHASE,
	TOY_SENTENCES
};

struct toy {
	int seats, rounds, round, starter, second, actor;
	bool open;
	bool acting;
	int bid[GAME_MAX_SEATS]; /* -1: not yet */
	int16_t hand[GAME_MAX_SEATS][TOY_HAND];
	int16_t deck[TOY_DECK];
	int16_t wind;
	int32_t sum; /* of all that was done */
};

static const struct verb toy_verbs[] = {
	[TOY_BID] = { "bid", "n" },
	[TOY_PASS] = { "pass", "" },
	[TOY_TAKE] = { "take", "F" },
	[TOY_ROLL] = { "roll", "" },
	[TOY_GIVE] = { "give", "Fs" },
	[TOY_MIX] = { "mix", "F*K*" },
	[TOY_SWAP] = { "swap", "(KnF)+" },
	[TOY_PILE] = { "pile", "F+n" },
};

static const struct shorthand toy_shorthands[] = { { "pass", "take" } };

static const struct sentence toy_sentences[] = {
	[TOY_SAY_DEALT] = { "dealt", "fruits:F*", true },
	[TOY_SAY_BID] = { "bid", "seat:s", false },
	[TOY_SAY_WON] = { "won", "seat:s points:n wind:F", false },
	[TOY_SAY_DONE] = { "done", "", false },
	[TOY_SAY_PEEKED] = { "peeked", "fruit:F", true },
	[TOY_SAY_SELF] = { "self", "fruit:F", false },
	[TOY_SAY_PHASE] = { "phase", "", false },
};

/* Of a bid all hear at once, but how high it was only if it has won. */
static const struct telling toy_tellings[] = {
	{ TOY_BID, TOY_SAY_BID, "-" },
	{ TOY_BID, TOY_SAY_WON, "1" },
};

static const struct option toy_options[] = {
	{ "open", true, 0, 1, 0 },
	{ "rounds", false, 1, 9, 3 },
	{ "sunny", true, 0, 1, 1 },
};

static const char *const toy_phases[] = { "bid", "act", NULL };

static const char *const toy_fruits[] = { "fig", "kiwi", "plum", "star-fruit" };
static const char *const toy_trees[] = { "ash", "oak", "yew" };

static const struct atom_kind toy_atoms[] = {
	{ 'F', "fruit", .words = NULL },
	{ 'K', "tree", .words = toy_trees, .nwords = TREES_END - TOY_TREE,
	    .first = TOY_TREE },
};

static inline void
toy_tell(struct news *news, seatset to, enum toy_sentence sentence, int n,
    const int16_t *arg)
{
	struct say say = { .sentence = (int16_t)sentence, .n = (int16_t)n };

	if (n > 0)
		memcpy(say.arg, arg, (size_t)n * sizeof arg[0]);
	news_tell(news, to, say);
}

static inline void
toy_new_round(struct toy *t)
{
	t->acting = false;
	for (int i = 0; i < t->seats; i++)
		t->bid[i] = -1;
}

static inline void
toy_setup(void *state, const struct setup *setup, struct chance *chance,
    struct news *news)
{
	struct toy *t = state;
	int16_t seats[GAME_MAX_SEATS] = { 0 }, second;

	t->seats = setup->seats;
	t->open = setup->option[0];
	t->rounds = setup->option[1];
	for (int i = 0; i < t->seats; i++)
		seats[i] = (int16_t)i;
	for (int i = 0; i < TOY_DECK; i++)
		t->deck[i] = (int16_t)(i % FRUITS);
	t->starter =
	    chance_pick(chance, "starter", 's', seats, (size_t)t->seats);
	t->second = (t->starter + 1) % t->seats;
	if (chance_preset(
		chance, "second", 's', seats, (size_t)t->seats, &second))
		t->second = second;
	chance_shuffle(chance, "deck", 'F', t->deck, TOY_DECK,
	    (size_t)(TOY_HAND * t->seats));
	for (int i = 0; i < t->seats; i++) {
		memcpy(t->hand[i], &t->deck[TOY_HAND * i], sizeof t->hand[i]);
		toy_tell(news, SEAT(i), TOY_SAY_DEALT, TOY_HAND, t->hand[i]);
	}
	toy_new_round(t);
}

static inline seatset
toy_to_act(const void *state)
{
	const struct toy *t = state;
	seatset asked = 0;

	if (t->round == t->rounds)
		return 0;
	if (t->acting)
		return SEAT(t->actor);
	for (int i = 0; i < t->seats; i++)
		if (t->bid[i] == -1)
			asked |= SEAT(i);
	return asked;
}

static inline const char *
toy_phase(const void *state, int seat)
{
	const struct toy *t = state;

	(void)seat;
	return toy_phases[t->acting];
}

static inline size_t
toy_legal(const void *state, int seat, struct move *moves, size_t cap)
{
	const struct toy *t = state;
	size_t n = 0;

	(void)seat;
	for (int i = 0; !t->acting && i < TOY_BIDS; i++, n++)
		if (n < cap)
			moves[n] =
			    (struct move){ .n = 1, .arg = { (int16_t)i } };
	for (int v = TOY_PASS; t->acting && v <= TOY_ROLL; v++)
		for (int f = 0; f < (v == TOY_TAKE ? FRUITS : 1); f++, n++)
			if (n < cap)
				moves[n] = (struct move){ .verb = (int16_t)v,
					.n = v == TOY_TAKE,
					.arg = { (int16_t)f } };
	return n;
}

static inline bool
toy_check(const void *state, int seat, const struct move *move, struct say *why)
{
	const struct toy *t = state;

	memset(why, 0, sizeof *why);
	if ((move->verb == TOY_BID) == t->acting ||
	    (move->verb == TOY_BID && move->arg[0] >= TOY_BIDS)) {
		why->sentence = TOY_SAY_PHASE;
		return false;
	}
	if (move->verb == TOY_GIVE && move->arg[1] == seat) {
		why->sentence = TOY_SAY_SELF;
		why->n = 1;
		why->arg[0] = move->arg[0];
		return false;
	}
	return true;
}

/* What is mixed has no order. */
static inline void
toy_tidy(const void *state, struct move *move)
{
	(void)state;
	for (int i = 1; move->verb == TOY_MIX && i < move->n; i++)
		for (int k = i; k > 0 && move->arg[k - 1] > move->arg[k]; k--) {
			int16_t moved = move->arg[k];

			move->arg[k] = move->arg[k - 1];
			move->arg[k - 1] = moved;
		}
}

static inline void
toy_absent(const void *state, int seat, struct move *move)
{
	toy_legal(state, seat, move, 1);
}

static inline void
toy_result(const void *state, struct result *r)
{
	const struct toy *t = state;

	*r = (struct result){ .over = toy_to_act(state) == 0 };
	r->score[t->actor] = t->sum;
}

/* All have bid: the highest acts, the first seat of equals. */
static inline void
toy_bids(struct toy *t, struct chance *chance, struct news *news)
{
	int16_t fruits[FRUITS] = { FIG, KIWI, PLUM, STAR_FRUIT };

	t->actor = 0;
	for (int i = 1; i < t->seats; i++)
		if (t->bid[i] > t->bid[t->actor])
			t->actor = i;
	t->wind = chance_pick(chance, "wind", 'F', fruits, FRUITS);
	t->acting = true;
	toy_tell(news, SEATS_ALL, TOY_SAY_WON, 3,
	    (const int16_t[]){
		(int16_t)t->actor, (int16_t)t->bid[t->actor], t->wind });
}

static inline void
toy_apply(void *state, int seat, const struct move *move, struct chance *chance,
    struct news *news)
{
	struct toy *t = state;

	t->sum = 31 * t->sum % 1000 + move->verb;
	for (int i = 0; i < move->n; i++)
		t->sum = 31 * t->sum % 1000 + move->arg[i];
	if (move->verb == TOY_BID) {
		t->bid[seat] = move->arg[0];
		toy_tell(news, SEATS_ALL, TOY_SAY_BID, 1,
		    (const int16_t[]){ (int16_t)seat });
		if (toy_to_act(t) == 0)
			toy_bids(t, chance, news);
		return;
	}
	if (move->verb == TOY_PASS)
		return; /* and the same seat is asked again */
	if (move->verb == TOY_ROLL) {
		chance_shuffle(
		    chance, "deck", 'F', t->deck, TOY_DECK, TOY_DECK);
		toy_tell(news, SEAT(seat), TOY_SAY_PEEKED, 1, t->deck);
	}
	toy_tell(news, SEATS_ALL, TOY_SAY_DONE, 0, NULL);
	t->round++;
	toy_new_round(t);
}

static inline bool
toy_atom_read(const void *state, char kind, const char *word, int16_t *value)
{
	(void)state;
	g_assert(kind == 'F'); /* trees have a list */
	if (strcmp(word, "carambola") == 0)
		word = toy_fruits[STAR_FRUIT];
	for (int i = 0; i < FRUITS; i++)
		if (strcmp(toy_fruits[i], word) == 0) {
			*value = (int16_t)i;
			return true;
		}
	return false;
}

static inline void
toy_atom_write(
    const void *state, char kind, int16_t value, char word[GAME_WORD_SIZE])
{
	const struct toy *t = state;
	const char *text = "";

	g_assert(t->seats > 0); /* words may depend on the state */
	g_assert(kind == 'F');
	if (value >= 0 && value < FRUITS)
		text = toy_fruits[value];
	g_strlcpy(word, text, GAME_WORD_SIZE);
}

static const struct game toy_game = {
	.name = "toy",
	.rules = 1,
	.min_seats = 2,
	.max_seats = 5,
	.state_size = sizeof(struct toy),
	.verbs = toy_verbs,
	.nverbs = TOY_VERBS,
	.shorthands = toy_shorthands,
	.nshorthands = G_N_ELEMENTS(toy_shorthands),
	.atoms = toy_atoms,
	.natoms = G_N_ELEMENTS(toy_atoms),
	.sentences = toy_sentences,
	.nsentences = TOY_SENTENCES,
	.tellings = toy_tellings,
	.ntellings = G_N_ELEMENTS(toy_tellings),
	.options = toy_options,
	.noptions = G_N_ELEMENTS(toy_options),
	.phases = toy_phases,
	.names_matter = true,
	.setup = toy_setup,
	.to_act = toy_to_act,
	.phase = toy_phase,
	.legal = toy_legal,
	.check = toy_check,
	.tidy = toy_tidy,
	.absent = toy_absent,
	.result = toy_result,
	.apply = toy_apply,
	.atom_read = toy_atom_read,
	.atom_write = toy_atom_write,
};

/* A match of players so named (NULL-ended), of a fixed seed. */
static inline struct match *
toy_match(char *const *names)
{
	const struct opening plan = {
		.game = &toy_game,
		.names = names,
		.seats = g_strv_length((char **)(uintptr_t)names),
		.seed = { 7, 7, 7 },
	};

	return match_start(&plan, NULL, NULL, NULL);
}

#endif
