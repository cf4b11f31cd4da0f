/* SPDX-License-Identifier: ISC */
#include "store/ids.h"

#include "store/db.h"
#include "store/postgres/text.h"

/* "[7,9]" */
char *
db_bind_ids(struct statement *q, const int64_t *first, guint n, size_t apart)
{
	GString *list = g_string_new("[");
	char room[POSTGRES_DIGITS];

	for (guint i = 0; i < n; i++) {
		const void *at = (const char *)first + i * apart;

		g_string_append(i > 0 ? g_string_append_c(list, ',') : list,
		    postgres_decimal(room, *(const int64_t *)at));
	}
	g_string_append_c(list, ']');
	db_text(q, ":ids", list->str);
	return g_string_free(list, FALSE);
}
