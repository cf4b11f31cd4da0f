/* SPDX-License-Identifier: ISC */
/* Pieces of a request, and what goes into its answer. */
#include "engine/inner.h"

#include "base/err.h"
#include "core/match.h"
#include "core/say.h"
#include "render/render.h"

#include <string.h>

int
ask_refuse(struct ask *q, const char *what)
{
	return err_set(&q->err, ERR_FORMAT, "%s", what);
}

int
ask_refuse_phrase(struct ask *q, struct phrase *why)
{
	g_autofree char *text = catalog_say(q->engine->catalog, why, NULL);

	phrase_free(why);
	return ask_refuse(q, text);
}

const char *
ask_text(const json_t *value)
{
	const char *text = json_string_value(value);

	return text != NULL && strlen(text) == json_string_length(value) ? text
									 : NULL;
}

int
ask_need_match(struct ask *q)
{
	if (q->engine->match == NULL)
		return ask_refuse(
		    q, "there is no game yet; ask for \"new\" first");
	return 0;
}

int
ask_need_seat(struct ask *q)
{
	const json_t *seat = json_object_get(q->request, "seat");
	json_int_t n = json_integer_value(seat);

	if (ask_need_match(q) == -1)
		return -1;
	if (!json_is_integer(seat) || n < 0 ||
	    n >= (json_int_t)match_seats(q->engine->match))
		return err_set(&q->err, ERR_FORMAT,
		    "\"seat\" must be a number from 0 to %zu",
		    match_seats(q->engine->match) - 1);
	q->seat = (int)n;
	return 0;
}

void
ask_give(struct ask *q, const char *key, json_t *value)
{
	json_object_set_new(q->answer, key, value);
}
