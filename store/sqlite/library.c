/* SPDX-License-Identifier: ISC */
/* SQLite, opened when first used. */
#include "store/sqlite/sqlite.h"

struct sqlite_calls sqlite;

int
sqlite_library(struct err *e)
{
#define CALL(call) LIBRARY_CALL(sqlite3_, call, sqlite)
	static const struct library_call calls[] = { SQLITE_CALLS(CALL) };
#undef CALL
	static struct library library = { library_sqlite3, calls,
		G_N_ELEMENTS(calls), false };

	return library_need_deep(&library, e);
}
