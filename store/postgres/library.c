/* SPDX-License-Identifier: ISC */
/* libpq, opened when first used. */
#include "store/postgres/postgres.h"

struct pq_calls pq;

int
pq_open(struct err *e)
{
#define CALL(call) LIBRARY_CALL(PQ, call, pq)
	static const struct library_call calls[] = { PQ_CALLS(CALL) };
#undef CALL
	static struct library library = { library_pq, calls,
		G_N_ELEMENTS(calls), false };

	return library_need(&library, e);
}
