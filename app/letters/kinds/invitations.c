/* SPDX-License-Identifier: ISC */
/* A player who did not answer is invited again. */
#include "app/letters/kinds/invitations.h"

#include "app/letters/context/context.h"
#include "app/letters/writing/compose.h"
#include "app/matches/table/effects.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/table.h"

int
invite_again(struct table *t, const struct effect *effect)
{
	struct reader r = reader_seat(t, effect->seat);
	json_t *context;
	int ret;

	if (reader_load(&r) == -1)
		return -1;
	if ((context = context_of(&r)) != NULL)
		json_object_set_new(
		    context, "invitation", json_integer(effect->n));
	ret = letter_to(&r, "muster", context);
	reader_clear(&r);
	return ret;
}
