/* SPDX-License-Identifier: ISC */
/*
 * "Yes, it was me.": people answer a question in words of their own.  Which
 * one they mean is told by the letter that they answer: its id and its
 * answering address hold a key that only its reader knows.  The writer of the
 * mail must be asked all the same (codes.c, signup_wish.c).
 */
#include "app/players/reading/plain_yes.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/matches/table/table.h"
#include "app/players/reading/handling.h"
#include "app/players/reading/heard.h"
#include "app/players/reading/identity.h"
#include "mail/incoming/read.h"
#include "mail/ticket.h"
#include "mail/ticket_text.h"
#include "parse/parse.h"
#include "parse/request.h"
#include "render/render.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"
#include "store/matches/votes.h"
#include "store/people/people.h"

#include <string.h>

#define LINES_LOOKED_AT 3 /* "Hello," may stand above */
#define NAME_BYTES 60 /* a longer line is no signature, nor a reply */

/* ---- what is said ---- */

/* What a person says of herself beside her yes to an invitation. */
static bool
is_about_self(const struct request *q)
{
	return q->kind == REQUEST_ZONE || q->kind == REQUEST_LANGUAGE ||
	       q->kind == REQUEST_NAME;
}

/* Nothing that is done, but that its writer takes part: *in.  self: and what
 * she says of herself. */
static bool
is_said_only(const struct heard *heard, bool self, bool *in)
{
	*in = false;
	for (guint i = 0; i < heard->requests->len; i++) {
		const struct request *q = heard->requests->pdata[i];

		if (q->kind == REQUEST_READY && q->text == NULL)
			*in = true;
		else if (q->kind != REQUEST_TALK && !(self && is_about_self(q)))
			return false;
	}
	return !heard->in_subject;
}

/* Is that all that the line holds?  What is read of it is cleaned of marks, so
 * it is read again; one in another language is known as it stands. */
static bool
is_line_about_self(
    const struct words *w, const struct heard *heard, const char *line)
{
	g_autoptr(GPtrArray) list =
	    g_ptr_array_new_with_free_func((GDestroyNotify)request_free);
	bool all;

	request_read(w, NULL, line, list);
	all = list->len > 0;
	for (guint i = 0; i < list->len; i++)
		all &= is_about_self(list->pdata[i]);
	for (guint i = 0; i < heard->requests->len; i++) {
		const struct request *q = heard->requests->pdata[i];

		if (is_about_self(q) && g_strcmp0(q->line, line) == 0)
			return true;
	}
	return all;
}

static bool
begins_with_word_of(const char *line, const char *name)
{
	size_t n = strcspn(line, " \t,.!");
	g_autofree char *first = g_utf8_strdown(line, (gssize)n);
	g_autofree char *folded =
	    name != NULL ? g_utf8_strdown(name, -1) : NULL;
	g_auto(GStrv) words =
	    folded != NULL ? g_strsplit_set(folded, " .", -1) : NULL;

	return n > 0 && words != NULL &&
	       g_strv_contains((const char *const *)words, first);
}

/* The sender's name below it begins a signature. */
static bool
is_her_name(const struct handling *h, const char *line)
{
	const struct person *p = h->id.person;
	const char *from = h->letter->from;
	g_autofree char *mailbox = /* "org" of its host is no name */
	    from != NULL ? g_strndup(from, strcspn(from, "@")) : NULL;

	line += strspn(line, "-* ");
	if (strlen(line) > NAME_BYTES)
		return false;
	return begins_with_word_of(line, h->letter->from_name) ||
	       begins_with_word_of(line, mailbox) ||
	       (p != NULL && begins_with_word_of(line, p->name));
}

/* A signature; or "On some day the robot wrote:", above the quote. */
static bool
ends_it(const struct handling *h, const struct heard *heard, guint i)
{
	const char *line = heard->lines->pdata[i];

	return is_her_name(h, line) ||
	       (i + 1 == heard->lines->len && g_str_has_suffix(line, ":"));
}

/* Nothing else, and at least one word of it. */
static bool
is_only_her_name(const struct handling *h, const char *text)
{
	g_auto(GStrv) words = g_strsplit_set(text, " \t.!", -1);
	bool any = false;

	for (guint i = 0; words[i] != NULL; i++) {
		if (words[i][0] == '\0')
			continue;
		if (!is_her_name(h, words[i]))
			return false;
		any = true;
	}
	return any;
}

/* "Yes, Anna" from Anna without her name: newly allocated; the line as
 * it is if no name of its writer stands behind a comma or a dash. */
static char *
without_name(const struct handling *h, const char *line)
{
	/* the first mark that parts one: "Ja, Anna-Lena" */
	for (const char *p = line; (p = strpbrk(p, ",-")) != NULL; p++)
		if (p > line && is_only_her_name(h, p + 1))
			return g_strndup(line, (size_t)(p - line));
	return g_strdup(line);
}

/* Without words for luck, which no reader of this keeps. */
static bool
is_ready(const struct words *w, const char *line)
{
	g_autoptr(GPtrArray) list =
	    g_ptr_array_new_with_free_func((GDestroyNotify)request_free);
	const struct request *q;

	request_read(w, NULL, line, list);
	if (list->len != 1)
		return false;
	q = list->pdata[0];
	return q->kind == REQUEST_READY && q->text == NULL;
}

/* The sender's language reads it first; the letter may have been in another,
 * and then "ready", too, may be said in that one. */
static bool
is_reply(struct handling *h, const char *written, enum request_kind *kind)
{
	g_autofree char *line = without_name(h, written);
	g_auto(GStrv) there = NULL;

	if (request_reply(catalog_words(home_words(h->home)), line, kind))
		return true;
	if (strlen(line) > NAME_BYTES)
		return false;
	there = catalogs_there();
	for (size_t i = 0; there[i] != NULL; i++) {
		const struct words *w =
		    catalog_words(home_catalog(h->home, there[i]));

		if (request_reply(w, line, kind))
			return true;
		if (is_ready(w, line)) {
			*kind = REQUEST_READY;
			return true;
		}
	}
	return false;
}

/*
 * TALK if it is neither yes nor no.  *sure: it is one of them, and nothing else
 * stands beside it; "count me in" says by itself what is meant.
 */
static enum request_kind
said(struct handling *h, const struct heard *heard, bool self,
    const char **line, bool *sure)
{
	enum request_kind found = REQUEST_TALK, kind;
	const struct words *words = catalog_words(home_words(h->home));
	bool in, more = false, both = false, ended = false, whole;
	guint looked = 0;

	*sure = false;
	if (!is_said_only(heard, self, &in))
		return REQUEST_TALK;
	for (guint i = 0; i < heard->lines->len; i++) {
		const char *one = heard->lines->pdata[i];

		if (self && is_line_about_self(words, heard, one))
			continue;
		if (found == REQUEST_TALK && looked++ >= LINES_LOOKED_AT)
			break;
		ended |= found != REQUEST_TALK && ends_it(h, heard, i);
		if (ended) { /* "Anna", and below it "no, wait" */
			more |= request_objects(words, one, &whole) && whole;
			continue;
		}
		more |= !is_reply(h, one, &kind);
		if (kind == REQUEST_TALK)
			continue;
		both |= found != REQUEST_TALK &&
			(kind == REQUEST_NO) != (found == REQUEST_NO);
		if (found == REQUEST_TALK)
			*line = one;
		if (found != REQUEST_READY)
			found = kind;
	}
	if (in && found != REQUEST_NO && !both) {
		*line = heard->lines->pdata[0];
		found = REQUEST_READY;
	}
	*sure = !both && (!more || found == REQUEST_READY);
	return found;
}

static struct request *
make(enum request_kind kind, const char *text, const char *line)
{
	struct request *q = g_new0(struct request, 1);

	q->kind = kind;
	q->text = g_strdup(text);
	q->line = g_strdup(line);
	return q;
}

/* ---- to which letter ---- */

bool
replies_ticket(const struct handling *h, struct ticket *ticket)
{
	const struct config *config = h->home->config;
	const struct letter *letter = h->letter;

	/* The first is the one that is answered: it may be a friend's, below
	 * which our letter stands further up. */
	if (letter->references->len > 0 &&
	    ticket_from_message_id(
		letter->references->pdata[0], config->address, ticket))
		return ticket->match == 0;
	for (guint i = 0; i < letter->recipients->len; i++)
		if (ticket_from_address(letter->recipients->pdata[i],
			config->address, config->delimiter, ticket))
			return ticket->match == 0;
	return false;
}

/* A person's own key is that of no question. */
static bool
answers_question(struct handling *h, struct ticket *ticket)
{
	return !h->id.own && !h->row->cut && replies_ticket(h, ticket);
}

bool
replies_given(struct handling *h)
{
	struct ticket ticket;
	const char *line;
	bool sure;

	return answers_question(h, &ticket) &&
	       said(h, handling_heard(h), false, &line, &sure) != REQUEST_TALK;
}

GPtrArray *
replies_all(struct handling *h)
{
	struct heard *heard = handling_heard(h);
	GPtrArray *all = g_ptr_array_new();
	enum request_kind kind;
	struct ticket ticket;
	const char *line;
	bool sure;

	for (guint i = 0; i < heard->requests->len; i++)
		g_ptr_array_add(all, heard->requests->pdata[i]);
	/* a code is proof wherever it stands, as in a subject that repeats it
	 */
	for (guint i = 0; i < heard->foreign->len; i++) {
		struct request *q = heard->foreign->pdata[i];

		q->foreign = q->kind == REQUEST_YES || q->kind == REQUEST_NO;
		if (q->foreign)
			g_ptr_array_add(all, q);
	}
	if (heard->said == NULL && answers_question(h, &ticket)) {
		kind = said(h, heard, false, &line, &sure);
		if (kind != REQUEST_TALK)
			heard->said = make(sure ? kind : REQUEST_YES,
			    sure ? ticket.key : REPLY_UNSURE, line);
	}
	if (heard->said != NULL)
		g_ptr_array_add(all, heard->said);
	return all;
}

enum request_kind
replies_said(struct handling *h, const struct heard *heard, const char **line)
{
	bool sure;
	enum request_kind kind = said(h, heard, false, line, &sure);

	return sure ? kind : REQUEST_TALK;
}

/* "Bereitt": would it be "ready" without a letter that stands twice? */
static bool
is_nearly_ready(struct handling *h, const char *line)
{
	const struct words *w = catalog_words(home_words(h->home));

	if (strlen(line) > NAME_BYTES)
		return false;
	for (const char *p = line; *p != '\0'; p = g_utf8_next_char(p)) {
		const char *next = g_utf8_next_char(p);
		g_autofree char *once = NULL;

		if (g_utf8_get_char(p) != g_utf8_get_char(next))
			continue;
		once = g_strdup_printf("%.*s%s", (int)(p - line), line, next);
		if (is_ready(w, once))
			return true;
	}
	return false;
}

/* "Ready, Bob" from Bob, which is no command as it stands, becomes one. */
static void
take_signed_ready(struct handling *h, const struct heard *heard)
{
	const struct words *w = catalog_words(home_words(h->home));

	for (guint i = 0; i < heard->requests->len; i++) {
		struct request *q = heard->requests->pdata[i];
		g_autofree char *line = NULL;

		if (q->kind != REQUEST_UNCLEAR || q->line == NULL ||
		    g_strcmp0(q->text, "ready") != 0)
			continue;
		line = without_name(h, q->line);
		if (strcmp(line, q->line) == 0 || !is_ready(w, line))
			continue;
		q->kind = REQUEST_READY;
		g_clear_pointer(&q->text, g_free);
	}
}

/* Talk alone, and what a person says of herself. */
static bool
says_no_more(const GPtrArray *requests)
{
	for (guint i = 0; i < requests->len; i++) {
		const struct request *q = requests->pdata[i];

		if (q->kind != REQUEST_TALK && !is_about_self(q))
			return false;
	}
	return true;
}

void
replies_ready(struct handling *h, struct heard *heard)
{
	enum request_kind kind;
	const char *line;
	bool sure;

	if (h->id.key != KEY_VALID)
		return;
	take_signed_ready(h, heard);
	if (!says_no_more(heard->requests))
		return;
	kind = said(h, heard, true, &line, &sure);
	if (kind != REQUEST_TALK && !sure)
		g_ptr_array_add(
		    heard->requests, make(REQUEST_UNCLEAR, "ready", line));
	else if (kind == REQUEST_NO)
		g_ptr_array_add(
		    heard->requests, make(REQUEST_UNCLEAR, "resign", line));
	else if (kind != REQUEST_TALK)
		g_ptr_array_add(
		    heard->requests, make(REQUEST_READY, NULL, line));
	else if (heard->lines->len > 0 &&
		 is_nearly_ready(h, heard->lines->pdata[0]))
		g_ptr_array_add(heard->requests,
		    make(REQUEST_UNCLEAR, "ready", heard->lines->pdata[0]));
}

bool
replies_unread(struct handling *h, struct table *t, const GPtrArray *requests)
{
	const struct words *words = catalog_words(home_words(h->home));
	enum request_kind kind;

	if (t->row->status != STATUS_MUSTER ||
	    table_seat(t, h->id.ticket.seat)->ready)
		return false;
	for (guint i = 0; i < requests->len; i++) {
		const struct request *q = requests->pdata[i];

		if (q->kind == REQUEST_TALK && q->line != NULL &&
		    !request_reply(words, q->line, &kind))
			return true;
	}
	return false;
}

int
replies_vote(struct handling *h, struct heard *heard, int64_t match)
{
	g_autoptr(GPtrArray) open = NULL;
	enum request_kind kind;
	const char *line;
	bool sure;

	if (h->id.key != KEY_VALID || !reading_is_talk(heard->requests))
		return 0;
	kind = said(h, heard, false, &line, &sure);
	if (kind != REQUEST_YES && kind != REQUEST_NO)
		return 0;
	if ((open = store_votes_open(h->home->store, match)) == NULL)
		return -1;
	if (open->len > 0)
		g_ptr_array_add(
		    heard->requests, make(REQUEST_UNCLEAR, "vote", line));
	return 0;
}
