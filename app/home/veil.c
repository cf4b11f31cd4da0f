/* SPDX-License-Identifier: ISC */
/*
 * What an organiser who plays is not shown of the mails and letters of other
 * seats in those matches: the size of a mail tells a move, what became of it
 * tells whether it was one, and the kind of a letter who has not answered yet.
 * That mails came and letters left is shown, and all that did not go well; the
 * rest takes a look that all players are told of.
 */
#include "app/home/veil.h"

#include "app/home/home.h"
#include "app/home/people.h"
#include "base/err.h"
#include "store/mails/inbox.h"
#include "store/mails/outbox.h"
#include "store/matches/seat_lists.h"
#include "store/matches/seats.h"
#include "store/matches/tenures.h"

int
veil_open(struct veil *v, struct home *home)
{
	*v = (struct veil){ .home = home };
	v->played =
	    g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
	v->hidden = g_array_new(FALSE, FALSE, sizeof(int64_t));
	return organiser_seats(home, &v->organiser);
}

void
veil_close(struct veil *v)
{
	g_hash_table_unref(v->played);
	g_array_unref(v->hidden);
}

/* Does the organiser play there, or did so? */
static int
find_played(struct veil *v, int64_t match, bool *played)
{
	g_autoptr(GPtrArray) seats = store_seats(v->home->store, match);
	g_autoptr(GPtrArray) held = NULL;

	if (seats == NULL || (held = store_tenures_of(
				  v->home->store, v->organiser, match)) == NULL)
		return -1;
	*played = held->len > 0;
	for (guint i = 0; i < seats->len; i++)
		*played |= ((const struct seat_row *)seats->pdata[i])->person ==
			   v->organiser;
	return 0;
}

static void
note_hidden(struct veil *v, int64_t match)
{
	for (guint i = 0; i < v->hidden->len; i++)
		if (g_array_index(v->hidden, int64_t, i) == match)
			return;
	g_array_append_val(v->hidden, match);
}

static int
hide_in(struct veil *v, int64_t match, bool *hides)
{
	gpointer known = NULL;

	*hides = false;
	if (g_hash_table_lookup_extended(v->played, &match, NULL, &known))
		*hides = known != NULL;
	else {
		int64_t *key = g_new(int64_t, 1);

		if (find_played(v, match, hides) == -1) {
			g_free(key);
			return -1;
		}
		*key = match;
		g_hash_table_insert(
		    v->played, key, GINT_TO_POINTER((int)*hides));
	}
	if (*hides)
		note_hidden(v, match);
	return 0;
}

/* A mail of an unknown match may be for any in which its sender (0: anybody)
 * and the organiser play. */
static int
hide_unknown(struct veil *v, int64_t sender, bool *hides)
{
	g_autoptr(GPtrArray) seats =
	    store_seats_of(v->home->store, v->organiser);

	if (seats == NULL)
		return -1;
	for (guint i = 0; i < seats->len; i++) {
		int64_t match =
		    ((const struct seat_row *)seats->pdata[i])->match;
		g_autoptr(GPtrArray) others =
		    store_seats(v->home->store, match);
		bool own = sender == 0;

		if (others == NULL)
			return -1;
		for (guint k = 0; k < others->len; k++)
			own |= ((const struct seat_row *)others->pdata[k])
				   ->person == sender;
		if (own)
			note_hidden(v, match);
		*hides |= own;
	}
	return 0;
}

int
veil_mail(struct veil *v, const struct inbox_row *row, bool *hides)
{
	bool unread = row->state == INBOX_NEW || row->state == INBOX_DEAD;
	int64_t sender;

	*hides = false;
	/* Onlookers are told what lies open. */
	if (v->organiser == 0 || (row->match != 0 && row->seat < 0))
		return 0;
	if (organiser_own_sender(v->home, row, &sender) == -1)
		return -1;
	if (sender == v->organiser)
		return 0;
	if (row->match != 0)
		return hide_in(v, row->match, hides);
	return sender == 0 && !unread ? 0 : hide_unknown(v, sender, hides);
}

int
veil_letter(struct veil *v, const struct outbox_row *row, bool *hides)
{
	*hides = false;
	if (v->organiser == 0 || row->match == 0 || row->seat < 0 ||
	    row->person == v->organiser)
		return 0;
	return hide_in(v, row->match, hides);
}

/* ---- in the log ---- */

bool
veil_hides_mail(struct home *home, const struct inbox_row *row)
{
	struct err own = { 0 }, *outer = home_errors(home, &own);
	struct veil v;
	bool hides = false, known;

	known = veil_open(&v, home) == 0 && veil_mail(&v, row, &hides) == 0;
	veil_close(&v);
	home_errors(home, outer);
	return hides || !known;
}

bool
veil_hides_letter(struct home *home, const struct outbox_row *row)
{
	struct err own = { 0 }, *outer = home_errors(home, &own);
	struct veil v;
	bool hides = false, known;

	known = veil_open(&v, home) == 0 && veil_letter(&v, row, &hides) == 0;
	veil_close(&v);
	home_errors(home, outer);
	return hides || !known;
}
