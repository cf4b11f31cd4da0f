/* SPDX-License-Identifier: ISC */
/* What a match is made of, for those who say and read its moves. */
#include "core/match.h"

#include "core/inner.h"
#include "core/rules.h"

const struct game *
match_game(const struct match *m)
{
	return m->game;
}

const void *
match_state(const struct match *m)
{
	return m->state;
}

const char *
match_name(const struct match *m, int seat)
{
	return m->names[seat];
}

size_t
match_seats(const struct match *m)
{
	return (size_t)m->setup.seats;
}
