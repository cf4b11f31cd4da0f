/* SPDX-License-Identifier: ISC */
#include "store/people/known_people.h"

#include "store/db.h"
#include "store/known.h"

void
db_know_person(
    struct store *st, struct known_person *fresh, GDestroyNotify free_it)
{
	struct known *known = db_known(st);

	if (known->people == NULL)
		known->people = g_hash_table_new_full(
		    g_int64_hash, g_int64_equal, NULL, free_it);
	g_hash_table_replace(known->people, &fresh->id, fresh);
}

const struct known_person *
db_known_person(const struct store *st, int64_t id)
{
	return st->depth > 0 && st->known != NULL && st->known->people != NULL
		   ? g_hash_table_lookup(st->known->people, &id)
		   : NULL;
}

void
db_forget_people(struct store *st)
{
	if (st->known != NULL)
		g_clear_pointer(&st->known->people, g_hash_table_unref);
}
