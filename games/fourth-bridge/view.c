/* SPDX-License-Identifier: ISC */
/*
 * The state as JSON: all of it for referees, and what a seat may know for
 * letters.  Both are made by the same functions; what the reader may not
 * know is null.
 */
#include "games/fourth-bridge/fourth_bridge.h"
#include "games/fourth-bridge/state.h"

#include <string.h>

static void
put(json_t *map, const char *key, json_t *value)
{
	json_object_set_new_nocheck(map, key, value);
}

static json_t *
word_json(char kind, int value)
{
	return json_string(game_word(&game_fourth_bridge, kind, value));
}

static json_t *
number_or_null(int n, bool is_number)
{
	return is_number ? json_integer(n) : json_null();
}

static json_t *
logs_json(const uint8_t *logs, int n)
{
	json_t *list = json_array();

	for (int i = 0; i < n; i++)
		json_array_append_new(list, word_json('L', logs[i]));
	return list;
}

/* Rows and the bag stand with their last one first. */
static json_t *
backwards_json(const uint8_t *logs, int n)
{
	json_t *list = json_array();

	while (n-- > 0)
		json_array_append_new(list, word_json('L', logs[n]));
	return list;
}

static json_t *
hand_json(const struct state *s)
{
	json_t *list = json_array();

	for (int c = 0; c < CARDS; c++)
		for (int i = 0; i < s->hand[c]; i++)
			json_array_append_new(list, word_json('M', c));
	return list;
}

static int
hand_size(const struct state *s)
{
	int n = 0;

	for (int c = 0; c < CARDS; c++)
		n += s->hand[c];
	return n;
}

static json_t *
given_json(const struct state *s)
{
	json_t *list = json_array();

	for (int i = 0; i < s->ngiven; i++) {
		json_t *item = json_object();

		put(item, "seat", json_integer(s->given[i].seat));
		put(item, "card", word_json('M', s->given[i].card));
		json_array_append_new(list, item);
	}
	return list;
}

static json_t *
field_json(const struct field *f)
{
	json_t *map = json_object();

	put(map, "kind", word_json('F', f->place));
	put(map, "logs", backwards_json(f->log, f->nlogs));
	put(map, "bridge", logs_json(f->bridge, f->nbridge));
	put(map, "value", number_or_null(f->value, f->value != 0));
	return map;
}

static json_t *
cart_json(const struct board *b)
{
	json_t *map = json_object();

	put(map, "at", json_integer(b->cart + 1));
	put(map, "stack", logs_json(b->stack, b->nstack));
	return map;
}

static json_t *
roles_json(const struct state *s)
{
	json_t *list = json_array();

	for (int i = 0; i < s->seats; i++)
		json_array_append_new(list, word_json('R', s->role[i]));
	return list;
}

static json_t *
scores_json(const struct state *s)
{
	json_t *list = json_array();

	for (int i = 0; i < s->seats; i++)
		json_array_append_new(
		    list, json_integer(fourth_points(s, s->role[i])));
	return list;
}

/* What lies open, with the same keys for all readers. */
static void
put_table(const struct state *s, json_t *map)
{
	put(map, "turn", json_integer(s->turn));
	put(map, "active", json_integer(s->active));
	put(map, "given", given_json(s));
	put(map, "cart", cart_json(&s->board));
	put(map, "carpenter", json_integer(s->board.carpenter + 1));
	put(map, "lost", json_integer(s->board.nlost));
}

json_t *
fourth_state(const void *state)
{
	const struct state *s = state;
	json_t *map = json_object(), *ring = json_array();

	put_table(s, map);
	put(map, "hand", hand_json(s));
	put(map, "roles", roles_json(s));
	for (int i = 0; i < FIELDS; i++)
		json_array_append_new(ring, field_json(&s->board.field[i]));
	put(map, "ring", ring);
	put(map, "bag", backwards_json(s->bag, s->board.nbag));
	put(map, "scores", scores_json(s));
	return map;
}

json_t *
fourth_ending(const void *state)
{
	const struct state *s = state;
	json_t *map = json_object();

	if (s->phase != OVER)
		return map;
	put(map, "ended", json_string(fourth_endings[s->board.ended]));
	put(map, "roles", roles_json(s));
	return map;
}

/* ---- what a reader may know ---- */

/* The five places of a bridge, from the village on: a colour or "none". */
static json_t *
slots_json(const struct field *f)
{
	json_t *list = logs_json(f->bridge, f->nbridge);

	for (int i = f->nbridge; i < BRIDGE_LOGS; i++)
		json_array_append_new(list, json_string("none"));
	return list;
}

/* What a log on each of these places brings, once the bridge stands. */
static json_t *
points_json(const struct board *b, const struct field *f)
{
	int value = f->value != 0 ? f->value : fourth_value(b->standing);
	json_t *list = json_array();

	for (int i = 0; value != 0 && i < BRIDGE_LOGS; i++)
		json_array_append_new(
		    list, json_integer(value - (BRIDGE_LOGS - 1 - i)));
	return list;
}

/* Logs of a field that a picture has room for; of more, some and the number of
 * the others. */
enum { NEAR_MAX = 5, NEAR_OF_MANY = 3 };

static int
near_logs(const struct field *f)
{
	return f->nlogs <= NEAR_MAX ? f->nlogs : NEAR_OF_MANY;
}

static json_t *
field_view(const struct board *b, int i)
{
	const struct field *f = &b->field[i];
	json_t *map = field_json(f);
	bool village = f->place == VILLAGE;

	put(map, "field", json_integer(i + 1));
	put(map, "village", json_boolean(village));
	put(map, "slots", village ? slots_json(f) : json_array());
	put(map, "points", village ? points_json(b, f) : json_array());
	put(map, "near",
	    backwards_json(f->log + f->nlogs - near_logs(f), near_logs(f)));
	put(map, "beyond",
	    number_or_null(f->nlogs - near_logs(f), f->nlogs > near_logs(f)));
	put(map, "load",
	    b->cart == i ? logs_json(b->stack, b->nstack) : json_array());
	put(map, "cart", json_boolean(b->cart == i));
	put(map, "carpenter", json_boolean(b->carpenter == i));
	put(map, "missing", json_integer(BRIDGE_LOGS - f->nbridge));
	return map;
}

/* Parts that are kept (core/kept.h), and what they are made of. */
enum { KEPT_RING, KEPT_PLAYER, KEPT_HAND };

struct made_field {
	struct field field;
	uint8_t place, standing;
	bool carpenter, cart;
	uint8_t nstack, stack[CART_ROOM]; /* of the cart that is there */
};

static json_t *
field_again(const struct board *b, int i, struct kept *kept)
{
	struct made_field made;
	json_t *map;

	memset(&made, 0, sizeof(made)); /* gaps, too */
	memcpy(&made.field, &b->field[i], sizeof(made.field));
	made.place = (uint8_t)i;
	made.standing = b->standing;
	made.carpenter = b->carpenter == i;
	made.cart = b->cart == i;
	made.nstack = made.cart ? b->nstack : 0;
	memcpy(made.stack, b->stack, made.nstack);
	map = kept_part(kept, KEPT_RING, &made, sizeof(made));
	return map != NULL ? map
			   : kept_add(kept, KEPT_RING, &made, sizeof(made),
				 field_view(b, i));
}

/* The card that the seat has, or -1. */
static int
card_of(const struct state *s, int seat)
{
	for (int i = 0; i < s->ngiven; i++)
		if (s->given[i].seat == seat)
			return s->given[i].card;
	return -1;
}

/* What a player is made of. */
struct made_player {
	int8_t role, card; /* or -1 */
	uint8_t moved, waits, active;
};

static json_t *
player_view(const struct made_player *p)
{
	json_t *map = json_object();

	put(map, "role", p->role < 0 ? json_null() : word_json('R', p->role));
	put(map, "card", p->card < 0 ? json_null() : word_json('M', p->card));
	put(map, "moved", json_boolean(p->moved));
	put(map, "waits", json_boolean(p->waits));
	put(map, "active", json_boolean(p->active));
	return map;
}

static json_t *
hand_again(const struct state *s, struct kept *kept)
{
	json_t *list = kept_part(kept, KEPT_HAND, s->hand, sizeof(s->hand));

	return list != NULL ? list
			    : kept_add(kept, KEPT_HAND, s->hand,
				  sizeof(s->hand), hand_json(s));
}

static json_t *
player_again(const struct state *s, int seat, int reader, struct kept *kept)
{
	bool shown =
	    seat == reader || reader == SEAT_REFEREE || s->phase == OVER;
	bool has_card = fourth_has_card(s, seat);
	const struct made_player made = {
		.role = shown ? (int8_t)s->role[seat] : -1,
		.card = (int8_t)card_of(s, seat),
		.moved = has_card && seat != s->mover,
		.waits = !has_card && seat != s->active,
		.active = seat == s->active,
	};
	json_t *map = kept_part(kept, KEPT_PLAYER, &made, sizeof(made));

	return map != NULL ? map
			   : kept_add(kept, KEPT_PLAYER, &made, sizeof(made),
				 player_view(&made));
}

static json_t *
lost_logs_view(const struct state *s)
{
	json_t *list = json_array();

	for (int c = 0; c < COLOURS; c++)
		for (int i = 0; i < s->lost[c]; i++)
			json_array_append_new(list, word_json('L', c));
	return list;
}

/* What the card allows and the board does not, before anything is done. */
static json_t *
obstacles_view(const struct state *s)
{
	json_t *list = json_array();

	for (int a = LOAD; s->phase == DO && a < NOTHING; a++) {
		enum sentence_index why =
		    fourth_obstacle(&s->board, (enum action)a);
		json_t *item;

		if (!fourth_allows(fourth_card(s), (enum action)a) ||
		    why == SAYS)
			continue;
		item = json_object();
		put(item, "action", word_json('A', a));
		put(item, "why", json_string(fourth_sentences[why].key));
		json_array_append_new(list, item);
	}
	return list;
}

static json_t *
ring_view(const struct state *s, struct kept *kept)
{
	json_t *ring = json_array();

	for (int i = 0; i < FIELDS; i++)
		json_array_append_new(ring, field_again(&s->board, i, kept));
	return ring;
}

static json_t *
players_view(const struct state *s, int reader, struct kept *kept)
{
	json_t *players = json_array();

	for (int i = 0; i < s->seats; i++)
		json_array_append_new(
		    players, player_again(s, i, reader, kept));
	return players;
}

json_t *
fourth_view_again(const void *state, int reader, struct kept *kept)
{
	const struct state *s = state;
	bool all = reader == SEAT_REFEREE, over = s->phase == OVER;
	json_t *map = json_object();

	put(map, "seat", number_or_null(reader, reader >= 0));
	put(map, "turn", json_integer(s->turn));
	put(map, "lost", json_integer(s->board.nlost));
	put(map, "hand",
	    all || reader == s->active ? hand_again(s, kept) : json_null());
	put(map, "ring", ring_view(s, kept));
	put(map, "bag_size", json_integer(s->board.nbag));
	put(map, "standing", json_integer(s->board.standing));
	put(map, "turn_limit", json_integer(s->turn_limit));
	put(map, "endless", json_boolean(s->turn_limit == 0));
	put(map, "over", json_boolean(over));
	if (over)
		put(map, "scores", scores_json(s));
	put(map, "players", players_view(s, reader, kept));
	return map;
}

json_t *
fourth_view(const void *state, int reader)
{
	const struct state *s = state;
	bool all = reader == SEAT_REFEREE, over = s->phase == OVER;
	bool own = all || reader == s->active;
	int next_value = fourth_value(s->board.standing);
	json_t *map = json_object();

	put(map, "seat", number_or_null(reader, reader >= 0));
	put_table(s, map);
	put(map, "hand", own ? hand_json(s) : json_null());
	put(map, "hand_size", json_integer(hand_size(s)));
	put(map, "ring", ring_view(s, NULL));
	put(map, "obstacles", obstacles_view(s));
	put(map, "bag_size", json_integer(s->board.nbag));
	put(map, "lost_logs", lost_logs_view(s));
	put(map, "standing", json_integer(s->board.standing));
	put(map, "next_value", number_or_null(next_value, next_value != 0));
	put(map, "turn_limit", json_integer(s->turn_limit));
	put(map, "endless", json_boolean(s->turn_limit == 0));
	put(map, "over", json_boolean(over));
	put(map, "ended",
	    over ? json_string(fourth_endings[s->board.ended]) : json_null());
	put(map, "scores", over || all ? scores_json(s) : json_null());
	put(map, "players", players_view(s, reader, NULL));
	return map;
}
