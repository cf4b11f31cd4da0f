/* SPDX-License-Identifier: ISC */
/* Prefixes of dedup keys: they name what the letters were written for. */
#include "app/matches/table/dedup.h"

#include "app/matches/table/table.h"

void
dedup_by(struct table *t, const char *what)
{
	g_free(t->dedup_prefix);
	t->dedup_prefix = g_strdup(what);
}

void
dedup_add(struct table *t, int64_t n)
{
	g_autofree char *before = t->dedup_prefix;

	t->dedup_prefix = g_strdup_printf("%s.%lld", before, (long long)n);
}

void
dedup_by_number(struct table *t, const char *what, int64_t n)
{
	g_free(t->dedup_prefix);
	t->dedup_prefix = g_strdup_printf("%s%lld", what, (long long)n);
}
