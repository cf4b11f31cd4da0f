/* SPDX-License-Identifier: ISC */
/*
 * What an organiser is shown of a mail or a letter, as JSON; of those of other
 * seats in a match in which the organiser plays, no more than home/veil.c lets
 * through.
 */
#include "app/organiser/shown/show_queues.h"

#include "app/home/home.h"
#include "app/home/veil.h"
#include "app/organiser/organiser.h"
#include "app/organiser/shown/columns.h"
#include "app/organiser/shown/reveal.h"
#include "app/transport/send.h"
#include "base/err.h"
#include "store/mails/inbox.h"
#include "store/mails/outbox.h"
#include "store/matches/seats.h"

#include <string.h>

/* The person in that seat: the name there. */
static int
set_player(struct home *home, json_t *object, int64_t match, int seat)
{
	g_autoptr(GPtrArray) seats = NULL;

	if (seat == -1)
		return 0;
	if ((seats = store_seats(home->store, match)) == NULL)
		return -1;
	if ((guint)seat < seats->len)
		json_object_set_new(object, "player",
		    json_string(
			((const struct seat_row *)seats->pdata[seat])->name));
	return 0;
}

const char *
inbox_word(int n)
{
	return inbox_state_word((enum inbox_state)n);
}

const char *
outbox_word(int n)
{
	return outbox_state_word((enum outbox_state)n);
}

/* The state in which the row is shown. */
static enum inbox_state
shown_state(const struct inbox_row *row, bool hides)
{
	return hides ? veil_state(row->state) : row->state;
}

/* ---- a row: what is hidden is no more in a copy of it ---- */

#define AT(field) offsetof(struct inbox_row, field)
static const struct column inbox_columns[] = {
	{ "mail", COLUMN_NUMBER, AT(id), NULL },
	{ "state", COLUMN_WORD, AT(state), inbox_word },
	{ "received", COLUMN_TIME, AT(received), NULL },
	{ "from", COLUMN_ADDRESS, AT(sender), NULL },
	{ "match", COLUMN_ROW, AT(match), NULL },
	{ "series", COLUMN_ROW, AT(series), NULL },
	{ "seat", COLUMN_COUNT, AT(seat), NULL },
	{ "size", COLUMN_NUMBER, AT(size), NULL },
	{ "tries", COLUMN_COUNT, AT(tries), NULL },
	{ "note", COLUMN_TEXT, AT(note), NULL },
	{ NULL, COLUMN_TEXT, 0, NULL },
};
static const struct column mail_columns[] = {
	{ "message_id", COLUMN_TEXT, AT(message_id), NULL },
	{ "source", COLUMN_TEXT, AT(source), NULL },
	{ "handled", COLUMN_TIME, AT(handled), NULL },
	{ NULL, COLUMN_TEXT, 0, NULL },
};
#undef AT

/* Why it waits or was given up is shown, for that somebody must look at. */
struct inbox_row
shown_mail(const struct inbox_row *row, bool hides)
{
	struct inbox_row shown = *row;

	shown.state = shown_state(row, hides);
	if (hides)
		shown.size = shown.tries = -1;
	if (hides && shown.state == INBOX_DONE)
		shown.note = "";
	return shown;
}

json_t *
inbox_summary(const void *row, bool hides)
{
	const struct inbox_row shown = shown_mail(row, hides);

	return columns_row(inbox_columns, &shown);
}

#define AT(field) offsetof(struct outbox_row, field)
static const struct column outbox_columns[] = {
	{ "letter", COLUMN_NUMBER, AT(id), NULL },
	{ "state", COLUMN_WORD, AT(state), outbox_word },
	{ "created", COLUMN_TIME, AT(created), NULL },
	{ "to", COLUMN_ADDRESS, AT(address), NULL },
	{ "match", COLUMN_ROW, AT(match), NULL },
	{ "series", COLUMN_ROW, AT(series), NULL },
	{ "seat", COLUMN_COUNT, AT(seat), NULL },
	{ "kind", COLUMN_TEXT, AT(kind), NULL },
	{ "tries", COLUMN_COUNT, AT(tries), NULL },
	{ "sent", COLUMN_TIME, AT(sent), NULL },
	{ "note", COLUMN_TEXT, AT(note), NULL },
	{ NULL, COLUMN_TEXT, 0, NULL },
};
static const struct column letter_columns[] = {
	{ "message_id", COLUMN_TEXT, AT(message_id), NULL },
	{ "next_try", COLUMN_TIME, AT(next_try), NULL },
	{ "answers", COLUMN_NUMBER, AT(answers), NULL },
	{ NULL, COLUMN_TEXT, 0, NULL },
};
#undef AT

/*
 * A reminder is the only letter at its minute: its reader is the one who is
 * reminded, and its id has the seat in it.  What does not leave must be looked
 * at.
 */
struct outbox_row
shown_letter(const struct outbox_row *row, bool hides)
{
	struct outbox_row shown = *row;

	if (hides) {
		shown.kind = NULL;
		shown.answers = -1;
	}
	if (hides && row->state == OUTBOX_REPLACED)
		shown.note = "";
	if (hides &&
	    (row->state == OUTBOX_SENT || row->state == OUTBOX_REPLACED)) {
		shown.address = shown.message_id = NULL;
		shown.seat = -1;
	}
	return shown;
}

json_t *
outbox_summary(const void *row, bool hides)
{
	const struct outbox_row shown = shown_letter(row, hides);

	return columns_row(outbox_columns, &shown);
}

json_t *
show_inbox_row(struct home *home, int64_t id, const struct reveal *reveal,
    GBytes **raw, struct err *e)
{
	struct inbox_row *row;
	json_t *item;
	bool hides;

	home_work(home, home->now, e);
	e->code = 0;
	if ((row = store_inbox(home->store, id)) == NULL) {
		if (e->code == 0)
			err_set(e, ERR_MISSING,
			    "there is no mail %lld in the inbox",
			    (long long)id);
		return NULL;
	}
	if (reveal_mail(home, row, reveal) == -1) {
		inbox_row_free(row);
		return NULL;
	}
	hides = reveal == NULL && veil_hides_mail(home, row);
	item = inbox_summary(row, hides);
	columns_add(item, mail_columns, row);
	json_object_set_new(
	    item, "cut", hides ? json_null() : json_boolean(row->cut));
	json_object_set_new(item, "answered",
	    hides ? json_null() : json_boolean(row->answer == ANSWER_SENT));
	if (set_player(home, item, row->match, row->seat) == -1)
		g_clear_pointer(&item, json_decref);
	else if (reveal != NULL)
		*raw = g_bytes_ref(row->raw);
	inbox_row_free(row);
	return item;
}

json_t *
show_outbox_row(struct home *home, int64_t id, const struct reveal *reveal,
    GBytes **raw, struct err *e)
{
	struct outbox_row *row;
	struct outbox_row shown;
	bool hides;
	json_t *item;

	home_work(home, home->now, e);
	e->code = 0;
	if ((row = store_outbox(home->store, id)) == NULL) {
		if (e->code == 0)
			err_set(e, ERR_MISSING,
			    "there is no letter %lld in the outbox",
			    (long long)id);
		return NULL;
	}
	if (reveal_letter(home, row, reveal) == -1) {
		outbox_row_free(row);
		return NULL;
	}
	hides = reveal == NULL && veil_hides_letter(home, row);
	shown = shown_letter(row, hides);
	item = columns_row(outbox_columns, &shown);
	columns_add(item, letter_columns, &shown);
	if (set_player(home, item, row->match, shown.seat) == -1)
		g_clear_pointer(&item, json_decref);
	else if (reveal != NULL)
		*raw = send_filled(home, row);
	outbox_row_free(row);
	return item;
}
