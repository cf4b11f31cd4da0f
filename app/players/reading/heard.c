/* SPDX-License-Identifier: ISC */
/* What a mail asks, as lists. */
#include "app/players/reading/heard.h"

#include "parse/request.h"

#include <string.h>

void
heard_init(struct heard *heard)
{
	*heard = (struct heard){
		.lines = g_ptr_array_new_with_free_func(g_free),
		.requests = g_ptr_array_new_with_free_func(
		    (GDestroyNotify)request_free),
		.foreign = g_ptr_array_new_with_free_func(
		    (GDestroyNotify)request_free),
		.plain = true,
	};
}

void
heard_clear(struct heard *heard)
{
	g_ptr_array_unref(heard->lines);
	g_ptr_array_unref(heard->requests);
	g_ptr_array_unref(heard->foreign);
	request_free(heard->said);
	heard->lines = NULL;
}

bool
reading_any(
    const GPtrArray *requests, guint from, bool (*is)(const struct request *))
{
	for (guint i = from; i < requests->len; i++)
		if (is(requests->pdata[i]))
			return true;
	return false;
}

bool
reading_is_talk(const GPtrArray *requests)
{
	for (guint i = 0; i < requests->len; i++)
		if (((struct request *)requests->pdata[i])->kind !=
		    REQUEST_TALK)
			return false;
	return true;
}

static bool
is_code(const struct request *q, enum request_kind kind)
{
	return q->kind == kind && q->text != NULL;
}

/* The first one with that kind and code, or -1. */
static int
find_code(const GPtrArray *requests, enum request_kind kind, const char *code)
{
	for (guint i = 0; i < requests->len; i++) {
		const struct request *q = requests->pdata[i];

		if (is_code(q, kind) && strcmp(q->text, code) == 0)
			return (int)i;
	}
	return -1;
}

void
replies_drop_quoted(GPtrArray *requests)
{
	for (guint i = 0; i < requests->len; i++) {
		struct request *no = requests->pdata[i];
		int at;

		if (!is_code(no, REQUEST_NO) ||
		    (at = find_code(requests, REQUEST_YES, no->text)) == -1)
			continue;
		no->kind = REQUEST_TALK;
		((struct request *)requests->pdata[at])->kind = REQUEST_TALK;
	}
}
