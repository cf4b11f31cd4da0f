/* SPDX-License-Identifier: ISC */
/*
 * One play of a game: its state, and the log from which the state can be had
 * again.  Nothing else is ever stored.
 */
#include "core/match.h"

#include "base/err.h"
#include "core/chance.h"
#include "core/decision.h"
#include "core/inner.h"
#include "core/move.h"
#include "core/opening.h"
#include "core/outcome.h"
#include "core/rules.h"
#include "core/say.h"
#include "core/sentence.h"

#include <string.h>

enum { LEGAL_FIRST = 64 };

struct logged {
	int seat;
	struct move move;
};

/* Room for what one event does, if anybody wants it. */
static void
outcome_begin(struct outcome *out)
{
	if (out == NULL)
		return;
	out->news = g_array_new(FALSE, FALSE, sizeof(struct told));
	out->draws = g_array_new(FALSE, FALSE, sizeof(struct draw));
	out->chance = json_array();
}

static void
listen(struct match *m, struct outcome *out, const GArray *script)
{
	chance_listen(&m->chance, out == NULL ? NULL : out->draws,
	    out == NULL ? NULL : out->chance, script);
}

/* The state as it is before the first move.  false: not the script's draws. */
static bool
set_up(struct match *m, const GArray *script, struct outcome *out,
    struct preset *preset)
{
	struct news news = { out == NULL ? NULL : out->news };

	memset(m->state, 0, m->game->state_size);
	chance_begin(&m->chance, m->seed);
	m->chance.game = m->game;
	m->chance.state = m->state;
	m->chance.preset = preset;
	listen(m, out, script);
	m->game->setup(
	    m->state, &m->setup, &m->chance, out == NULL ? NULL : &news);
	m->chance.preset = NULL;
	return chance_rest(&m->chance);
}

/* How many names come before that one; equal ones in the order of seats. */
static uint8_t
name_place(char *const *names, size_t n, size_t seat)
{
	uint8_t place = 0;

	for (size_t i = 0; i < n; i++) {
		int order = strcmp(names[i], names[seat]);

		if (order < 0 || (order == 0 && i < seat))
			place++;
	}
	return place;
}

static struct match *
match_of_opening(const struct opening *opening, const int option[])
{
	struct match *m = g_new0(struct match, 1);

	m->game = opening->game;
	m->atoms = atoms_new();
	/* shared, never changed */
	m->data = json_incref((json_t *)(uintptr_t)opening->data);
	m->preset = json_incref((json_t *)(uintptr_t)opening->preset);
	m->options = options_json(opening->game, option);
	m->setup.seats = (int)opening->seats;
	m->setup.data = m->data;
	memcpy(m->setup.option, option, sizeof m->setup.option);
	memcpy(m->seed, opening->seed, SEED_SIZE);
	m->names = g_new0(char *, opening->seats + 1);
	for (size_t i = 0; i < opening->seats; i++) {
		m->names[i] = g_strdup(opening->names[i]);
		m->setup.name_order[i] =
		    name_place(opening->names, opening->seats, i);
	}
	m->state = g_malloc0(opening->game->state_size);
	m->log = g_array_new(FALSE, FALSE, sizeof(struct logged));
	return m;
}

struct match *
match_start(const struct opening *opening, const GArray *draws,
    struct outcome *out, struct err *e)
{
	int option[GAME_MAX_OPTIONS] = { 0 };
	struct preset *preset;
	struct match *m;
	bool right;
	int r;

	if (out != NULL)
		*out = (struct outcome){ 0 };
	if (opening_check(opening, draws != NULL, e) == -1 ||
	    opening_options(opening, option, e) == -1)
		return NULL;
	m = match_of_opening(opening, option);
	preset = preset_new(m->preset);
	outcome_begin(out);
	right = set_up(m, draws, out, preset);
	r = preset_check(preset, m->game, e);
	preset_free(preset);
	if (r == 0 && !right)
		r = err_set(e, ERR_DAMAGED,
		    "the draws of the setup are not those of the match seed");
	if (r == 0)
		return m;
	if (out != NULL)
		outcome_clear(out);
	match_free(m);
	return NULL;
}

void
match_free(struct match *m)
{
	if (m == NULL)
		return;
	json_decref(m->data);
	json_decref(m->options);
	json_decref(m->preset);
	g_strfreev(m->names);
	g_free(m->state);
	g_array_unref(m->log);
	g_hash_table_unref(m->atoms);
	g_free(m);
}

struct match *
match_copy(const struct match *m)
{
	struct match *copy = g_memdup2(m, sizeof *m);

	json_incref(copy->data);
	json_incref(copy->options);
	json_incref(copy->preset);
	copy->names = g_strdupv(m->names);
	copy->state = g_memdup2(m->state, m->game->state_size);
	copy->chance.state = copy->state;
	copy->log = g_array_copy(m->log);
	copy->atoms = atoms_new();
	return copy;
}

static bool
is_asked(const struct match *m, int seat)
{
	return seat >= 0 && seat < m->setup.seats &&
	       (match_to_act(m) & SEAT(seat)) != 0;
}

struct match *
match_suppose(const struct match *m, int seat)
{
	struct match *copy;

	if (m->game->suppose == NULL || match_over(m))
		return NULL;
	copy = match_copy(m);
	if (m->game->suppose(copy->state, seat) && is_asked(copy, seat))
		return copy;
	match_free(copy);
	return NULL;
}

const json_t *
match_options(const struct match *m)
{
	return m->options;
}

seatset
match_to_act(const struct match *m)
{
	return m->game->to_act(m->state);
}

bool
match_over(const struct match *m)
{
	return match_to_act(m) == 0;
}

size_t
match_length(const struct match *m)
{
	return m->log->len;
}

int
match_event(const struct match *m, size_t i, struct move *move)
{
	const struct logged *event = &g_array_index(m->log, struct logged, i);

	*move = event->move;
	return event->seat;
}

GArray *
match_legal(const struct match *m, int seat)
{
	GArray *moves = g_array_new(FALSE, TRUE, sizeof(struct move));
	size_t n = LEGAL_FIRST, room;

	if (!is_asked(m, seat))
		return moves;
	do {
		room = n;
		g_array_set_size(moves, (guint)room);
		n = m->game->legal(
		    m->state, seat, (struct move *)(void *)moves->data, room);
	} while (n > room);
	g_array_set_size(moves, (guint)n);
	return moves;
}

static struct phrase *
not_asked(const struct match *m)
{
	json_t *waiting = json_array();

	for (int s = 0; s < m->setup.seats; s++)
		if (match_to_act(m) & SEAT(s))
			json_array_append_new(
			    waiting, json_string(m->names[s]));
	return phrase_new(
	    "refused.not-asked", json_pack("{s:o}", "waiting", waiting));
}

struct phrase *
match_refusal(const struct match *m, int seat, const struct move *move)
{
	struct say why = { 0 };

	if (match_over(m))
		return phrase_new("refused.over", NULL);
	if (!is_asked(m, seat))
		return not_asked(m);
	if (m->game->check(m->state, seat, move, &why))
		return NULL;
	return say_phrase(m, &why);
}

static void
apply(struct match *m, int seat, const struct move *move, struct outcome *out,
    const GArray *script)
{
	struct logged event = { .seat = seat, .move = *move };
	struct news news = { out == NULL ? NULL : out->news };

	listen(m, out, script);
	m->game->apply(
	    m->state, seat, move, &m->chance, out == NULL ? NULL : &news);
	g_array_append_val(m->log, event);
}

void
match_play(
    struct match *m, int seat, const struct move *move, struct outcome *out)
{
	outcome_begin(out);
	apply(m, seat, move, out, NULL);
	chance_rest(&m->chance);
}

/*
 * Read a move of a log: it must be what would be written there.  Messages
 * about it may end in a log and do not tell it.
 */
static int
read_logged(const struct match *m, int seat, const char *text,
    struct move *move, struct err *e)
{
	g_autofree char *canonical = NULL;
	struct phrase *why;

	if (seat < 0 || seat >= m->setup.seats)
		return err_set(e, ERR_DAMAGED, "there is no seat %d", seat);
	if (move_read(m, text, move) == MOVE_OK)
		canonical = move_text(m, move);
	if (g_strcmp0(canonical, text) != 0)
		return err_set(e, ERR_DAMAGED,
		    "what stands there is not a move of the game");
	why = match_refusal(m, seat, move);
	if (why == NULL)
		return 0;
	phrase_free(why);
	return err_set(
	    e, ERR_DAMAGED, "its move is not legal for seat %d there", seat);
}

int
match_replay(struct match *m, int seat, const char *text, const GArray *draws,
    struct outcome *out, struct err *e)
{
	struct move move;

	if (out != NULL)
		*out = (struct outcome){ 0 };
	if (read_logged(m, seat, text, &move, e) == -1)
		return -1;
	outcome_begin(out);
	apply(m, seat, &move, out, draws);
	if (chance_rest(&m->chance))
		return 0;
	match_undo(m);
	if (out != NULL)
		outcome_clear(out);
	return err_set(
	    e, ERR_DAMAGED, "its draws are not those of the match seed");
}

bool
match_undo(struct match *m)
{
	g_autoptr(GArray) log = m->log;
	struct preset *preset;

	if (log->len == 0) {
		g_array_ref(log);
		return false;
	}
	m->log =
	    g_array_sized_new(FALSE, FALSE, sizeof(struct logged), log->len);
	preset = preset_new(m->preset);
	set_up(m, NULL, NULL, preset);
	preset_free(preset);
	for (guint i = 0; i + 1 < log->len; i++) {
		const struct logged *event =
		    &g_array_index(log, struct logged, i);

		apply(m, event->seat, &event->move, NULL, NULL);
	}
	chance_rest(&m->chance);
	return true;
}

uint64_t
match_hash(const struct match *m)
{
	const unsigned char *bytes = m->state;
	uint64_t hash = UINT64_C(14695981039346656037);

	for (size_t i = 0; i < m->game->state_size; i++)
		hash = (hash ^ bytes[i]) * UINT64_C(1099511628211);
	return hash;
}
