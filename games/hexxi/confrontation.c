/* SPDX-License-Identifier: ISC */
/* The second phase: actions, round and round in the order of play. */
#include "games/hexxi/state.h"

static void
end(const struct table *t, enum sentence_index why)
{
	game_tell(t->news, SEATS_ALL, why, why == SAY_END_CIRCUITS ? 1 : 0,
	    t->s->circuits);
	t->s->at = -1;
	t->s->out = 0;
	t->s->circuit = 0;
	hexxi_score(t);
}

void
hexxi_confrontation_go_on(const struct table *t)
{
	struct state *s = t->s;

	for (int i = 0; i < s->seats; i++) {
		int seat;

		if (++s->at == s->seats) {
			s->at = 0;
			s->circuit++;
		}
		if (s->circuit > s->circuits) {
			end(t, SAY_END_CIRCUITS);
			return;
		}
		seat = s->order[s->at];
		if (!(s->out & SEAT(seat)) &&
		    (hexxi_can_act(s, seat) || hexxi_can_attack_own(s, seat)))
			return;
	}
	end(t, s->out + 1u == SEAT(s->seats) ? SAY_END_PASSED : SAY_END_STUCK);
}

void
hexxi_send_home(const struct table *t, int field)
{
	struct state *s = t->s;
	struct cell c = s->cell[field];

	s->hand[c.owner][c.kind]++;
	hexxi_lift(s, field);
	game_tell(t->news, SEATS_ALL, SAY_HOME, 3, c.owner, kind_value(c.kind),
	    s->value[field]);
}

static void
move_unit(const struct table *t, int from, int to)
{
	struct cell c = t->s->cell[from];

	if (t->s->cell[to].kind == ROUTE)
		hexxi_send_home(t, to);
	hexxi_lift(t->s, from);
	hexxi_put(t->s, to, c.owner, (enum kind)c.kind, true);
}

static void
escort(const struct table *t, int seat, const struct move *m)
{
	struct state *s = t->s;
	struct say say = game_say(SAY_ESCORTED, 2, seat, m->arg[0]);

	for (int i = 1; i < m->n; i++)
		say.arg[say.n++] = m->arg[i];
	news_tell(t->news, SEATS_ALL, say);
	for (int i = 1; i < m->n; i++)
		move_unit(t, s->field[m->arg[i - 1]], s->field[m->arg[i]]);
}

static void
attack(const struct table *t, int seat, enum sentence_index sentence,
    const struct move *m)
{
	struct state *s = t->s;
	int target = s->field[m->arg[1]];
	struct cell c = s->cell[target];

	s->taken[seat][s->ntaken[seat]++] =
	    (struct taken){ (uint8_t)c.owner, c.kind };
	hexxi_lift(s, target);
	game_tell(t->news, SEATS_ALL, sentence, 4, seat, c.owner, m->arg[0],
	    m->arg[1]);
}

static void
rescue(const struct table *t, int seat, const struct move *m)
{
	struct state *s = t->s;
	int player = m->arg[1];
	struct taken *kept = s->taken[player];
	int i = 0;

	while (kept[i].owner != seat || kept[i].kind != SHIP)
		i++;
	for (s->ntaken[player]--; i < s->ntaken[player]; i++)
		kept[i] = kept[i + 1];
	kept[i] = (struct taken){ 0, 0 };
	s->hand[seat][SHIP]++;
	game_tell(t->news, SEATS_ALL, SAY_RESCUED, 3, seat, m->arg[0], player);
}

/* A unit goes to a field, by a route or in convoy. */
static void
go(const struct table *t, int seat, const struct move *m)
{
	struct state *s = t->s;
	int from = s->field[m->arg[0]];

	if (m->verb == DO_ROUTE)
		game_tell(t->news, SEATS_ALL, SAY_MOVED, 4, seat,
		    kind_value(s->cell[from].kind), m->arg[0], m->arg[1]);
	else
		game_tell(t->news, SEATS_ALL, SAY_CONVOYED, 3, seat, m->arg[0],
		    m->arg[1]);
	move_unit(t, from, s->field[m->arg[1]]);
}

static void
pass(const struct table *t, int seat)
{
	t->s->out = (uint8_t)(t->s->out | SEAT(seat));
	game_tell(t->news, SEATS_ALL, SAY_PASSED, 1, seat);
}

void
hexxi_act(const struct table *t, int seat, const struct move *m)
{
	switch ((enum verb_index)m->verb) {
	case DO_ROUTE:
	case DO_CONVOY:
		go(t, seat, m);
		break;
	case DO_ESCORT:
		escort(t, seat, m);
		break;
	case DO_KIDNAP:
		attack(t, seat, SAY_KIDNAPPED, m);
		break;
	case DO_INTERCEPT:
		attack(t, seat, SAY_INTERCEPTED, m);
		break;
	case DO_AMBUSH:
		attack(t, seat, SAY_AMBUSHED, m);
		break;
	case DO_TRAP:
		attack(t, seat, SAY_TRAPPED, m);
		hexxi_send_home(t, t->s->field[m->arg[0]]);
		break;
	case DO_RESCUE:
		rescue(t, seat, m);
		break;
	case DO_PASS:
		pass(t, seat);
		break;
	case DO_BID:
	case DO_PAY:
	case DO_PLACE:
	case DO_RESERVE:
	case DO_SCOUT:
	case DO_SHIFT:
		break;
	}
	hexxi_confrontation_go_on(t);
}
