/* SPDX-License-Identifier: ISC */
/*
 * Commands in their writer's own lines that may not be meant: taken back
 * below, written to the robot of a mailing list, or by a program that answers
 * while its owner is away.  They are handled as those of others, so that the
 * writer is asked.
 */
#include "app/players/reading/parse.h"

#include "app/players/reading/command_kinds.h"
#include "app/players/reading/heard.h"
#include "app/players/reading/plain_yes.h"
#include "mail/incoming/read.h"
#include "parse/parse.h"
#include "parse/request.h"

static bool
has_any(const struct heard *heard, bool (*is)(const struct request *))
{
	return reading_any(heard->requests, 0, is);
}

static bool
is_deed(const struct request *q)
{
	return request_is_command(q) && !command_is(q, COMMAND_INQUIRY);
}

/* Their writer is asked about all commands. */
static void
doubt_all(struct heard *heard)
{
	for (guint i = 0; i < heard->requests->len;) {
		struct request *q = heard->requests->pdata[i];

		if (q->kind == REQUEST_YES) {
			g_free(q->text);
			q->text = g_strdup(REPLY_UNSURE);
		}
		q->doubted = request_is_command(q) && q->kind != REQUEST_YES &&
			     q->kind != REQUEST_NO;
		if (!q->doubted)
			i++;
		else
			g_ptr_array_add(heard->foreign,
			    g_ptr_array_steal_index(heard->requests, i));
	}
	heard->plain = false;
}

/* "pay 2", and below it "no, 3" or "sorry, I meant pay 3". */
static bool
is_corrected(const struct heard *heard, const struct words *words,
    const struct match *match)
{
	bool move = false;

	for (guint i = 0; i < heard->requests->len; i++) {
		const struct request *q = heard->requests->pdata[i];

		if (move && q->line != NULL &&
		    (q->kind == REQUEST_TALK || q->kind == REQUEST_MOVE ||
			q->kind == REQUEST_NUMBER) &&
		    request_corrects(words, match, q->line))
			return true;
		move |= q->kind == REQUEST_MOVE || q->kind == REQUEST_NUMBER;
	}
	return false;
}

/* "pay 2", and below all commands "no, wait". */
static bool
is_taken_back(const struct heard *heard, const struct words *words)
{
	bool whole;

	for (guint i = heard->requests->len; i-- > 0;) {
		const struct request *q = heard->requests->pdata[i];

		if (q->kind != REQUEST_TALK)
			return false;
		if (request_objects(words, q->line, &whole) && whole)
			return has_any(heard, is_deed);
	}
	return false;
}

/* "help" among other lines of a mail that a list passed on may be meant for the
 * list's robot, which knows such words as well. */
static bool
is_for_list(const struct heard *heard, const struct letter *letter)
{
	return letter->listed && has_any(heard, request_is_command) &&
	       !has_any(heard, is_deed) && heard->requests->len > 1;
}

static bool
is_absence(const struct request *q)
{
	return q->kind == REQUEST_AWAY;
}

/* What looks like its writer's command, but may not be meant as one. */
void
reading_doubt(struct heard *heard, const struct letter *letter,
    const struct words *words, const struct match *match)
{
	if (is_taken_back(heard, words) || is_corrected(heard, words, match) ||
	    is_for_list(heard, letter) ||
	    (letter->automatic && has_any(heard, is_absence)))
		doubt_all(heard);
}
