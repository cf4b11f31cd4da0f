/* SPDX-License-Identifier: ISC */
/* A mail read with and without the short way for simple ones. */
#ifndef TESTS_MAIL_BOTH_H
#define TESTS_MAIL_BOTH_H

#include "mail/incoming/read.h"

static inline bool
same_list(const GPtrArray *one, const GPtrArray *other)
{
	bool same = one->len == other->len;

	for (guint i = 0; same && i < one->len; i++)
		same = g_str_equal(one->pdata[i], other->pdata[i]);
	return same;
}

static inline bool
same_letter(const struct letter *a, const struct letter *b)
{
	return g_str_equal(a->message_id, b->message_id) &&
	       g_str_equal(a->from, b->from) &&
	       g_str_equal(a->from_name, b->from_name) &&
	       g_str_equal(a->subject, b->subject) &&
	       g_str_equal(a->text, b->text) &&
	       g_strcmp0(a->auto_submitted, b->auto_submitted) == 0 &&
	       g_strcmp0(a->part, b->part) == 0 &&
	       g_strcmp0(a->came, b->came) == 0 &&
	       a->auto_submitted_unless_keyed ==
		   b->auto_submitted_unless_keyed &&
	       a->auto_submitted_by_subject == b->auto_submitted_by_subject &&
	       a->listed == b->listed && a->automatic == b->automatic &&
	       a->guessed == b->guessed &&
	       same_list(a->recipients, b->recipients) &&
	       same_list(a->references, b->references);
}

static inline bool
same_both_ways(GBytes *raw, bool cut, const struct reading *reading)
{
	static const char own[] = "robot@games.example";
	struct letter *one = letter_read(raw, cut, own, reading);
	struct letter *other = letter_read_fully(raw, cut, own, reading);
	bool same = same_letter(one, other);

	letter_free(one);
	letter_free(other);
	return same;
}

#endif
