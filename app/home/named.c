/* SPDX-License-Identifier: ISC */
/*
 * Whom an organiser means: people by number, address or name, seats of a match
 * by number or by the name or address of their player.  A name that two have
 * is refused, never guessed.
 */
#include "app/home/people.h"

#include "app/home/home.h"
#include "base/address.h"
#include "base/err.h"
#include "base/fold.h"
#include "mail/address.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"
#include "store/people/people.h"

#include <string.h>

/* Digits are a number, whether or not anybody has it; but none that is so large
 * that it would be cut. */
static bool
is_number(const char *who, int64_t *n)
{
	if (who[0] == '\0' || strspn(who, "0123456789") != strlen(who))
		return false;
	*n = g_ascii_strtoll(who, NULL, 10);
	return *n < G_MAXINT64;
}

static bool
same_name(const char *a, const char *folded)
{
	g_autofree char *text = fold_text(a);

	return strcmp(text, folded) == 0;
}

/* Is that its name?  1 or 0, -1: it cannot be read. */
static int
is_named(struct home *home, int64_t id, const char *folded)
{
	struct person *p = store_person(home->store, id);
	int r = p == NULL ? 0 : same_name(p->name, folded);

	if (p == NULL && home->err->code != 0)
		r = -1;
	person_free(p);
	return r;
}

/* All of that name: their numbers. */
static int
by_name(struct home *home, const char *who, int64_t *id)
{
	g_autoptr(GArray) people = store_person_ids(home->store);
	g_autofree char *valid = g_utf8_make_valid(who, -1);
	g_autofree char *folded = fold_text(valid);
	g_autoptr(GString) found = g_string_new(NULL);
	int n = 0;

	if (people == NULL)
		return -1;
	home->err->code = 0;
	for (guint i = 0; i < people->len; i++) {
		int64_t person = g_array_index(people, int64_t, i);
		int named = is_named(home, person, folded);

		if (named == -1)
			return -1;
		if (named == 0)
			continue;
		*id = person;
		g_string_append_printf(
		    found, "%s%lld", n++ > 0 ? ", " : "", (long long)person);
	}
	if (n == 1)
		return 0;
	if (n > 1)
		return err_set(home->err, ERR_CLASH,
		    "%d people are named %s (numbers %s); give the number or "
		    "the address",
		    n, who, found->str);
	return err_set(home->err, ERR_MISSING,
	    "there is no person \"%s\"; \"turnpost person list\" shows all",
	    who);
}

static int
by_address(struct home *home, const char *who, int64_t *id)
{
	g_autofree char *name = NULL, *address = NULL, *shown = NULL;
	struct person *p;

	home->err->code = 0;
	if (!address_split(who, &name, &address))
		return err_set(home->err, ERR_MISSING,
		    "\"%s\" is not a mail address; \"turnpost person list\" "
		    "shows all",
		    who);
	p = store_person_by_address(home->store, address);
	shown = address_shown(address);
	if (p == NULL)
		return home->err->code != 0
			   ? -1
			   : err_set(home->err, ERR_MISSING,
				 "nobody here has the address %s; \"turnpost "
				 "person list\" shows all",
				 shown);
	*id = p->id;
	person_free(p);
	return 0;
}

int
person_named(struct home *home, const char *who, int64_t *id, struct err *e)
{
	struct person *p;

	home_work(home, home->now, e);
	if (is_number(who, id)) {
		p = person_there(home, *id);
		person_free(p);
		return p == NULL ? -1 : 0;
	}
	return strchr(who, '@') != NULL ? by_address(home, who, id)
					: by_name(home, who, id);
}

/* ---- seats ---- */

static char *
names_of(const GPtrArray *seats)
{
	GString *text = g_string_new(NULL);

	for (guint i = 0; i < seats->len; i++) {
		const struct seat_row *seat = seats->pdata[i];

		g_string_append_printf(
		    text, "%s%d %s", i > 0 ? ", " : "", seat->seat, seat->name);
	}
	return g_string_free(text, FALSE);
}

/* The one of these seats, -1: there is none; more are refused. */
static int
only_seat(const GPtrArray *found, int64_t match, const char *who, int *seat,
    struct err *e)
{
	g_autofree char *names = NULL;

	*seat = -1;
	if (found->len == 1)
		*seat = ((const struct seat_row *)found->pdata[0])->seat;
	if (found->len < 2)
		return 0;
	names = names_of(found);
	return err_set(e, ERR_CLASH,
	    "%s could be any of the seats %s of match %lld; give the number",
	    who, names, (long long)match);
}

/* By the name of the seat itself, else by the person's. */
static int
find_seat(struct home *home, int64_t match, const GPtrArray *seats,
    const char *who, int *seat)
{
	g_autofree char *valid = g_utf8_make_valid(who, -1);
	g_autofree char *folded = fold_text(valid);
	g_autoptr(GPtrArray) found = g_ptr_array_new();
	int64_t person;

	for (guint i = 0; i < seats->len; i++)
		if (same_name(((const struct seat_row *)seats->pdata[i])->name,
			folded))
			g_ptr_array_add(found, seats->pdata[i]);
	if (found->len > 0)
		return only_seat(found, match, who, seat, home->err);
	*seat = -1;
	if (person_named(home, who, &person, home->err) == -1)
		return home->err->code == ERR_MISSING ? 0 : -1;
	for (guint i = 0; i < seats->len; i++)
		if (((const struct seat_row *)seats->pdata[i])->person ==
		    person)
			g_ptr_array_add(found, seats->pdata[i]);
	return only_seat(found, match, who, seat, home->err);
}

int
seat_named(
    struct home *home, int64_t match, const char *who, int *seat, struct err *e)
{
	g_autoptr(GPtrArray) seats = NULL;
	g_autofree char *names = NULL;
	struct match_row *row;
	int64_t n;

	home_work(home, home->now, e);
	e->code = 0;
	row = store_match(home->store, match);
	match_row_free(row);
	if (row == NULL)
		return e->code != 0
			   ? -1
			   : err_set(e, ERR_MISSING, "there is no match %lld",
				 (long long)match);
	if ((seats = store_seats(home->store, match)) == NULL)
		return -1;
	if (is_number(who, &n))
		*seat = n < (int64_t)seats->len ? (int)n : -1;
	else if (find_seat(home, match, seats, who, seat) == -1)
		return -1;
	if (*seat >= 0)
		return 0;
	names = names_of(seats);
	return err_set(e, ERR_MISSING,
	    "match %lld has no seat \"%s\"; its seats are %s", (long long)match,
	    who, names);
}
