/* SPDX-License-Identifier: ISC */
/* Fourth Bridge as struct game, and its result. */
#include "games/fourth-bridge/fourth_bridge.h"
#include "games/fourth-bridge/state.h"

/* The traitor alone, or the Builders with most points. */
static seatset
winners(const struct state *s, const struct result *r)
{
	seatset set = 0;
	int best = 0;

	for (int i = 0; i < s->seats; i++) {
		if (s->role[i] != TRAITOR)
			best = r->score[i] > best ? r->score[i] : best;
		else if (s->board.ended != BUILT)
			return SEAT(i);
	}
	for (int i = 0; i < s->seats; i++)
		if (s->role[i] != TRAITOR && r->score[i] == best)
			set |= SEAT(i);
	return set;
}

static void
result(const void *state, struct result *r)
{
	const struct state *s = state;

	*r = (struct result){ .over = s->phase == OVER };
	for (int i = 0; i < s->seats; i++)
		r->score[i] = fourth_points(s, s->role[i]);
	if (r->over)
		r->winners = winners(s, r);
}

static void
apply(void *state, int seat, const struct move *m, struct chance *chance,
    struct news *news)
{
	const struct table t = { state, chance, news };

	switch ((enum verb_index)m->verb) {
	case DO_GIVE:
		fourth_give(&t, seat, (enum card)m->arg[0], m->arg[1]);
		break;
	case DO_TAKE:
		fourth_take(&t, seat, (enum card)m->arg[0]);
		break;
	case DO_DO:
		fourth_do(&t, seat, m);
		break;
	case VERBS:
		break;
	}
}

const struct game game_fourth_bridge = {
	.name = "fourth-bridge",
	.released = true,
	.rules = 1,
	.min_seats = 3,
	.max_seats = FOURTH_SEATS,
	.state_size = sizeof(struct state),
	.verbs = fourth_verbs,
	.nverbs = VERBS,
	.atoms = fourth_atoms,
	.natoms = FOURTH_ATOMS,
	.sentences = fourth_sentences,
	.nsentences = SAYS,
	.tellings = fourth_tellings,
	.ntellings = FOURTH_TELLINGS,
	.plot = fourth_plot,
	.nplot = FOURTH_PLOT,
	.options = fourth_options,
	.noptions = 1,
	.phases = fourth_phases,
	.asks = fourth_asks,
	.names_matter = true,
	.setup = fourth_setup,
	.to_act = fourth_to_act,
	.phase = fourth_phase,
	.legal = fourth_legal,
	.check = fourth_check,
	.absent = fourth_absent,
	.result = result,
	.ending = fourth_ending,
	.view = fourth_view,
	.view_again = fourth_view_again,
	.state = fourth_state,
	.apply = apply,
	.resample = fourth_resample,
	.worth = fourth_worth,
	.likely = fourth_likely,
	.chapter = fourth_chapter,
};
