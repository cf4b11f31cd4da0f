/* SPDX-License-Identifier: ISC */
#include "store/postgres/ahead.h"

#include "store/claims.h"
#include "store/db.h"
#include "store/postgres/answers.h"
#include "store/postgres/pipeline.h"
#include "store/postgres/postgres.h"
#include "store/postgres/statement_own.h"

#include <string.h>

struct values_room {
	const char *values[POSTGRES_AHEAD_MAX];
	int lengths[POSTGRES_AHEAD_MAX], formats[POSTGRES_AHEAD_MAX];
	struct postgres_values v;
};

/* Has s values for all that it takes, by their names?  An "id" is one of its
 * own table. */
static bool
take_values(const struct postgres_statement *t,
    const struct postgres_statement *s, struct values_room *room)
{
	const guint n = t->text.names->len;
	bool any = false;

	if (t == s)
		return false;
	for (guint i = 0; i < n; i++) {
		const char *name = g_ptr_array_index(t->text.names, i);
		const char *last = t->parameters[i].last;
		const int place = last[0] == '\0' ? postgres_place(s, name) : 0;

		if (last[0] == '\0' &&
		    (place == 0 || (strcmp(name, ":id") == 0 &&
				       t->text.subject != s->text.subject)))
			return false;
		any = any || place > 0;
		room->values[i] = place > 0 ? s->bound.values[place - 1] : last;
		room->lengths[i] = place > 0 ? s->bound.lengths[place - 1] : 0;
		room->formats[i] = place > 0 ? s->bound.formats[place - 1] : 0;
	}
	room->v = (struct postgres_values){ .values = room->values,
		.lengths = room->lengths,
		.formats = room->formats,
		.n = (int)n };
	return any;
}

static int
send_for(struct store *st, struct postgres_statement *t,
    const struct postgres_values *v, enum postgres_ahead_way way)
{
	struct postgres_own *own = st->own;
	const GString *asked;

	if (t->serial != own->serial || !postgres_may_keep(st, t, v))
		return 0;
	asked = postgres_question(own, t->name, v);
	if (postgres_is_kept(st, asked))
		return 0;
	return postgres_send_ahead(
	    st, t, v, g_string_new_len(asked->str, (gssize)asked->len), way);
}

int
postgres_read_ahead(struct store *st, struct postgres_statement *s)
{
	struct postgres_own *own = st->own;
	struct values_room room;
	int r = 0;

	for (guint i = 0; i < own->readers->len && r == 0; i++) {
		struct postgres_statement *t =
		    g_ptr_array_index(own->readers, i);

		if (t->use[POSTGRES_ALONG] >= 0 && take_values(t, s, &room))
			r = send_for(st, t, &room.v, POSTGRES_ALONG);
	}
	return r;
}

/* What is called "id" is that of a match or of a person. */
static const char *
name_of(const struct postgres_statement *t, guint i)
{
	const char *name = g_ptr_array_index(t->text.names, i);

	if (strcmp(name, ":id") != 0)
		return name;
	return t->match != 0 ? ":match"
	       : t->text.subject ==
		       postgres_table_bit("person", strlen("person"))
		   ? ":person"
		   : name;
}

/* One that is no UTF-8 is sent in other words later (postgres_bind_text), and
 * as it is the server refuses it; so nothing is asked about it ahead. */
static bool
find_values(const struct postgres_statement *t,
    const struct store_value *values, size_t n, struct values_room *room)
{
	bool any = false;

	room->v = (struct postgres_values){ .values = room->values,
		.lengths = room->lengths,
		.formats = room->formats,
		.n = (int)t->text.names->len };
	for (guint i = 0; i < t->text.names->len; i++) {
		const char *name = name_of(t, i);
		size_t k = 0;

		while (k < n && strcmp(values[k].name, name) != 0)
			k++;
		if (k == n && t->parameters[i].last[0] == '\0')
			return false;
		any = any || k < n;
		room->values[i] =
		    k < n ? values[k].value : t->parameters[i].last;
		if (room->values[i] != NULL &&
		    !g_utf8_validate(room->values[i], -1, NULL))
			return false;
		room->lengths[i] = room->formats[i] = 0;
	}
	return any;
}

int
postgres_send_ahead_of(struct store *st, const struct store_value *values,
    size_t n, bool of_reader)
{
	struct postgres_own *own = st->own;
	struct values_room room;
	int r = 0;

	for (guint i = 0; i < own->readers->len && r == 0; i++) {
		struct postgres_statement *t =
		    g_ptr_array_index(own->readers, i);

		if (t->use[POSTGRES_TOGETHER] >= 0 &&
		    (t->text.of_reader || !of_reader) &&
		    find_values(t, values, n, &room))
			r = send_for(st, t, &room.v, POSTGRES_TOGETHER);
	}
	return r;
}
