/* SPDX-License-Identifier: ISC */
/*
 * What an organiser is shown of mails and letters, as JSON; of those of other
 * seats in a match in which he plays no more than home/veil.c lets through.
 */
#include "app/organiser/organiser.h"

#include "app/home/home.h"
#include "app/home/veil.h"
#include "app/letters/context.h"
#include "app/organiser/look.h"
#include "app/transport/send.h"
#include "base/err.h"
#include "store/queues.h"
#include "store/store.h"

#include <string.h>

#define LIST_MAX 1000

/* A seat of a match, or null. */
static void
set_seat(json_t *object, int seat)
{
	json_object_set_new(
	    object, "seat", seat == -1 ? json_null() : json_integer(seat));
}

/* Who has that seat: her name there. */
static int
set_player(
    struct home *home, json_t *object, int64_t match, int seat, struct err *e)
{
	g_autoptr(GPtrArray) seats = NULL;

	if (seat == -1)
		return 0;
	if ((seats = store_seats(home->store, match, e)) == NULL)
		return -1;
	if ((guint)seat < seats->len)
		json_object_set_new(object, "player",
		    json_string(
			((const struct seat_row *)seats->pdata[seat])->name));
	return 0;
}

/* A number that is hidden is null. */
static json_t *
number_unless(bool hides, int64_t n)
{
	return hides ? json_null() : json_integer(n);
}

static void
add(json_t *item, json_t *more)
{
	json_object_update(item, more);
	json_decref(more);
}

/* The state in which the row is shown. */
static enum inbox_state
shown_state(const struct inbox_row *row, bool hides)
{
	return hides ? veil_state(row->state) : row->state;
}

/* Why it waits or was given up is shown, for that somebody must look at. */
static json_t *
inbox_summary(const struct inbox_row *row, bool hides)
{
	const enum inbox_state state = shown_state(row, hides);
	bool note = !hides || state != INBOX_DONE;
	json_t *item = json_pack("{s:I, s:s}", "mail", (json_int_t)row->id,
	    "state", inbox_state_word(state));

	show_time(item, "received", row->received);
	add(item, json_pack("{s:o, s:I}", "from", facts_address(row->sender),
		      "match", (json_int_t)row->match));
	set_seat(item, row->seat);
	add(item, json_pack("{s:o, s:o, s:s?}", "size",
		      number_unless(hides, row->size), "tries",
		      number_unless(hides, row->tries), "note",
		      note ? row->note : ""));
	return item;
}

/* Is it not said for whom that letter is? */
static bool
is_unnamed(const struct outbox_row *row, bool hides)
{
	return hides &&
	       (row->state == OUTBOX_SENT || row->state == OUTBOX_REPLACED);
}

static json_t *
outbox_summary(const struct outbox_row *row, bool hides)
{
	bool note = !hides || row->state != OUTBOX_REPLACED;
	/* A reminder is the only letter at its minute: for whom it is tells
	 * who is reminded.  What does not leave must be looked at. */
	bool whom = !is_unnamed(row, hides);
	json_t *item = json_pack("{s:I, s:s}", "letter", (json_int_t)row->id,
	    "state", outbox_state_word(row->state));

	show_time(item, "created", row->created);
	add(item, json_pack("{s:o, s:I}", "to",
		      facts_address(whom ? row->address : NULL), "match",
		      (json_int_t)row->match));
	set_seat(item, whom ? row->seat : -1);
	add(item, json_pack("{s:s?, s:i}", "kind", hides ? NULL : row->kind,
		      "tries", row->tries));
	show_time(item, "sent", row->sent);
	add(item, json_pack("{s:s?}", "note", note ? row->note : ""));
	return item;
}

/* The number of a state by its word; -1: all; -2: there is none. */
static int
state_number(const char *word, const char *(*words)(int), int max)
{
	if (word == NULL)
		return -1;
	for (int i = 0; i <= max; i++)
		if (strcmp(words(i), word) == 0)
			return i;
	return -2;
}

static const char *
inbox_word(int n)
{
	return inbox_state_word((enum inbox_state)n);
}

static const char *
outbox_word(int n)
{
	return outbox_state_word((enum outbox_state)n);
}

/* Of all rows, or those in one state, what is hidden; lifted by a look. */
struct rows {
	GPtrArray *rows;
	bool *hides; /* of each */
	bool looks; /* what is hidden is asked for */
};

static void
rows_clear(struct rows *r)
{
	if (r->rows != NULL)
		g_ptr_array_unref(r->rows);
	g_free(r->hides);
}

/* Of these rows those that are shown in that state (-1: in any). */
static int
take_shown(
    struct veil *v, GPtrArray *page, int number, struct rows *r, struct err *e)
{
	for (guint i = 0; i < page->len && r->rows->len < LIST_MAX; i++) {
		struct inbox_row *row = page->pdata[i];
		bool *hides = &r->hides[r->rows->len];

		if (veil_mail(v, row, hides, e) == -1)
			return -1;
		if (number >= 0 &&
		    (int)shown_state(row, *hides && !r->looks) != number)
			continue;
		g_ptr_array_add(r->rows, row);
		page->pdata[i] = NULL;
	}
	return 0;
}

/*
 * Whatever is shown as done is found by that word alone: then all rows are
 * gone through, until there are enough.
 */
static int
mails_in(struct veil *v, int number, struct rows *r, struct err *e)
{
	bool fold = v->organiser != 0 && !r->looks && number >= 0 &&
		    veil_state((enum inbox_state)number) == INBOX_DONE;
	int64_t before = INT64_MAX;
	bool more = true;

	r->rows =
	    g_ptr_array_new_with_free_func((GDestroyNotify)inbox_row_free);
	r->hides = g_new0(bool, LIST_MAX + 1);
	while (more && r->rows->len < LIST_MAX) {
		g_autoptr(GPtrArray) page = store_inbox_list(
		    v->home->store, fold ? -1 : number, before, LIST_MAX, e);

		if (page == NULL)
			return -1;
		more = fold && page->len == LIST_MAX;
		if (more)
			before = ((const struct inbox_row *)
				      page->pdata[page->len - 1])
				     ->id;
		if (take_shown(v, page, number, r, e) == -1)
			return -1;
	}
	return 0;
}

static int
letters_in(struct veil *v, int number, struct rows *r, struct err *e)
{
	r->rows = store_outbox_list(v->home->store, number, LIST_MAX, e);
	if (r->rows == NULL)
		return -1;
	r->hides = g_new0(bool, r->rows->len + 1);
	for (guint i = 0; i < r->rows->len; i++)
		if (veil_letter(v, r->rows->pdata[i], &r->hides[i], e) == -1)
			return -1;
	return 0;
}

typedef int rows_in(struct veil *, int number, struct rows *, struct err *);

/* *r is to be cleared whatever comes of it. */
static int
rows_seen(struct home *home, rows_in *in, int number, const struct look *look,
    struct rows *r, struct err *e)
{
	struct veil v;
	int found;

	*r = (struct rows){ .looks = look != NULL };
	found = veil_open(&v, home, e) == -1 ? -1 : in(&v, number, r, e);
	if (found == 0 && look != NULL && (found = veil_lift(&v, look, e)) == 0)
		memset(r->hides, 0, r->rows->len * sizeof(*r->hides));
	veil_close(&v);
	return found;
}

json_t *
show_inbox(struct home *home, const char *state, const struct look *look,
    struct err *e)
{
	int number = state_number(state, inbox_word, INBOX_DEAD);
	struct rows r;
	json_t *list = NULL;

	if (number == -2) {
		err_set(e, ERR_FORMAT,
		    "there is no state \"%s\"; mails are new, done, ignored, "
		    "duplicate, held or dead",
		    state);
		return NULL;
	}
	if (rows_seen(home, mails_in, number, look, &r, e) == 0) {
		list = json_array();
		for (guint i = 0; i < r.rows->len; i++)
			json_array_append_new(
			    list, inbox_summary(r.rows->pdata[i], r.hides[i]));
	}
	rows_clear(&r);
	return list;
}

json_t *
show_outbox(struct home *home, const char *state, const struct look *look,
    struct err *e)
{
	int number = state_number(state, outbox_word, OUTBOX_DEAD);
	struct rows r;
	json_t *list = NULL;

	if (number == -2) {
		err_set(e, ERR_FORMAT,
		    "there is no state \"%s\"; letters are new, sending, sent, "
		    "later, unknown, replaced or dead",
		    state);
		return NULL;
	}
	if (rows_seen(home, letters_in, number, look, &r, e) == 0) {
		list = json_array();
		for (guint i = 0; i < r.rows->len; i++)
			json_array_append_new(
			    list, outbox_summary(r.rows->pdata[i], r.hides[i]));
	}
	rows_clear(&r);
	return list;
}

json_t *
show_inbox_row(struct home *home, int64_t id, const struct look *look,
    GBytes **raw, struct err *e)
{
	struct inbox_row *row;
	json_t *item;
	bool hides;

	e->code = 0;
	if ((row = store_inbox(home->store, id, e)) == NULL) {
		if (e->code == 0)
			err_set(e, ERR_MISSING,
			    "there is no mail %lld in the inbox",
			    (long long)id);
		return NULL;
	}
	if (looks_inbox(home, row, look, e) == -1) {
		inbox_row_free(row);
		return NULL;
	}
	hides = look == NULL && veil_hides_mail(home, row);
	item = inbox_summary(row, hides);
	add(item, json_pack("{s:s?, s:s?}", "message_id", row->message_id,
		      "source", row->source));
	show_time(item, "handled", row->handled);
	add(item, json_pack("{s:o, s:o}", "cut",
		      hides ? json_null() : json_boolean(row->cut), "answered",
		      hides ? json_null()
			    : json_boolean(row->answer == ANSWER_SENT)));
	if (set_player(home, item, row->match, row->seat, e) == -1)
		g_clear_pointer(&item, json_decref);
	else if (look != NULL)
		*raw = g_bytes_ref(row->raw);
	inbox_row_free(row);
	return item;
}

json_t *
show_outbox_row(struct home *home, int64_t id, const struct look *look,
    GBytes **raw, struct err *e)
{
	struct outbox_row *row;
	bool hides, whom;
	json_t *item;

	e->code = 0;
	if ((row = store_outbox(home->store, id, e)) == NULL) {
		if (e->code == 0)
			err_set(e, ERR_MISSING,
			    "there is no letter %lld in the outbox",
			    (long long)id);
		return NULL;
	}
	if (looks_outbox(home, row, look, e) == -1) {
		outbox_row_free(row);
		return NULL;
	}
	hides = look == NULL && veil_hides_letter(home, row);
	whom = !is_unnamed(row, hides);
	item = outbox_summary(row, hides);
	/* the id has the seat in it */
	add(item,
	    json_pack("{s:s?}", "message_id", whom ? row->message_id : NULL));
	show_time(item, "next_try", row->next_try);
	add(item,
	    json_pack("{s:o}", "answers", number_unless(hides, row->answers)));
	if (whom && set_player(home, item, row->match, row->seat, e) == -1)
		g_clear_pointer(&item, json_decref);
	else if (look != NULL)
		*raw = send_filled(home, row);
	outbox_row_free(row);
	return item;
}
