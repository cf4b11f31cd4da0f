/* SPDX-License-Identifier: ISC */
/* The function that our statements call beside SQLite's own: unpacked(raw). */
#include "store/sqlite/sqlite.h"

#include "base/err.h"
#include "store/db.h"
#include "store/functions.h"

static void
sql_unpacked(sqlite3_context *context, int n, sqlite3_value **values)
{
	struct store *st = sqlite.user_data(context);
	const guint8 *bytes = sqlite.value_blob(values[0]);
	const size_t size = (size_t)sqlite.value_bytes(values[0]);
	size_t full;
	void *raw;

	(void)n;
	if (!db_is_packed(bytes, size))
		sqlite.result_value(context, values[0]);
	else if ((raw = db_unpack(st, bytes, size, &full)) != NULL)
		sqlite.result_blob64(context, raw, full, g_free);
	else
		sqlite.result_error(context,
		    st->packer == NULL && st->err != NULL
			? st->err->text
			: "packed bytes of a mail cannot be read",
		    -1);
}

int
sqlite_functions(struct store *st)
{
	sqlite3 *db = sqlite_of(st);

	if (sqlite.create_function_v2(db, "unpacked", 1,
		SQLITE_UTF8 | SQLITE_DIRECTONLY, st, sql_unpacked, NULL, NULL,
		NULL) != SQLITE_OK)
		return sqlite_fail(st);
	return 0;
}
