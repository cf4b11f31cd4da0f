/* SPDX-License-Identifier: ISC */
/*
 * The state as JSON: all of it for referees, and what a seat may know for
 * letters.  Both are made by the same functions; what the reader may not
 * know is null.
 */
#include "games/hexxi/state.h"

#include <string.h>

/* A reader who may know everything. */
#define REFEREE GAME_MAX_SEATS

/* Parts that are kept (core/kept.h). */
enum { KEPT_FIELD, KEPT_PLAYER, KEPT_ROW = KEPT_PLAYER + HEX_SEATS };

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
field_json(const struct state *s, int field)
{
	char word[GAME_WORD_SIZE];

	hexxi_atom_write(s, 'F', s->value[field], word);
	return json_string(word);
}

static json_t *
fields_json(const struct state *s, struct set fields)
{
	json_t *list = json_array();
	int field;

	while (set_take(&fields, &field))
		json_array_append_new(list, field_json(s, field));
	return list;
}

/* The kind of a token, as far as the reader knows it. */
static json_t *
kind_json(int kind, int owner, bool up, int reader)
{
	return up || reader == owner || reader == REFEREE
		   ? json_string(hexxi_kind_words[kind])
		   : json_null();
}

/* Put what stands on a field into the object. */
static void
put_cell(json_t *map, const struct cell *c, int reader)
{
	put(map, "owner", number_or_null(c->owner));
	put(map, "kind",
	    c->kind == NOTHING ? json_null()
			       : kind_json(c->kind, c->owner, c->up, reader));
	put(map, "up", json_boolean(c->up));
}

static json_t *
cells_json(const struct state *s, int reader)
{
	json_t *map = json_object();

	for (int i = 0; i < s->fields; i++) {
		char word[GAME_WORD_SIZE];
		json_t *cell;

		if (s->cell[i].kind == NOTHING)
			continue;
		cell = json_object();
		put_cell(cell, &s->cell[i], reader);
		hexxi_atom_write(s, 'F', s->value[i], word);
		put(map, word, cell);
	}
	return map;
}

static json_t *
hand_json(const struct state *s, int seat, int reader)
{
	json_t *map;

	if (reader != seat && reader != REFEREE)
		return json_null();
	map = json_object();
	for (int k = 0; k < KINDS; k++)
		put(map, hexxi_kind_words[k], json_integer(s->hand[seat][k]));
	return map;
}

static json_t *
reserve_json(const struct state *s, int seat, int reader)
{
	json_t *list = json_array();

	for (int i = 0; i < s->nreserve[seat]; i++) {
		const struct reserved *r = &s->reserve[seat][i];
		json_t *token = json_object();

		put(token, "kind", kind_json(r->kind, seat, r->up, reader));
		put(token, "up", json_boolean(r->up));
		json_array_append_new(list, token);
	}
	return list;
}

static json_t *
taken_json(const struct state *s, int seat)
{
	json_t *list = json_array();

	for (int i = 0; i < s->ntaken[seat]; i++) {
		json_t *token = json_object();

		put(token, "owner", json_integer(s->taken[seat][i].owner));
		put(token, "kind",
		    json_string(hexxi_kind_words[s->taken[seat][i].kind]));
		json_array_append_new(list, token);
	}
	return list;
}

/* The bid of the round under way. */
static int
bid_of(const struct state *s, int seat)
{
	return s->phase == BID ? s->bid[s->round][seat] : -1;
}

static json_t *
bid_json(const struct state *s, int seat, int reader)
{
	return reader == seat || reader == REFEREE
		   ? number_or_null(bid_of(s, seat))
		   : json_null();
}

static json_t *
seats_json(const struct state *s, seatset set)
{
	json_t *list = json_array();

	for (int i = 0; i < s->seats; i++)
		if (set & SEAT(i))
			json_array_append_new(list, json_integer(i));
	return list;
}

/* What the state and views have under the same keys. */
static void
put_table(const struct state *s, json_t *map, int reader)
{
	json_t *order = json_array(), *scores = json_array();
	json_t *hands = json_array(), *reserves = json_array();
	json_t *taken = json_array(), *bids = json_array();

	for (int i = 0; i < s->seats; i++) {
		json_array_append_new(order, json_integer(s->order[i]));
		json_array_append_new(scores, json_integer(s->score[i]));
		json_array_append_new(hands, hand_json(s, i, reader));
		json_array_append_new(reserves, reserve_json(s, i, reader));
		json_array_append_new(taken, taken_json(s, i));
		json_array_append_new(bids, bid_json(s, i, reader));
	}
	put(map, "turn", json_integer(s->turn));
	put(map, "order", order);
	put(map, "scores", scores);
	put(map, "fields", cells_json(s, reader));
	put(map, "hands", hands);
	put(map, "reserves", reserves);
	put(map, "taken", taken);
	put(map, "bids", bids);
	put(map, "out", seats_json(s, s->out));
	put(map, "circuit", json_integer(s->circuit));
}

json_t *
hexxi_state(const void *state)
{
	json_t *map = json_object();

	put_table(state, map, REFEREE);
	return map;
}

static const char *
stage_word(const struct state *s)
{
	switch ((enum phase)s->phase) {
	case PLACE:
	case PAY:
	case SHIFT:
		return "placement";
	case BID:
	case ACT:
		return "confrontation";
	case OVER:
		break;
	}
	return "over";
}

/* While it is paid for: the scouted token, and who pays. */
static json_t *
scouted_json(const struct state *s)
{
	const struct cell *c = &s->cell[s->scouted];
	json_t *map;

	if (s->scouted == NOWHERE)
		return json_null();
	map = json_object();
	put(map, "seat", json_integer(s->order[s->at]));
	put(map, "field", field_json(s, s->scouted));
	put(map, "owner", json_integer(c->owner));
	put(map, "kind", json_string(hexxi_kind_words[c->kind]));
	put(map, "value", json_integer(hexxi_price(s)));
	return map;
}

/*
 * What a token shows to the reader, in one word: its kind; "own-KIND" for the
 * reader's own that lies face down; "down" for another's.
 */
static json_t *
face_json(const struct cell *c, int reader)
{
	const char *word = hexxi_kind_words[c->kind];
	char own[4 + GAME_WORD_SIZE] = "own-";

	if (c->up)
		return json_string(word);
	if (reader != c->owner && reader != REFEREE)
		return json_string("down");
	strcpy(own + 4, word);
	return json_string(own);
}

static json_t *
row_field(const struct state *s, int field, int reader, struct kept *kept)
{
	const struct cell *c = &s->cell[field];
	const uint8_t made_of[] = { (uint8_t)field, c->kind, (uint8_t)c->owner,
		c->up };
	json_t *map = kept_part(kept, KEPT_FIELD, made_of, sizeof(made_of));
	json_t *far;

	if (map != NULL)
		return map;
	map = json_object();
	far = json_array();
	for (int i = 0; i < s->seats; i++)
		if (set_has(s->far[i], field))
			json_array_append_new(far, json_integer(i));
	put(map, "field", field_json(s, field));
	put_cell(map, c, reader);
	put(map, "face",
	    c->kind == NOTHING ? json_null() : face_json(c, reader));
	put(map, "far", far);
	return kept_add(kept, KEPT_FIELD, made_of, sizeof(made_of), map);
}

/* A row is the same while nothing in it changes. */
static json_t *
row_json(const struct state *s, int r, int reader, struct kept *kept)
{
	const char letter[] = { (char)('a' + r), '\0' };
	struct cell made_of[HEX_ROWS] = { { 0 } };
	json_t *row, *fields;

	for (int i = 0; i < HEX_ROWS; i++)
		made_of[i] = s->cell[s->field[HEX_ROWS * r + i]];
	row = kept_part(kept, KEPT_ROW + r, made_of, sizeof(made_of));
	if (row != NULL)
		return row;
	row = json_object();
	fields = json_array();
	for (int i = 0; i < HEX_ROWS; i++) {
		int field = s->field[HEX_ROWS * r + i];

		if (field != NOWHERE)
			json_array_append_new(
			    fields, row_field(s, field, reader, kept));
	}
	put(row, "row", json_string(letter));
	put(row, "fields", fields);
	return kept_add(kept, KEPT_ROW + r, made_of, sizeof(made_of), row);
}

static json_t *
rows_json(const struct state *s, int reader, struct kept *kept)
{
	json_t *rows = json_array();

	for (int r = 0; r < 2 * s->side - 1; r++)
		json_array_append_new(rows, row_json(s, r, reader, kept));
	return rows;
}

static int
place_of(const struct state *s, int seat)
{
	int i = 0;

	while (s->order[i] != seat)
		i++;
	return i + 1;
}

/* The kinds in the player's hand, with their numbers. */
static json_t *
hand_counts_json(const struct state *s, int seat)
{
	json_t *list = json_array();

	for (int k = 0; k < KINDS; k++) {
		json_t *count;

		if (s->hand[seat][k] == 0)
			continue;
		count = json_object();
		put(count, "kind", json_string(hexxi_kind_words[k]));
		put(count, "n", json_integer(s->hand[seat][k]));
		json_array_append_new(list, count);
	}
	return list;
}

static bool
is_token(const struct state *s, int value, int seat)
{
	const struct cell *c = &s->cell[s->field[value]];

	return s->field[value] != NOWHERE && c->kind != NOTHING &&
	       c->kind != BASE && c->owner == seat;
}

/* A player's tokens on the board, without the base, row by row. */
static json_t *
tokens_json(const struct state *s, int seat, int reader)
{
	json_t *list = json_array();

	for (int v = 0; v < HEX_VALUES; v++) {
		json_t *token;

		if (!is_token(s, v, seat))
			continue;
		token = json_object();
		put(token, "field", field_json(s, s->field[v]));
		put(token, "face", face_json(&s->cell[s->field[v]], reader));
		json_array_append_new(list, token);
	}
	return list;
}

/* The two far edges: from their other corners to the one that they share. */
static json_t *
far_edges_json(const struct state *s, int seat)
{
	int end[2] = { NOWHERE, NOWHERE }, shared = NOWHERE, n = 0;
	json_t *list = json_array();

	for (int i = 0; i < s->fields; i++) {
		if (!set_has(s->far[seat], i) || set_size(s->near[i]) != 3)
			continue; /* corners have three neighbours */
		if (set_size(set_and(s->near[i], s->far[seat])) == 2)
			shared = i;
		else
			end[n++] = i;
	}
	for (int i = 0; i < n; i++) {
		json_t *edge = json_object();

		put(edge, "from", field_json(s, end[i]));
		put(edge, "to", field_json(s, shared));
		json_array_append_new(list, edge);
	}
	return list;
}

/* What the picture shows of a player. */
static void
put_shown(const struct state *s, int seat, int reader, json_t *map)
{
	put(map, "hand_size", json_integer(hexxi_hand_size(s, seat)));
	put(map, "reserve", reserve_json(s, seat, reader));
	put(map, "reserve_size", json_integer(s->nreserve[seat]));
	put(map, "taken", taken_json(s, seat));
	put(map, "place", json_integer(place_of(s, seat)));
	put(map, "out", json_boolean((s->out & SEAT(seat)) != 0));
}

static json_t *
player_json(const struct state *s, int seat, int reader)
{
	json_t *map = json_object();

	put(map, "base", field_json(s, s->corner[seat]));
	put(map, "score", json_integer(s->score[seat]));
	put(map, "hand", hand_json(s, seat, reader));
	put_shown(s, seat, reader, map);
	put(map, "bid", bid_json(s, seat, reader));
	put(map, "bid_in", json_boolean(bid_of(s, seat) >= 0));
	put(map, "staked", number_or_null(hexxi_staked(s, seat)));
	put(map, "far", fields_json(s, s->far[seat]));
	put(map, "far_edges", far_edges_json(s, seat));
	put(map, "rivals", seats_json(s, hexxi_rivals(s, seat)));
	put(map, "tokens", tokens_json(s, seat, reader));
	put(map, "hand_counts",
	    seat == reader || reader == REFEREE ? hand_counts_json(s, seat)
						: json_null());
	put(map, "base_taken",
	    json_boolean(s->cell[s->corner[seat]].kind != BASE));
	return map;
}

/* What the picture shows of a player is made of this. */
struct made_player {
	struct reserved reserve[HEX_TOKENS];
	struct taken taken[HEX_TAKEN];
	uint8_t nreserve, ntaken;
	int hand_size, place;
	int16_t score;
	bool out;
};

static json_t *
player_again(const struct state *s, int seat, int reader, struct kept *kept)
{
	int slot = KEPT_PLAYER + seat;
	struct made_player made;
	json_t *map;

	memset(&made, 0, sizeof(made)); /* gaps, too */
	made.nreserve = s->nreserve[seat];
	made.ntaken = s->ntaken[seat];
	memcpy(made.reserve, s->reserve[seat],
	    made.nreserve * sizeof(*made.reserve));
	memcpy(made.taken, s->taken[seat], made.ntaken * sizeof(*made.taken));
	made.hand_size = hexxi_hand_size(s, seat);
	made.place = place_of(s, seat);
	made.score = s->score[seat];
	made.out = (s->out & SEAT(seat)) != 0;
	map = kept_part(kept, slot, &made, sizeof(made));
	if (map != NULL)
		return map;
	map = json_object();
	put(map, "score", json_integer(s->score[seat]));
	put_shown(s, seat, reader, map);
	return kept_add(kept, slot, &made, sizeof(made), map);
}

json_t *
hexxi_view_again(const void *state, int seat, struct kept *kept)
{
	const struct state *s = state;
	int reader = seat == SEAT_REFEREE ? REFEREE : seat;
	json_t *map = json_object(), *players = json_array();

	put(map, "seat", number_or_null(seat));
	put(map, "turn", json_integer(s->turn));
	put(map, "side", json_integer(s->side));
	put(map, "stage", json_string(stage_word(s)));
	put(map, "rows", rows_json(s, reader, kept));
	for (int i = 0; i < s->seats; i++)
		json_array_append_new(
		    players, player_again(s, i, reader, kept));
	put(map, "players", players);
	return map;
}

json_t *
hexxi_view(const void *state, int seat)
{
	const struct state *s = state;
	int reader = seat == SEAT_REFEREE ? REFEREE : seat;
	json_t *map = json_object(), *players = json_array();
	json_t *sizes = json_array(), *bid_in = json_array();

	put(map, "seat", number_or_null(seat));
	put_table(s, map, reader);
	for (int i = 0; i < s->seats; i++) {
		json_array_append_new(
		    sizes, json_integer(hexxi_hand_size(s, i)));
		json_array_append_new(bid_in, json_boolean(bid_of(s, i) >= 0));
		json_array_append_new(players, player_json(s, i, reader));
	}
	put(map, "side", json_integer(s->side));
	put(map, "circuits", json_integer(s->circuits));
	put(map, "stage", json_string(stage_word(s)));
	put(map, "acting", json_boolean(s->phase == ACT));
	put(map, "bid_in", bid_in);
	put(map, "hand_sizes", sizes);
	put(map, "rows", rows_json(s, reader, NULL));
	put(map, "scouted", scouted_json(s));
	put(map, "players", players);
	return map;
}
