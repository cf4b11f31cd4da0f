/* SPDX-License-Identifier: ISC */
/*
 * The state as JSON: all of it for referees, and what a seat may know for
 * letters.  Both are made by the same functions; what the reader may not
 * know is null.
 */
#include "games/mutineer/state.h"

#include <string.h>

static void
put(json_t *map, const char *key, json_t *value)
{
	json_object_set_new_nocheck(map, key, value);
}

static json_t *
number_or_null(int n)
{
	return n < 0 ? json_null() : json_integer(n);
}

static json_t *
island_json(const struct state *s, int place)
{
	return place == NOWHERE
		   ? json_null()
		   : json_string(s->island[island_at(s, place)].id);
}

static json_t *
card_json(int card)
{
	return json_string(mutineer_card_words[card]);
}

static json_t *
cards_json(const uint8_t *cards, int n)
{
	json_t *list = json_array();

	for (int i = 0; i < n; i++)
		json_array_append_new(list, card_json(cards[i]));
	return list;
}

static json_t *
roles_json(unsigned set)
{
	json_t *list = json_array();

	for (int r = 0; r < ROLES; r++)
		if (set & 1u << r)
			json_array_append_new(
			    list, json_string(mutineer_role_words[r]));
	return list;
}

static json_t *
role_json(int role)
{
	return role == NOBODY ? json_null()
			      : json_string(mutineer_role_words[role]);
}

static json_t *
open_json(const struct player *p)
{
	json_t *list = json_array();

	for (int i = 0; i < p->nopen; i++)
		json_array_append_new(list, card_json(p->open[i]));
	return list;
}

static json_t *
deck_json(const struct state *s)
{
	json_t *list = json_array();

	for (int i = s->deck_at; i < s->deck_end; i++)
		json_array_append_new(list, card_json(s->deck[i]));
	return list;
}

static json_t *
discard_json(const struct state *s)
{
	json_t *list = json_array();

	for (int c = 0; c < CARDS; c++) {
		int n = s->discard[c];

		for (int i = 0; i < s->nrejects; i++)
			n += !s->reject[i].in_deck && s->reject[i].card == c;
		while (n-- > 0)
			json_array_append_new(list, card_json(c));
	}
	return list;
}

static json_t *
ring_json(const struct state *s)
{
	json_t *ring = json_array();

	for (int i = 0; i < 12; i++)
		json_array_append_new(ring, island_json(s, i));
	return ring;
}

static json_t *
scores_json(const struct state *s)
{
	json_t *scores = json_array();

	for (int i = 0; i < s->seats; i++)
		json_array_append_new(scores, json_integer(s->player[i].score));
	return scores;
}

/* What stands open on the table, with the same keys for all readers. */
static void
put_table(const struct state *s, json_t *map)
{
	json_t *active = json_array(), *goes = json_object();

	for (int i = 0; i < s->nactive; i++)
		json_array_append_new(active, island_json(s, s->active[i]));
	put(goes, "captain", island_json(s, s->captain_goes));
	put(goes, "mutineer", island_json(s, s->mutineer_goes));
	put(map, "round", json_integer(s->round));
	put(map, "captain", json_integer(s->captain));
	put(map, "pay", number_or_null(s->pay));
	put(map, "ring", ring_json(s));
	put(map, "ship", island_json(s, s->ship));
	put(map, "active", active);
	put(map, "pirate_ship",
	    island_json(s, s->pirates ? s->pirate_ship : NOWHERE));
	put(map, "scores", scores_json(s));
	put(map, "destinations", goes);
}

static json_t *
player_state(const struct state *s, int seat)
{
	const struct player *p = &s->player[seat];
	json_t *map = json_object();

	put(map, "hand", cards_json(p->hand, p->passed ? 0 : p->nhand));
	put(map, "open", open_json(p));
	put(map, "aside",
	    p->passed ? cards_json(p->hand, p->nhand) : json_null());
	put(map, "role", role_json(p->role));
	put(map, "passed", json_boolean(p->passed));
	put(map, "drawn",
	    cards_json(s->drawn, seat == s->keeper ? s->ndrawn : 0));
	return map;
}

json_t *
mutineer_state(const void *state)
{
	const struct state *s = state;
	json_t *map = json_object(), *players = json_array();

	put_table(s, map);
	put(map, "deck", deck_json(s));
	put(map, "discard", discard_json(s));
	put(map, "roles_left", roles_json(s->roles_left));
	for (int i = 0; i < s->seats; i++)
		json_array_append_new(players, player_state(s, i));
	put(map, "players", players);
	return map;
}

/* What a player sells, once decided: [] is nothing, null not yet. */
static json_t *
sold_json(const struct state *s, const struct player *p)
{
	json_t *list = json_array();

	for (int i = 0; i < s->nactive; i++) {
		json_t *part;

		if (p->sale.number[i] == 0)
			continue;
		part = json_object();
		put(part, "card", card_json(p->sale.kind[i]));
		put(part, "number", json_integer(p->sale.number[i]));
		put(part, "island", island_json(s, s->active[i]));
		json_array_append_new(list, part);
	}
	return list;
}

/* Where the player's own cards, in hand or aside, would take the ship. */
static json_t *
goal_json(const struct state *s, const struct player *p)
{
	int place = (s->ship + p->nhand) % 12;
	json_t *goal = json_object();

	put(goal, "island", island_json(s, place));
	put(goal, "steps", json_integer(p->nhand));
	put(goal, "ship", json_integer(s->island[island_at(s, place)].ship));
	return goal;
}

static json_t *
player_view(const struct state *s, int seat, int reader)
{
	const struct player *p = &s->player[seat];
	bool own = seat == reader || reader == SEAT_REFEREE;
	int in_hand = p->passed ? 0 : p->nhand;
	int aside = p->passed ? p->nhand : 0;
	int drawn = seat == s->keeper ? s->ndrawn : 0;
	json_t *map = json_object();

	put(map, "hand", own ? cards_json(p->hand, in_hand) : json_null());
	put(map, "hand_size", json_integer(in_hand));
	put(map, "open", open_json(p));
	put(map, "aside",
	    own && p->passed ? cards_json(p->hand, aside) : json_null());
	put(map, "aside_size", json_integer(aside));
	put(map, "role",
	    own || s->roles_shown ? role_json(p->role) : json_null());
	put(map, "passed", json_boolean(p->passed));
	put(map, "drawn", own ? cards_json(s->drawn, drawn) : json_null());
	put(map, "drawn_size", json_integer(drawn));
	put(map, "keep",
	    own && drawn > 0 ? json_integer(s->keep) : json_null());
	put(map, "sold", p->sold ? sold_json(s, p) : json_null());
	put(map, "goal", own ? goal_json(s, p) : json_null());
	return map;
}

/* Parts that are kept (core/kept.h), and what they are made of. */
enum { KEPT_PLACE, KEPT_RING, KEPT_PLAYER };

struct made_player {
	uint8_t open[MUT_HAND], nopen, nhand;
	bool passed;
	int8_t role; /* or NOBODY: it is not shown */
};

/* What the picture shows of a player. */
static json_t *
player_again(const struct state *s, int seat, int reader, struct kept *kept)
{
	const struct player *p = &s->player[seat];
	bool own = seat == reader || reader == SEAT_REFEREE;
	struct made_player made;
	json_t *map;

	memset(&made, 0, sizeof(made)); /* gaps, too */
	memcpy(made.open, p->open, p->nopen);
	made.nopen = p->nopen;
	made.nhand = p->nhand;
	made.passed = p->passed;
	made.role = own || s->roles_shown ? p->role : NOBODY;
	map = kept_part(kept, KEPT_PLAYER, &made, sizeof(made));
	if (map != NULL)
		return map;
	map = json_object();
	put(map, "hand_size", json_integer(p->passed ? 0 : p->nhand));
	put(map, "open", open_json(p));
	put(map, "aside_size", json_integer(p->passed ? p->nhand : 0));
	put(map, "role", role_json(made.role));
	put(map, "passed", json_boolean(p->passed));
	return kept_add(kept, KEPT_PLAYER, &made, sizeof(made), map);
}

static json_t *
ring_again(const struct state *s, struct kept *kept)
{
	json_t *ring = kept_part(kept, KEPT_RING, s->ring, sizeof(s->ring));

	return ring != NULL ? ring
			    : kept_add(kept, KEPT_RING, s->ring,
				  sizeof(s->ring), ring_json(s));
}

static json_t *
buys_json(int buys)
{
	return buys == BUYS_ANY ? json_string("any") : card_json(buys);
}

static json_t *
place_view(const struct state *s, int from_start, struct kept *kept)
{
	int place = from_start % 12;
	const struct island *island = &s->island[island_at(s, place)];
	bool active = (s->nactive > 0 && s->active[0] == place) ||
		      (s->nactive > 1 && s->active[1] == place);
	bool pirates = s->pirates && s->pirate_ship == place;
	const uint8_t made_of[] = { (uint8_t)place, s->ship, active, pirates,
		s->captain_goes == place, s->mutineer_goes == place };
	json_t *map = kept_part(kept, KEPT_PLACE, made_of, sizeof(made_of));

	if (map != NULL)
		return map;
	map = json_object();
	put(map, "id", json_string(island->id));
	put(map, "buys", buys_json(island->buys));
	put(map, "alone", json_integer(island->value[0]));
	put(map, "two", json_integer(island->value[1]));
	put(map, "three", json_integer(island->value[2]));
	put(map, "ship", json_integer(island->ship));
	put(map, "steps", json_integer((place - s->ship + 12) % 12));
	put(map, "here", json_boolean(s->ship == place));
	put(map, "active", json_boolean(active));
	put(map, "pirates", json_boolean(pirates));
	put(map, "captain_goes", json_boolean(s->captain_goes == place));
	put(map, "mutineer_goes", json_boolean(s->mutineer_goes == place));
	return kept_add(kept, KEPT_PLACE, made_of, sizeof(made_of), map);
}

/* Roles still there, as far as the reader may know them. */
static json_t *
roles_left_view(const struct state *s, int reader)
{
	bool choosing =
	    s->phase == TAKE && (reader == s->turn || reader == SEAT_REFEREE);

	return s->roles_shown || choosing ? roles_json(s->roles_left)
					  : json_null();
}

/* What both sides show in a mutiny, as it is fought: nothing hidden. */
static json_t *
sides_view(const struct state *s)
{
	json_t *map;

	if (s->phase != FIGHT)
		return json_null();
	map = json_object();
	put(map, "loyal", json_integer(mutineer_strength(s, true)));
	put(map, "rebel", json_integer(mutineer_strength(s, false)));
	return map;
}

static json_t *
islands_view(const struct state *s, struct kept *kept)
{
	json_t *islands = json_array();

	for (int i = 0; i < 12; i++)
		json_array_append_new(
		    islands, place_view(s, s->ship + i, kept));
	return islands;
}

json_t *
mutineer_view_again(const void *state, int reader, struct kept *kept)
{
	const struct state *s = state;
	json_t *map = json_object(), *players = json_array();

	put(map, "seat", number_or_null(reader));
	put(map, "round", json_integer(s->round));
	put(map, "captain", json_integer(s->captain));
	put(map, "ring", ring_again(s, kept));
	put(map, "ship", island_json(s, s->ship));
	put(map, "scores", scores_json(s));
	put(map, "end_round", json_integer(s->rounds));
	for (int i = 0; i < s->seats; i++)
		json_array_append_new(
		    players, player_again(s, i, reader, kept));
	put(map, "players", players);
	put(map, "islands", islands_view(s, kept));
	return map;
}

json_t *
mutineer_view(const void *state, int reader)
{
	const struct state *s = state;
	json_t *map = json_object(), *players = json_array();
	unsigned seen = reader < 0 ? 0 : s->player[reader].seen;

	put(map, "seat", number_or_null(reader));
	put_table(s, map);
	put(map, "end_round", json_integer(s->rounds));
	put(map, "pirates", json_boolean(s->pirates));
	put(map, "deck", json_null());
	put(map, "deck_size", json_integer(s->deck_end - s->deck_at));
	put(map, "discard", json_null());
	put(map, "discard_size",
	    json_integer(s->ndiscard + discarded_rejects(s)));
	put(map, "roles_shown",
	    json_boolean(s->roles_shown || reader == SEAT_REFEREE));
	put(map, "roles_left", roles_left_view(s, reader));
	put(map, "sides", sides_view(s));
	put(map, "roles_seen", seen == 0 ? json_null() : roles_json(seen));
	for (int i = 0; i < s->seats; i++)
		json_array_append_new(players, player_view(s, i, reader));
	put(map, "players", players);
	put(map, "islands", islands_view(s, NULL));
	return map;
}
