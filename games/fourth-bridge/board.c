/* SPDX-License-Identifier: ISC */
/*
 * What actions do to the board.  Play, legal moves and refusals all go
 * through here, so that none knows another rule.  A row and the bag may be
 * read from behind: what comes first stands last.
 */
#include "games/fourth-bridge/state.h"

#include <string.h>

static const uint8_t bridge_values[BRIDGES] = { 9, 7, 5, 4 };

int
fourth_value(int nth)
{
	return nth < BRIDGES ? bridge_values[nth] : 0;
}

enum sentence_index
fourth_obstacle(const struct board *b, enum action action)
{
	const struct field *at_cart = &b->field[b->cart];
	const struct field *site = &b->field[b->carpenter];

	switch (action) {
	case LOAD:
		if (b->nstack == CART_ROOM)
			return SAY_CART_FULL;
		return at_cart->nlogs == 0 ? SAY_NO_LOG_TO_LOAD : SAYS;
	case UNLOAD:
		return b->nstack == 0 ? SAY_CART_EMPTY : SAYS;
	case BUILD:
		if (site->place == FOREST)
			return SAY_BUILD_FOREST;
		if (site->value != 0)
			return SAY_BRIDGE_STANDS;
		return site->nlogs == 0 ? SAY_NO_LOG_TO_BUILD : SAYS;
	case CART:
	case CARPENTER:
		return SAYS;
	case NOTHING:
	case ACTIONS:
		break;
	}
	return SAY_NOTHING_ALONE;
}

static uint8_t
pop(uint8_t *v, uint8_t *n)
{
	uint8_t log = v[--*n];

	v[*n] = 0;
	return log;
}

static enum verdict
judge(const uint8_t bridge[BRIDGE_LOGS])
{
	uint8_t count[COLOURS + 1] = { 0 };
	int colours = 0, most = 0;

	for (int i = 0; i < BRIDGE_LOGS; i++) {
		int n = ++count[bridge[i]];

		colours += n == 1;
		most = n > most ? n : most;
	}
	if (colours >= 4)
		return STANDS;
	return most >= 3 ? PULLED_BACK : PULLED_LOST;
}

/* Can no bridge be finished any more?  Only building makes it so. */
static bool
is_dead(const struct board *b)
{
	int outside = b->nbag + b->nstack;
	int missing = LOGS;

	for (int i = 0; i < FIELDS; i++) {
		const struct field *f = &b->field[i];
		int n = BRIDGE_LOGS - f->nbridge;

		outside += f->nlogs;
		if (f->place == VILLAGE && f->value == 0 && n < missing)
			missing = n;
	}
	return outside < missing;
}

static void
finish(struct board *b, struct field *f, struct done *done)
{
	memcpy(done->bridge, f->bridge, sizeof(done->bridge));
	done->verdict = judge(f->bridge);
	if (done->verdict == STANDS) {
		f->value = (uint8_t)fourth_value(b->standing);
		b->standing++;
		return;
	}
	memset(f->bridge, 0, sizeof(f->bridge));
	f->nbridge = 0;
	if (done->verdict == PULLED_BACK)
		b->nbag = (uint8_t)(b->nbag + BRIDGE_LOGS);
	else
		b->nlost = (uint8_t)(b->nlost + BRIDGE_LOGS);
}

static void
build(struct board *b, struct done *done)
{
	struct field *f = &b->field[b->carpenter];

	done->colour = pop(f->log, &f->nlogs);
	f->bridge[f->nbridge++] = done->colour;
	if (f->nbridge == BRIDGE_LOGS)
		finish(b, f, done);
	if (b->standing == BRIDGES)
		b->ended = BUILT;
	else if (b->nlost == LOST_MAX)
		b->ended = LOST;
	else if (is_dead(b))
		b->ended = DEAD;
}

static uint8_t
clockwise(uint8_t field)
{
	return (uint8_t)((field + 1) % FIELDS);
}

struct done
fourth_act(struct board *b, enum action action)
{
	struct field *at_cart = &b->field[b->cart];
	struct done done;

	memset(&done, 0, sizeof(done));
	switch (action) {
	case LOAD:
		done.colour = pop(at_cart->log, &at_cart->nlogs);
		b->stack[b->nstack++] = done.colour;
		break;
	case UNLOAD:
		done.colour = pop(b->stack, &b->nstack);
		at_cart->log[at_cart->nlogs++] = done.colour;
		break;
	case BUILD:
		build(b, &done);
		break;
	case CART:
		b->cart = clockwise(b->cart);
		break;
	case CARPENTER:
		b->carpenter = clockwise(b->carpenter);
		break;
	case NOTHING:
	case ACTIONS:
		break;
	}
	return done;
}

int
fourth_fill(struct board *b, int forest, uint8_t *bag)
{
	struct field *f = &b->field[forest];
	int n = 0;

	for (; f->nlogs < FOREST_LOGS && b->nbag > 0; n++) {
		uint8_t log = UNKNOWN;

		if (bag != NULL)
			log = pop(bag, &b->nbag);
		else
			b->nbag--;
		memmove(&f->log[1], &f->log[0], f->nlogs);
		f->log[0] = log;
		f->nlogs++;
	}
	return n;
}

void
fourth_foresee(struct board *b, enum action action)
{
	fourth_act(b, action);
	if (b->ended != GOING_ON)
		return;
	for (int i = 0; i < FORESTS; i++)
		fourth_fill(b, b->forest[i], NULL);
}
