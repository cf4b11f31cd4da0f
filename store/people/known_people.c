/* SPDX-License-Identifier: ISC */
#include "store/people/known_people.h"

#include "base/err.h"
#include "store/db.h"
#include "store/known.h"
#include "store/people/people.h"
#include "store/people/preferences.h"

struct known_person {
	struct person *person;
	struct preferences preferences;
};

static void
known_free(void *data)
{
	struct known_person *known = data;

	person_free(known->person);
	preferences_clear(&known->preferences);
	g_free(known);
}

void
db_know_person(
    struct store *st, const struct person *p, struct statement *q, int column)
{
	struct known_person *fresh;
	struct preferences preferences;
	struct known *known;
	struct err ignored = { 0 };

	/* whoever asks for preferences that make no sense is told so */
	if (st->depth == 0 ||
	    db_preferences_read(q, column, &preferences, &ignored) == -1)
		return;
	known = db_known(st);
	if (known->people == NULL)
		known->people = g_hash_table_new_full(
		    g_int64_hash, g_int64_equal, NULL, known_free);
	fresh = g_new0(struct known_person, 1);
	fresh->person = person_copy(p);
	fresh->preferences = preferences;
	g_hash_table_replace(known->people, &fresh->person->id, fresh);
}

static const struct known_person *
find(const struct store *st, int64_t id)
{
	return st->depth > 0 && st->known != NULL && st->known->people != NULL
		   ? g_hash_table_lookup(st->known->people, &id)
		   : NULL;
}

const struct person *
db_known_person(const struct store *st, int64_t id)
{
	const struct known_person *known = find(st, id);

	return known == NULL ? NULL : known->person;
}

const struct preferences *
db_known_preferences(const struct store *st, int64_t person)
{
	const struct known_person *known = find(st, person);

	return known == NULL ? NULL : &known->preferences;
}

void
db_forget_people(struct store *st)
{
	if (st->known != NULL)
		g_clear_pointer(&st->known->people, g_hash_table_unref);
}
