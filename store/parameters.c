/* SPDX-License-Identifier: ISC */
/*
 * Where parameters stand in statements.  SQLite compares all names of the
 * statement at each question, which was a tenth of what the database did; here
 * a name is known by its address, for all names are literals.  What falls on a
 * taken place is asked anew.
 */
#include "store/db.h"
#include "store/engine.h"
#include "store/fields.h"

#include <string.h>

enum { PLACE_BITS = 11 };
static struct place {
	const struct statement *q;
	const char *name;
	int i;
} places[1 << PLACE_BITS];

static struct place *
find_place(const struct statement *q, const char *name)
{
	uint64_t both =
	    (uintptr_t)q * UINT64_C(0x9e3779b97f4a7c15) + (uintptr_t)name;

	return &places[both * UINT64_C(0xd6e8feb86659fd93) >>
		       (64 - PLACE_BITS)];
}

int
db_parameter(struct statement *q, const char *name)
{
	struct place *place = find_place(q, name);

	if (place->q != q || place->name != name)
		*place =
		    (struct place){ q, name, q->engine->parameter(q, name) };
	return place->i;
}

void
db_parameters_forget(void)
{
	memset(places, 0, sizeof(places));
}
