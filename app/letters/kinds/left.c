/* SPDX-License-Identifier: ISC */
/* Letters to people who no longer play in a match (context/partings.h). */
#include "app/letters/kinds/left.h"

#include "app/letters/context/context.h"
#include "app/letters/context/moments.h"
#include "app/letters/context/partings.h"
#include "app/letters/kinds/seat_codes.h"
#include "app/letters/writing/compose.h"
#include "app/matches/table/effects.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/table.h"
#include "store/people/people.h"

json_t *
parting_context(struct reader *r, const struct parting *p)
{
	json_t *context, *back = NULL;

	r->self = r->person->id;
	if ((context = context_of(r)) == NULL)
		return NULL;
	if (p->seat != -1 || p->why != NULL)
		json_object_set_new(context, "parted", json_true());
	if (p->why != NULL) {
		g_autofree char *why = notice_text(r, p->why);

		json_object_set_new(context, "why", json_string(why));
	}
	if (p->seat != -1)
		back = seat_back_context(r, p->seat);
	if (back != NULL)
		json_object_set_new(context, "back", back);
	return context;
}

int
letter_to_former(struct reader *r, const struct effect *left, json_t *answer)
{
	struct parting p;
	json_t *context;
	int ret;

	r->kind = READER_FORMER;
	r->self = left->person;
	r->told = left->n;
	if ((ret = reader_load(r)) == 0) {
		parting_find(r->t, r->self, &p);
		context = parting_context(r, &p);
		if (context != NULL && answer != NULL)
			json_object_update(context, answer);
		ret = letter_to(r, "left", context);
		reader_clear(r);
	}
	json_decref(answer);
	return ret;
}

int
tell_who_left(struct table *t, const struct effect *left)
{
	struct reader r = reader_seat(t, left->seat);

	if (left->seat != t->answered)
		return letter_to_former(&r, left, NULL);
	effect_add(t, left);
	return 0;
}
