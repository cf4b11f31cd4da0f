/* SPDX-License-Identifier: ISC */
/* Pirates HEXXI as struct game, and its result. */
#include "games/hexxi/hexxi.h"
#include "games/hexxi/state.h"

static void
result(const void *state, struct result *r)
{
	const struct state *s = state;
	int best = s->score[0];

	*r = (struct result){ .over = s->phase == OVER };
	for (int i = 0; i < s->seats; i++) {
		r->score[i] = s->score[i];
		if (s->score[i] > best)
			best = s->score[i];
	}
	if (!r->over)
		return;
	for (int i = 0; i < s->seats; i++)
		if (s->score[i] == best)
			r->winners |= SEAT(i);
}

static void
apply(void *state, int seat, const struct move *m, struct chance *chance,
    struct news *news)
{
	const struct table t = { state, chance, news };
	const struct state *s = state;

	switch ((enum verb_index)m->verb) {
	case DO_PLACE:
		hexxi_place(&t, seat, (enum kind)(m->arg[0] - HEX_VALUES),
		    s->field[m->arg[1]]);
		break;
	case DO_RESERVE:
		hexxi_reserve(&t, seat, (enum kind)(m->arg[0] - HEX_VALUES));
		break;
	case DO_SCOUT:
		hexxi_scout(&t, seat, s->field[m->arg[0]]);
		break;
	case DO_PAY:
		hexxi_pay(&t, seat, m);
		break;
	case DO_SHIFT:
		hexxi_shift(&t, seat, s->field[m->arg[0]]);
		break;
	case DO_BID:
		hexxi_bid(&t, seat, m->arg[0]);
		break;
	case DO_AMBUSH:
	case DO_CONVOY:
	case DO_ESCORT:
	case DO_INTERCEPT:
	case DO_KIDNAP:
	case DO_PASS:
	case DO_RESCUE:
	case DO_ROUTE:
	case DO_TRAP:
		hexxi_act(&t, seat, m);
		break;
	}
}

static const char *const told_later[] = { "pay", NULL };

const struct game game_hexxi = {
	.name = "hexxi",
	.released = true,
	.rules = 1,
	.min_seats = 2,
	.max_seats = HEX_SEATS,
	.state_size = sizeof(struct state),
	.verbs = hexxi_verbs,
	.nverbs = DO_TRAP + 1,
	.last_verb = "pass",
	.told_later = told_later,
	.atoms = hexxi_atoms,
	.natoms = 2,
	.sentences = hexxi_sentences,
	.nsentences = SAYS,
	.tellings = hexxi_tellings,
	.ntellings = HEXXI_TELLINGS,
	.plot = hexxi_plot,
	.nplot = HEXXI_PLOT,
	.scores_open = true,
	.options = hexxi_options,
	.noptions = 2,
	.phases = hexxi_phases,
	.asks = hexxi_asks,
	.names_matter = true,
	.setup = hexxi_setup,
	.to_act = hexxi_to_act,
	.phase = hexxi_phase,
	.legal = hexxi_legal,
	.check = hexxi_check,
	.suppose = hexxi_suppose,
	.tidy = hexxi_tidy,
	.absent = hexxi_absent,
	.result = result,
	.view = hexxi_view,
	.view_again = hexxi_view_again,
	.state = hexxi_state,
	.apply = apply,
	.atom_read = hexxi_atom_read,
	.atom_write = hexxi_atom_write,
	.resample = hexxi_resample,
	.likely = hexxi_likely,
	.chapter = hexxi_chapter,
};
