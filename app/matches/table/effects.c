/* SPDX-License-Identifier: ISC */
/*
 * What a change means for letters is noted here by the code that makes the
 * change, and read by letters/ alone.
 */
#include "app/matches/table/effects.h"

#include "app/matches/table/table.h"

const struct effect *
effect_of(const struct table *t, enum effect_kind kind, int seat)
{
	for (guint i = 0; i < t->effects->len; i++) {
		const struct effect *effect =
		    &g_array_index(t->effects, struct effect, i);

		if (effect->kind == kind && effect->seat == seat)
			return effect;
	}
	return NULL;
}

void
effect_drop(struct table *t, enum effect_kind kind, int seat)
{
	const struct effect *effect = effect_of(t, kind, seat);

	if (effect != NULL)
		g_array_remove_index(t->effects,
		    (guint)(effect - (struct effect *)t->effects->data));
}

void
effect_add(struct table *t, const struct effect *effect)
{
	/* it may stand in the list */
	const struct effect added = *effect;

	effect_drop(t, added.kind, added.seat);
	g_array_append_val(t->effects, added);
}

void
table_effect(struct table *t, enum effect_kind kind, int seat)
{
	const struct effect effect = { .kind = kind, .seat = seat };

	effect_add(t, &effect);
}
