/* SPDX-License-Identifier: ISC */
/*
 * The contract between turnpost and a game: the only header a game sees.  Its
 * parts are core/decision.h (seats, moves), core/verb.h (words of moves),
 * core/sentence.h (what a game says), core/draw.h (chance), core/kept.h (parts
 * of views) and core/rules.h (struct game); what calls games includes those of
 * them that it needs.
 *
 * A game is one constant struct game: pure functions over a plain block of
 * bytes, the state.  The server owns the block.  A game keeps no static
 * variable, reads no clock, prints nothing, and never learns that there is
 * mail, a database or a language.  It allocates nothing but the JSON values
 * that view, state and ending return.
 *
 * A state is never stored: it is always the replay of the log of accepted
 * moves.  The text of moves is therefore a promise for ever.
 */
#ifndef CORE_GAME_H
#define CORE_GAME_H

#include "core/decision.h"
#include "core/draw.h"
#include "core/kept.h"
#include "core/rules.h"
#include "core/sentence.h"
#include "core/verb.h"

#endif
