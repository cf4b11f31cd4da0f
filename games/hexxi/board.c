/* SPDX-License-Identifier: ISC */
/*
 * The board: a hexagon of hexagons in axial coordinates.  Row r goes from
 * 1 - side at the top to side - 1; within a row q grows to the right.
 */
#include "games/hexxi/state.h"

#include <string.h>

/* Clockwise from the right, so that the opposite of d is d + 3. */
static const struct {
	int8_t q, r;
} directions[DIRECTIONS] = { { 1, 0 }, { 0, 1 }, { -1, 1 }, { -1, 0 },
	{ 0, -1 }, { 1, -1 } };

/* The q of the first field of a row. */
static int
row_begin(int side, int r)
{
	return r < 0 ? 1 - side - r : 1 - side;
}

static int
row_length(int side, int r)
{
	return 2 * side - 1 - (r < 0 ? -r : r);
}

/* The value of the field with these coordinates, or -1 beyond the board. */
static int
value_at(int side, int q, int r)
{
	int column = q - row_begin(side, r);

	if (r <= -side || r >= side || column < 0 ||
	    column >= row_length(side, r))
		return -1;
	return HEX_ROWS * (r + side - 1) + column;
}

/*
 * Number the fields of a row in the order of their names: 1, 10, 11, 2, ...
 */
static void
number_row(struct state *s, int row, int length)
{
	static const uint8_t by_text[HEX_ROWS] = { 1, 10, 11, 2, 3, 4, 5, 6, 7,
		8, 9 };

	for (int i = 0; i < HEX_ROWS; i++) {
		int value = HEX_ROWS * row + by_text[i] - 1;

		if (by_text[i] > length)
			continue;
		s->value[s->fields] = (uint8_t)value;
		s->field[value] = s->fields++;
	}
}

static int
field_at(const struct state *s, int q, int r)
{
	int value = value_at(s->side, q, r);

	return value == -1 ? NOWHERE : s->field[value];
}

/* Is it on the edge that goes clockwise from that corner? */
static bool
on_edge(int side, int edge, int q, int r)
{
	const int distance[DIRECTIONS] = { -r, q, q + r, r, -q, -q - r };

	return distance[edge % DIRECTIONS] == side - 1;
}

/* Corners clockwise from the top left; for 2, 3 and 4 players. */
static const uint8_t corners[][HEX_SEATS] = { { 5, 2 }, { 0, 2, 4 },
	{ 0, 1, 3, 4 } };

/* Neighbours, corners and far edges of the field with these coordinates. */
static void
connect(struct state *s, int q, int r)
{
	int field = field_at(s, q, r);

	for (int d = 0; d < DIRECTIONS; d++) {
		int to = field_at(s, q + directions[d].q, r + directions[d].r);

		s->step[field][d] = (uint8_t)to;
		if (to != NOWHERE)
			set_add(&s->near[field], to);
	}
	for (int i = 0; i < s->seats; i++) {
		int corner = corners[s->seats - 2][i];

		if (on_edge(s->side, corner, q, r) &&
		    on_edge(s->side, corner + 5, q, r))
			s->corner[i] = (uint8_t)field;
		if (on_edge(s->side, corner + 2, q, r) ||
		    on_edge(s->side, corner + 3, q, r))
			set_add(&s->far[i], field);
	}
}

void
hexxi_board(struct state *s)
{
	int side = s->side;

	memset(s->field, NOWHERE, sizeof(s->field));
	memset(s->step, NOWHERE, sizeof(s->step));
	for (int row = 0; row < 2 * side - 1; row++)
		number_row(s, row, row_length(side, row - side + 1));
	for (int r = 1 - side; r < side; r++)
		for (int i = 0; i < row_length(side, r); i++)
			connect(s, row_begin(side, r) + i, r);
	for (int i = 0; i <= HEX_FIELDS; i++) {
		s->cell[i] = (struct cell){ NOTHING, NOBODY, 0 };
		if (i < s->fields)
			set_add(&s->empty, i);
	}
	for (int i = 0; i < s->seats; i++)
		hexxi_put(s, s->corner[i], i, BASE, true);
}

void
hexxi_put(struct state *s, int field, int owner, enum kind kind, bool up)
{
	s->cell[field] = (struct cell){ (uint8_t)kind, (int8_t)owner, up };
	set_add(&s->of_kind[kind], field);
	set_add(&s->of_seat[owner], field);
	set_drop(&s->empty, field);
}

void
hexxi_lift(struct state *s, int field)
{
	struct cell *c = &s->cell[field];

	set_drop(&s->of_kind[c->kind], field);
	set_drop(&s->of_seat[c->owner], field);
	set_add(&s->empty, field);
	*c = (struct cell){ NOTHING, NOBODY, 0 };
}

int
hexxi_direction(const struct state *s, int from, int to)
{
	for (int d = 0; d < DIRECTIONS; d++)
		if (s->step[from][d] == to)
			return d;
	return -1;
}

bool
hexxi_connected(
    const struct state *s, int field, struct set bases, struct set gone)
{
	struct set routes = set_without(s->of_kind[ROUTE], gone);
	struct set reached = s->near[field];
	struct set next = set_and(reached, routes);

	while (!set_any(set_and(reached, bases))) {
		if (!set_take(&next, &field))
			return false;
		set_drop(&routes, field);
		reached = set_or(reached, s->near[field]);
		next = set_or(next, set_and(s->near[field], routes));
	}
	return true;
}
