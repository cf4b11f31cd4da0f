/* SPDX-License-Identifier: ISC */
/* A turn: cards drawn and given, moves carried out, and the end. */
#include "games/fourth-bridge/state.h"

#include <string.h>

/* ---- the bag ---- */

void
fourth_shuffle_bag(const struct table *t, const uint8_t count[COLOURS])
{
	struct state *s = t->s;
	int16_t v[LOGS];
	size_t n = 0;

	for (int c = 0; c < COLOURS; c++)
		for (int i = 0; i < count[c]; i++)
			v[n++] = (int16_t)c;
	chance_shuffle(t->chance, "bag", 'L', v, n, n);
	for (size_t i = 0; i < n; i++)
		s->bag[n - 1 - i] = (uint8_t)v[i];
}

static void
put_back(const struct table *t, const uint8_t bridge[BRIDGE_LOGS])
{
	struct state *s = t->s;
	uint8_t count[COLOURS] = { 0 };

	for (int i = 0; i < s->board.nbag - BRIDGE_LOGS; i++)
		count[s->bag[i]]++;
	for (int i = 0; i < BRIDGE_LOGS; i++)
		count[bridge[i]]++;
	fourth_shuffle_bag(t, count);
}

void
fourth_draw_logs(const struct table *t)
{
	struct board *b = &t->s->board;
	int drawn = 0;

	for (int i = 0; i < FORESTS; i++) {
		const struct field *f = &b->field[b->forest[i]];
		int n = fourth_fill(b, b->forest[i], t->s->bag);
		struct say say = game_say(SAY_FILLED, 1, b->forest[i] + 1);

		/* the first one drawn lies nearest */
		for (int k = n; k-- > 0;)
			say.arg[say.n++] = f->log[k];
		if (n > 0)
			news_tell(t->news, SEATS_ALL, say);
		drawn += n;
	}
	if (drawn > 0 && b->nbag == 0)
		game_tell(t->news, SEATS_ALL, SAY_BAG_EMPTY, 0);
}

/* ---- cards ---- */

static void
tell_turn(const struct table *t)
{
	const struct state *s = t->s;
	int turn = s->turn < INT16_MAX ? (int)s->turn : INT16_MAX;

	if (s->turn_limit > 0)
		game_tell(t->news, SEATS_ALL, SAY_TURN_BEGINS_OF, 3, turn,
		    s->turn_limit, s->active);
	else
		game_tell(
		    t->news, SEATS_ALL, SAY_TURN_BEGINS, 2, turn, s->active);
}

static void
tell_hand(const struct table *t)
{
	struct say say = game_say(SAY_HAND, 0);

	for (int c = 0; c < CARDS; c++)
		for (int i = 0; i < t->s->hand[c]; i++)
			say.arg[say.n++] = (int16_t)c;
	news_tell(t->news, SEAT(t->s->active), say);
}

void
fourth_turn(const struct table *t)
{
	struct state *s = t->s;
	int16_t v[PACK];
	size_t n = (size_t)s->seats + 1;

	s->phase = GIVE;
	s->mover = NOBODY;
	s->ngiven = 0;
	memset(s->given, 0, sizeof(s->given));
	for (int i = 0; i < PACK; i++)
		v[i] = (int16_t)(i / CARDS_OF_KIND);
	chance_shuffle(t->chance, "hand", 'M', v, PACK, n);
	for (size_t i = 0; i < n; i++)
		s->hand[v[i]]++;
	tell_turn(t);
	tell_hand(t);
}

static void
hand_over(struct state *s, enum card card, int to)
{
	s->hand[card]--;
	s->given[s->ngiven++] = (struct given){ (uint8_t)to, (uint8_t)card };
	s->mover = (int8_t)to;
	s->phase = DO;
}

void
fourth_give(const struct table *t, int seat, enum card card, int to)
{
	hand_over(t->s, card, to);
	game_tell(t->news, SEATS_ALL, SAY_GIVES, 3, seat, card, to);
}

void
fourth_take(const struct table *t, int seat, enum card card)
{
	hand_over(t->s, card, seat);
	memset(t->s->hand, 0, sizeof(t->s->hand));
	game_tell(t->news, SEATS_ALL, SAY_TAKES, 2, seat, card);
}

/* ---- the end ---- */

int
fourth_points(const struct state *s, int role)
{
	int points = 0;

	for (int i = 0; i < FIELDS; i++) {
		const struct field *f = &s->board.field[i];

		for (int k = 0; f->value != 0 && k < BRIDGE_LOGS; k++)
			if (f->bridge[k] == role)
				points += f->value - (BRIDGE_LOGS - 1 - k);
	}
	return points;
}

static void
tell_end(const struct table *t)
{
	switch ((enum ending)t->s->board.ended) {
	case BUILT:
		game_tell(t->news, SEATS_ALL, SAY_OVER_BUILT, 0);
		break;
	case LOST:
		game_tell(
		    t->news, SEATS_ALL, SAY_OVER_LOST, 1, t->s->board.nlost);
		break;
	case DEAD:
		game_tell(t->news, SEATS_ALL, SAY_OVER_DEAD, 0);
		break;
	case TURNS:
		game_tell(
		    t->news, SEATS_ALL, SAY_OVER_TURNS, 1, t->s->turn_limit);
		break;
	case GOING_ON:
		break;
	}
}

static void
end(const struct table *t)
{
	struct state *s = t->s;

	s->phase = OVER;
	tell_end(t);
	for (int i = 0; i < s->seats; i++) {
		int role = s->role[i];

		if (role == TRAITOR)
			game_tell(t->news, SEATS_ALL, SAY_TRAITOR_SHOWN, 1, i);
		else
			game_tell(t->news, SEATS_ALL, SAY_BUILDER_SHOWN, 3, i,
			    role, fourth_points(s, role));
	}
}

/* The move is done: who is next? */
static void
go_on(const struct table *t)
{
	struct state *s = t->s;
	bool turn_over = s->mover == s->active;
	bool last = s->turn_limit > 0 && s->turn == s->turn_limit;

	s->mover = NOBODY;
	if (s->board.ended == GOING_ON && turn_over && last)
		s->board.ended = TURNS;
	if (s->board.ended != GOING_ON) {
		end(t);
	} else if (turn_over) {
		s->turn++;
		s->active = (int8_t)((s->active + 1) % s->seats);
		fourth_turn(t);
	} else {
		s->phase = s->ngiven == s->seats - 1 ? TAKE : GIVE;
	}
}

/* ---- moves ---- */

static void
tell_verdict(const struct table *t, const struct done *done)
{
	const struct board *b = &t->s->board;
	int field = b->carpenter + 1;

	switch (done->verdict) {
	case UNFINISHED:
		break;
	case STANDS:
		game_tell(t->news, SEATS_ALL, SAY_STANDS, 2, field,
		    b->field[b->carpenter].value);
		break;
	case PULLED_BACK:
		game_tell(
		    t->news, SEATS_ALL, SAY_PULLED_BACK, 2, field, b->nbag);
		break;
	case PULLED_LOST:
		game_tell(
		    t->news, SEATS_ALL, SAY_PULLED_LOST, 2, field, b->nlost);
		break;
	}
}

static void
tell_build(const struct table *t, const struct done *done)
{
	const struct board *b = &t->s->board;
	int number = done->verdict == UNFINISHED
			 ? b->field[b->carpenter].nbridge
			 : BRIDGE_LOGS;

	game_tell(t->news, SEATS_ALL, SAY_LAID, 3, done->colour,
	    b->carpenter + 1, number);
	tell_verdict(t, done);
}

static void
tell_action(const struct table *t, enum action action, const struct done *done)
{
	const struct board *b = &t->s->board;

	switch (action) {
	case LOAD:
		game_tell(t->news, SEATS_ALL, SAY_LOADED, 2, done->colour,
		    b->cart + 1);
		break;
	case UNLOAD:
		game_tell(t->news, SEATS_ALL, SAY_UNLOADED, 2, done->colour,
		    b->cart + 1);
		break;
	case BUILD:
		tell_build(t, done);
		break;
	case CART:
		game_tell(t->news, SEATS_ALL, SAY_CART_GOES, 2, b->cart + 1,
		    b->field[b->cart].place);
		break;
	case CARPENTER:
		game_tell(t->news, SEATS_ALL, SAY_CARPENTER_GOES, 2,
		    b->carpenter + 1, b->field[b->carpenter].place);
		break;
	case NOTHING:
	case ACTIONS:
		break;
	}
}

static void
act(const struct table *t, enum action action)
{
	struct state *s = t->s;
	struct done done = fourth_act(&s->board, action);

	tell_action(t, action, &done);
	if (done.verdict == PULLED_BACK)
		put_back(t, done.bridge);
	for (int i = 0; done.verdict == PULLED_LOST && i < BRIDGE_LOGS; i++)
		s->lost[done.bridge[i]]++;
	if (s->board.ended == GOING_ON)
		fourth_draw_logs(t);
}

/* A single move, good or bad, is no proof. */
static void
observe(struct state *s, int seat, int progress)
{
	enum { HARM_MOST = 40, HELP_MOST = 20, SUM_MOST = 120 };
	int helped =
	    s->helped[seat] + fourth_clamp(progress, -HARM_MOST, HELP_MOST);

	s->helped[seat] = (int16_t)fourth_clamp(helped, -SUM_MOST, SUM_MOST);
}

void
fourth_do(const struct table *t, int seat, const struct move *m)
{
	struct say say = game_say(SAY_DOES, 1, seat);
	int before = fourth_progress(&t->s->board);

	for (int i = 0; i < m->n; i++)
		say.arg[say.n++] = m->arg[i];
	news_tell(t->news, SEATS_ALL, say);
	for (int i = 0; i < m->n; i++)
		act(t, (enum action)m->arg[i]);
	observe(t->s, seat, fourth_progress(&t->s->board) - before);
	go_on(t);
}
