/* SPDX-License-Identifier: ISC */
#include "store/known.h"

#include "store/db.h"

struct known *
db_known(struct store *st)
{
	if (st->known == NULL)
		st->known = g_new0(struct known, 1);
	return st->known;
}

void
db_forget_thread(struct store *st)
{
	if (st->known == NULL)
		return;
	g_free(st->known->thread.last);
	g_free(st->known->thread.last_left);
	st->known->thread = (struct known_thread){ 0 };
}

struct known_thread
db_take_thread(struct store *st)
{
	struct known_thread thread = { 0 };

	if (st->known != NULL) {
		thread = st->known->thread;
		st->known->thread = (struct known_thread){ 0 };
	}
	return thread;
}

void
db_keep_thread(struct store *st, struct known_thread thread)
{
	if (st->known != NULL)
		st->known->thread = thread;
}

void
db_forget_known(struct store *st)
{
	if (st->known == NULL)
		return;
	g_clear_pointer(&st->known->timers, g_array_unref);
	g_clear_pointer(&st->known->askings, g_array_unref);
	g_clear_pointer(&st->known->present, g_hash_table_unref);
	g_clear_pointer(&st->known->calendar, g_array_unref);
	g_clear_pointer(&st->known->people, g_hash_table_unref);
	db_forget_thread(st);
	g_clear_pointer(&st->known, g_free);
}
