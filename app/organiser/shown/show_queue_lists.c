/* SPDX-License-Identifier: ISC */
/*
 * Lists of mails and letters for an organiser, all or those that are asked for.
 * Without a look a list is not narrowed by what home/veil.c hides.
 */
#include "app/home/home.h"
#include "app/home/people.h"
#include "app/home/veil.h"
#include "app/organiser/organiser.h"
#include "app/organiser/shown/reveal.h"
#include "app/organiser/shown/show_queues.h"
#include "base/address.h"
#include "base/err.h"
#include "store/mails/inbox.h"
#include "store/mails/inbox_lists.h"
#include "store/mails/outbox.h"
#include "store/matches/matches.h"
#include "store/people/people.h"

#include <string.h>

#define LIST_MAX 1000

/* Those that are wanted, and which of them are hidden; lifted by a look. */
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

/* What a list is narrowed to. */
struct narrowed {
	int state; /* -1: any */
	int64_t match; /* 0: any */
	/* of a person, as address_heard() has them; NULL: any */
	char **addresses;
};

/* Is it one of that person's, or are those of all people wanted? */
static bool
is_address_of(const struct narrowed *to, const char *address)
{
	g_autofree char *heard = NULL;

	if (to->addresses == NULL)
		return true;
	if (address != NULL)
		heard = address_heard(address);
	return heard != NULL &&
	       g_strv_contains((const char *const *)to->addresses, heard);
}

/* Whatever is shown as done is found by that word alone. */
static bool
is_folded(const struct veil *v, int state)
{
	return v->organiser != 0 && state >= 0 &&
	       veil_state((enum inbox_state)state) == INBOX_DONE;
}

/*
 * Is a mail not wanted, whatever of it is hidden?  The match and the sender
 * never are.  With a look the absence of one that is shown as done tells that
 * something else became of it, or that nothing did: the players of its match
 * hear of that look.
 */
static bool
mail_is_other(const struct veil *v, const struct narrowed *to,
    const struct inbox_row *row)
{
	return (to->match != 0 && to->match != row->match) ||
	       !is_address_of(to, row->sender) ||
	       (is_folded(v, to->state) && !is_folded(v, (int)row->state));
}

/* Takes the mails that are wanted, by what is shown of them: a list tells no
 * more than it says. */
static int
take_mails(
    struct veil *v, GPtrArray *page, const struct narrowed *to, struct rows *r)
{
	for (guint i = 0; i < page->len && r->rows->len < LIST_MAX; i++) {
		struct inbox_row *row = page->pdata[i], shown;
		bool *hides = &r->hides[r->rows->len];

		if (mail_is_other(v, to, row))
			continue;
		if (veil_mail(v, row, hides) == -1)
			return -1;
		shown = shown_mail(row, *hides && !r->looks);
		if (to->state != -1 && to->state != (int)shown.state)
			continue;
		g_ptr_array_add(r->rows, row);
		page->pdata[i] = NULL;
	}
	return 0;
}

/*
 * Is a letter not wanted, whatever of it is hidden?  The match never is, but
 * the address may be: with a look the absence of a letter tells that it went to
 * somebody else, so the players of its match hear of that look.
 */
static bool
letter_is_other(const struct narrowed *to, const struct outbox_row *row,
    const struct rows *r)
{
	return (to->match != 0 && to->match != row->match) ||
	       (!r->looks && !is_address_of(to, row->address));
}

/* The same of letters, whose state is never hidden. */
static int
take_letters(
    struct veil *v, GPtrArray *page, const struct narrowed *to, struct rows *r)
{
	for (guint i = 0; i < page->len && r->rows->len < LIST_MAX; i++) {
		struct outbox_row *row = page->pdata[i], shown;
		bool *hides = &r->hides[r->rows->len];

		if (letter_is_other(to, row, r))
			continue;
		if (veil_letter(v, row, hides) == -1)
			return -1;
		shown = shown_letter(row, *hides && !r->looks);
		if (!is_address_of(to, shown.address))
			continue;
		g_ptr_array_add(r->rows, row);
		page->pdata[i] = NULL;
	}
	return 0;
}

/* All rows are gone through, newest first, until there are enough. */
static int
mails_in(struct veil *v, const struct narrowed *to, struct rows *r)
{
	int state = is_folded(v, to->state) ? -1 : to->state;
	int64_t before = INT64_MAX;
	bool more = true;

	r->rows =
	    g_ptr_array_new_with_free_func((GDestroyNotify)inbox_row_free);
	while (more && r->rows->len < LIST_MAX) {
		g_autoptr(GPtrArray) page =
		    store_inbox_list(v->home->store, state, before, LIST_MAX);
		const struct inbox_row *last;

		if (page == NULL)
			return -1;
		if ((more = page->len == LIST_MAX)) {
			last = page->pdata[page->len - 1];
			before = last->id;
		}
		if (take_mails(v, page, to, r) == -1)
			return -1;
	}
	return 0;
}

static int
letters_in(struct veil *v, const struct narrowed *to, struct rows *r)
{
	int64_t before = INT64_MAX;
	bool more = true;

	r->rows =
	    g_ptr_array_new_with_free_func((GDestroyNotify)outbox_row_free);
	while (more && r->rows->len < LIST_MAX) {
		g_autoptr(GPtrArray) page = store_outbox_list(
		    v->home->store, to->state, before, LIST_MAX);
		const struct outbox_row *last;

		if (page == NULL)
			return -1;
		if ((more = page->len == LIST_MAX)) {
			last = page->pdata[page->len - 1];
			before = last->id;
		}
		if (take_letters(v, page, to, r) == -1)
			return -1;
	}
	return 0;
}

typedef int rows_in(struct veil *, const struct narrowed *, struct rows *);

/* *r is to be cleared whatever comes of it. */
static int
rows_seen(struct home *home, rows_in *in, const struct narrowed *to,
    const struct reveal *reveal, struct rows *r)
{
	struct veil v;
	int found;

	*r = (struct rows){ .hides = g_new0(bool, LIST_MAX + 1),
		.looks = reveal != NULL };
	found = veil_open(&v, home) == -1 ? -1 : in(&v, to, r);
	if (found == 0 && reveal != NULL &&
	    (found = veil_lift(&v, reveal)) == 0)
		memset(r->hides, 0, r->rows->len * sizeof(*r->hides));
	veil_close(&v);
	return found;
}

struct queue {
	rows_in *in;
	json_t *(*summary)(const void *row, bool hides);
	const char *(*word)(int state);
	int last; /* state */
	const char *states; /* said if it is none of these */
};
static const struct queue inbox = { mails_in, inbox_summary, inbox_word,
	INBOX_DEAD, "mails are new, done, ignored, duplicate, held or dead" };
static const struct queue outbox = { letters_in, outbox_summary, outbox_word,
	OUTBOX_DEAD,
	"letters are new, sending, sent, later, unknown, replaced or dead" };

static int
read_state(struct home *home, const struct queue *queue, const char *state,
    struct narrowed *to)
{
	int n = state == NULL ? -1 : 0;

	while (n >= 0 && n <= queue->last && strcmp(queue->word(n), state) != 0)
		n++;
	to->state = n;
	if (n > queue->last)
		return err_set(home->err, ERR_FORMAT,
		    "there is no state \"%s\"; %s", state, queue->states);
	return 0;
}

/* All addresses of a person count, also those that get no letters. */
static int
read_person(struct home *home, const char *name, struct narrowed *to)
{
	char **known;
	int64_t id;

	if (name == NULL)
		return 0;
	if (person_named(home, name, &id, home->err) == -1 ||
	    (to->addresses = store_addresses(home->store, id)) == NULL)
		return -1;
	known = to->addresses;
	for (char **a = known; *a != NULL; a++) {
		char *heard = address_heard(*a);

		g_free(*a);
		*a = NULL;
		if (heard != NULL)
			*known++ = heard;
	}
	return 0;
}

static int
read_wish(struct home *home, const struct queue *queue,
    const struct queue_wish *wish, struct narrowed *to)
{
	*to = (struct narrowed){ .state = -1, .match = wish->match };
	if (wish->match != 0) {
		struct match_row *match;

		home->err->code = 0;
		match = store_match(home->store, wish->match);
		if (match == NULL)
			return home->err->code != 0
				   ? -1
				   : err_set(home->err, ERR_MISSING,
					 "there is no match %lld",
					 (long long)wish->match);
		match_row_free(match);
	}
	if (read_state(home, queue, wish->state, to) == -1)
		return -1;
	return read_person(home, wish->person, to);
}

static json_t *
show_queue(struct home *home, const struct queue *queue,
    const struct queue_wish *wish, const struct reveal *reveal)
{
	json_t *list = NULL;
	struct narrowed to;
	struct rows r = { 0 };

	if (read_wish(home, queue, wish, &to) == 0 &&
	    rows_seen(home, queue->in, &to, reveal, &r) == 0) {
		list = json_array();
		for (guint i = 0; i < r.rows->len; i++)
			json_array_append_new(
			    list, queue->summary(r.rows->pdata[i], r.hides[i]));
	}
	rows_clear(&r);
	g_strfreev(to.addresses);
	return list;
}

json_t *
show_inbox(struct home *home, const struct queue_wish *wish,
    const struct reveal *reveal, struct err *e)
{
	home_work(home, home->now, e);

	return show_queue(home, &inbox, wish, reveal);
}

json_t *
show_outbox(struct home *home, const struct queue_wish *wish,
    const struct reveal *reveal, struct err *e)
{
	home_work(home, home->now, e);

	return show_queue(home, &outbox, wish, reveal);
}
