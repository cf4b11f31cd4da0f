/* SPDX-License-Identifier: ISC */
/*
 * One mail on its way: what is known of it is found once and kept, its lines
 * as they were read and the match that it is about.
 */
#include "app/players/reading/handling.h"

#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/letters/writing/compose.h"
#include "app/matches/table/dedup.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/reply.h"
#include "app/matches/table/table.h"
#include "app/players/reading/heard.h"
#include "app/players/reading/identity.h"
#include "app/players/reading/parse.h"
#include "mail/incoming/read.h"
#include "render/render.h"
#include "store/mails/inbox.h"
#include "store/matches/matches.h"
#include "store/people/asks.h"
#include "store/transaction.h"

void
handling_begin(struct handling *h, struct home *home, struct inbox_row *row)
{
	*h = (struct handling){ .home = home, .row = row };
	h->dedup_prefix = g_strdup_printf("i%lld", (long long)row->id);
	reply_init(&h->codes, home);
}

void
handling_end(struct handling *h)
{
	identity_clear(&h->id);
	reply_clear(&h->codes);
	if (h->heard.lines != NULL)
		heard_clear(&h->heard);
	table_free(h->table);
	ask_row_free(h->meant);
	letter_free(h->letter);
	inbox_row_free(h->row);
	g_free(h->dedup_prefix);
}

void
handling_settle(struct handling *h, enum inbox_state state, const char *note)
{
	h->row->state = state;
	h->row->handled = h->home->now;
	g_free(h->row->note);
	h->row->note = g_strdup(note);
}

struct answered
handling_answered(const struct handling *h)
{
	return (struct answered){ h->row->id, h->letter->message_id };
}

struct reader
handling_reader(
    const struct handling *h, const struct person *to, const char *address)
{
	struct reader r = reader_address(h->home, to, address);

	r.answers = handling_answered(h);
	return r;
}

void
handling_keep(struct handling *h, struct table *t)
{
	table_free(h->table);
	h->table = t;
	if (t == NULL)
		return;
	dedup_by(t, h->dedup_prefix);
	h->changes = store_changes(h->home->store);
}

struct table *
handling_table(struct handling *h, int64_t match)
{
	if (h->table == NULL || h->table->row->id != match ||
	    h->changes != store_changes(h->home->store))
		handling_keep(h, table_open(h->home, match));
	return h->table;
}

/* By the words of that match; what repeats the subject of its letters is no
 * command. */
static void
read_by(struct handling *h, struct table *t)
{
	const struct reader r = reader_view(t, h->id.ticket.seat);
	g_autofree char *ours = seat_subject(&r, "");
	g_autofree char *plain = text_ascii(ours);
	char *const subjects[] = { ours, plain, NULL };

	heard_read(
	    &h->heard, home_words(h->home), t->match, h->letter, subjects);
}

struct heard *
handling_heard(struct handling *h)
{
	int64_t match = h->table != NULL ? h->table->row->id : 0;

	if (h->heard.lines != NULL && h->heard_by == match)
		return &h->heard;
	if (h->heard.lines != NULL)
		heard_clear(&h->heard);
	h->home->readings++;
	h->heard_by = match;
	if (match != 0)
		read_by(h, h->table);
	else
		heard_read(
		    &h->heard, home_words(h->home), NULL, h->letter, NULL);
	return &h->heard;
}
