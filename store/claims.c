/* SPDX-License-Identifier: ISC */
#include "store/claims.h"

#include "store/db.h"
#include "store/engine.h"
#include "store/postgres/text.h"
#include "store/transaction.h"

bool
store_is_shared(const struct store *st)
{
	return st->engine->sharing != NULL;
}

int
store_join_steps(struct store *st, bool *got)
{
	if (!store_is_shared(st))
		return store_take_steps(st, got);
	return st->engine->sharing->join_steps(st, got);
}

char *
claim_of(const char *what, const char *which)
{
	return g_strconcat(what, " ", which, NULL);
}

char *
claim_of_match(int64_t match)
{
	char room[POSTGRES_DIGITS];

	return claim_of("match", postgres_decimal(room, match));
}

static int
claim(struct store *st, const GPtrArray *names, enum db_claiming how, bool *got)
{
	if (store_is_shared(st))
		return st->engine->sharing->claim(st, names, how, got);
	for (guint i = 0; i < names->len; i++)
		got[i] = true;
	return 0;
}

int
store_claim(struct store *st, const GPtrArray *names, bool *got)
{
	return claim(st, names, DB_CLAIM, got);
}

int
store_may_claim(struct store *st, const GPtrArray *names, bool *got)
{
	return claim(st, names, DB_CLAIM_LOOK, got);
}

static int
claim_one(struct store *st, const char *name, enum db_claiming how, bool *got)
{
	g_autoptr(GPtrArray) names = g_ptr_array_new();

	g_ptr_array_add(names, (char *)(uintptr_t)name);
	return claim(st, names, how, got);
}

int
store_claim_one(struct store *st, const char *name, bool *got)
{
	return claim_one(st, name, DB_CLAIM, got);
}

int
store_claim_wait(struct store *st, const char *name)
{
	bool got;

	return claim_one(st, name, DB_CLAIM_WAIT, &got);
}

void
store_unclaim(struct store *st, const GPtrArray *names)
{
	if (store_is_shared(st) && names->len > 0)
		st->engine->sharing->give_back(st, names);
}

void
store_unclaim_one(struct store *st, const char *name)
{
	g_autoptr(GPtrArray) names = g_ptr_array_new();

	g_ptr_array_add(names, (char *)(uintptr_t)name);
	store_unclaim(st, names);
}

int
store_listen(struct store *st)
{
	return store_is_shared(st) ? st->engine->sharing->listen(st) : 0;
}

int
store_has_listeners(struct store *st, bool *listens)
{
	*listens = false;
	return store_is_shared(st)
		   ? st->engine->sharing->has_listeners(st, listens)
		   : 0;
}

int
store_ear(const struct store *st)
{
	return store_is_shared(st) ? st->engine->sharing->ear(st) : -1;
}

bool
store_heard(struct store *st)
{
	return store_is_shared(st) && st->engine->sharing->heard(st);
}

void
store_tell(struct store *st)
{
	if (store_is_shared(st))
		st->engine->sharing->tell(st);
}

void
store_narrow(struct store *st, int letters)
{
	if (store_is_shared(st))
		st->engine->sharing->narrow(st, true, letters);
}

void
store_wide(struct store *st)
{
	if (store_is_shared(st))
		st->engine->sharing->narrow(st, false, 0);
}

bool
store_is_narrow(const struct store *st)
{
	return store_is_shared(st) && st->engine->sharing->is_narrow(st);
}

bool
store_has_match(const struct store *st, int64_t match)
{
	g_autofree char *name = NULL;

	if (!store_is_narrow(st))
		return true;
	name = claim_of_match(match);
	return st->engine->sharing->has(st, name);
}

int
store_ahead(struct store *st, const struct store_value *values, size_t n)
{
	return store_is_shared(st) && st->depth > 0
		   ? st->engine->sharing->ahead(st, values, n, false)
		   : 0;
}

int
store_ahead_of_reader(
    struct store *st, const struct store_value *values, size_t n)
{
	return store_is_shared(st) && st->depth > 0
		   ? st->engine->sharing->ahead(st, values, n, true)
		   : 0;
}

int
store_ahead_push(struct store *st)
{
	return store_is_shared(st) && st->depth > 0
		   ? st->engine->sharing->ahead_push(st)
		   : 0;
}

int
store_ahead_end(struct store *st)
{
	return store_is_shared(st) && st->depth > 0
		   ? st->engine->sharing->ahead_end(st)
		   : 0;
}

void
store_ahead_cut(struct store *st)
{
	if (store_is_shared(st))
		st->engine->sharing->ahead_cut(st);
}

void
store_ahead_handled(struct store *st, int64_t person)
{
	if (store_is_shared(st))
		st->engine->sharing->outdate_sender(st, person);
}

int
store_need_match(struct store *st, int64_t match)
{
	g_autofree char *name = NULL;

	if (store_has_match(st, match))
		return 0;
	name = claim_of_match(match);
	return st->engine->sharing->refuse(st, name);
}

int
store_need_all(struct store *st, const char *what)
{
	return store_is_narrow(st) ? st->engine->sharing->refuse(st, what) : 0;
}

bool
store_too_narrow(struct store *st)
{
	return store_is_shared(st) && st->engine->sharing->too_narrow(st);
}
