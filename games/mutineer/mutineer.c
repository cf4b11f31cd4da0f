/* SPDX-License-Identifier: ISC */
/* Mutineer as struct game, and its result. */
#include "games/mutineer/mutineer.h"
#include "games/mutineer/state.h"

static void
result(const void *state, struct result *r)
{
	const struct state *s = state;
	int best = s->player[0].score;

	*r = (struct result){ .over = s->phase == OVER };
	for (int i = 0; i < s->seats; i++) {
		r->score[i] = s->player[i].score;
		if (s->player[i].score > best)
			best = s->player[i].score;
	}
	if (!r->over)
		return;
	for (int i = 0; i < s->seats; i++)
		if (s->player[i].score == best)
			r->winners |= SEAT(i);
}

static void
apply(void *state, int seat, const struct move *m, struct chance *chance,
    struct news *news)
{
	const struct table t = { state, chance, news };
	struct sale sale;
	struct say why;

	switch ((enum verb_index)m->verb) {
	case DO_PAY:
		mutineer_pay(&t, seat, m->arg[0]);
		break;
	case DO_PLAY:
		mutineer_play(&t, seat, (enum card)m->arg[0]);
		break;
	case DO_PASS:
		mutineer_pass(&t, seat);
		break;
	case DO_TAKE:
		mutineer_take(&t, seat, (enum role)m->arg[0]);
		break;
	case DO_FIGHT:
		mutineer_fight(&t, seat, m->arg[0]);
		break;
	case DO_SELL:
		if (mutineer_sale_read(t.s, seat, m, &sale, &why))
			mutineer_sell(&t, seat, &sale);
		break;
	case DO_KEEP:
		mutineer_keep(&t, seat, m);
		break;
	}
}

static const char *const told_later[] = { "sell", NULL };

const struct game game_mutineer = {
	.name = "mutineer",
	.released = true,
	.rules = 1,
	.min_seats = 3,
	.max_seats = MUT_SEATS,
	.state_size = sizeof(struct state),
	.verbs = mutineer_verbs,
	.nverbs = DO_KEEP + 1,
	.last_verb = "pass",
	.told_later = told_later,
	.shorthands = mutineer_shorthands,
	.nshorthands = 1,
	.atoms = mutineer_atoms,
	.natoms = 3,
	.sentences = mutineer_sentences,
	.nsentences = SAYS,
	.tellings = mutineer_tellings,
	.ntellings = MUTINEER_TELLINGS,
	.plot = mutineer_plot,
	.nplot = MUTINEER_PLOT,
	.options = mutineer_options,
	.noptions = 1,
	.phases = mutineer_phases,
	.asks = mutineer_asks,
	.scores_open = true,
	.data_file = "islands.yaml",
	.data_check = mutineer_data_check,
	.setup = mutineer_setup,
	.to_act = mutineer_to_act,
	.phase = mutineer_phase,
	.legal = mutineer_legal,
	.check = mutineer_check,
	.suppose = mutineer_suppose,
	.tidy = mutineer_tidy,
	.absent = mutineer_absent,
	.result = result,
	.view = mutineer_view,
	.view_again = mutineer_view_again,
	.state = mutineer_state,
	.apply = apply,
	.atom_read = mutineer_atom_read,
	.atom_write = mutineer_atom_write,
	.resample = mutineer_resample,
	.likely = mutineer_likely,
	.chapter = mutineer_chapter,
};
