/* SPDX-License-Identifier: ISC */
/* Chance, as a game draws it.  A part of what a game sees (core/game.h). */
#ifndef CORE_DRAW_H
#define CORE_DRAW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Chance.  In play it is drawn and written down, in a replay read back.
 * what names the draw in the engine protocol; while a match is set up, a
 * value given under that name is taken instead of drawn.  what is NULL for
 * draws that nobody is told of (in resample).
 */
struct chance;

/* Uniform in [0, n), n > 0. */
uint32_t chance_below(struct chance *, uint32_t n);
/*
 * Put v[0..n-1], atoms (or seats, numbers) of that kind, into random order.
 * The first shown ones are told in the record of the match, which proves the
 * shuffle and stays secret until the end, and may be given; no player is told
 * anything by it.  So shown is n for a deck that nobody sees
 * (games/mutineer/setup.c), and less if the rest is never drawn; 0 in resample.
 */
void chance_shuffle(struct chance *, const char *what, char kind, int16_t *v,
    size_t n, size_t shown);
/* One of v[0..n-1], each as likely. */
int16_t chance_pick(
    struct chance *, const char *what, char kind, const int16_t *v, size_t n);
/*
 * Was a value given under that name?  For a value that is never drawn but
 * follows from a draw.  It is checked to be among v[0..n-1].
 */
bool chance_preset(struct chance *, const char *what, char kind,
    const int16_t *v, size_t n, int16_t *value);

#endif
