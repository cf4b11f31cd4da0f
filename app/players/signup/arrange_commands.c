/* SPDX-License-Identifier: ISC */
/*
 * "series start 3", "series invite 3 Bo <bo@example.org>": what the organiser
 * does with series by mail, as on the command line.
 */
#include "app/players/signup/person_commands.h"

#include "app/home/home.h"
#include "app/home/people.h"
#include "app/matches/table/reply_lines.h"
#include "app/players/signup/arrange_order.h"
#include "app/players/signup/signup.h"
#include "app/series/organise.h"
#include "base/err.h"
#include "parse/request.h"
#include "store/people/people.h"
#include "store/transaction.h"

#include <stdlib.h>
#include <string.h>

struct arranging {
	struct home *home;
	const char *verb;
	int64_t id; /* of the series */
	const char *rest; /* behind the number */
};

static int
make(struct arranging *a)
{
	struct arrange_order order;
	int r = arrange_order_read(&order, a->rest, a->home->err);

	if (r == 0)
		r = series_add(a->home, &order.order, &a->id);
	arrange_order_clear(&order);
	return r;
}

static int
change(const struct arranging *a)
{
	enum series_act act = strcmp(a->verb, "seat") == 0     ? SERIES_SEAT
			      : strcmp(a->verb, "invite") == 0 ? SERIES_INVITE
							       : SERIES_UNSEAT;

	if (a->rest[0] == '\0')
		return err_set(a->home->err, ERR_FORMAT,
		    "name the person, as in: series %s %lld Bo "
		    "<bo@example.org>",
		    a->verb, (long long)a->id);
	return series_change(a->home, a->id, act, a->rest);
}

static int
arrange(struct arranging *a)
{
	if (strcmp(a->verb, "new") == 0)
		return make(a);
	if (strcmp(a->verb, "stop") == 0)
		return series_set_going(a->home, a->id, a->rest);
	if (strcmp(a->verb, "start") != 0)
		return change(a);
	if (a->rest[0] != '\0')
		return err_set(a->home->err, ERR_FORMAT,
		    "behind the number of the series nothing may stand");
	return series_set_going(a->home, a->id, NULL);
}

/* What the organiser can mend is said; that of the store is a fault. */
static int
refuse(struct signup *s)
{
	struct err *err = s->home->err;

	if (err->code != ERR_FORMAT && err->code != ERR_MISSING &&
	    err->code != ERR_CLASH)
		return -1;
	signup_refuse(
	    s, "error.series-arrange", json_pack("{s:s}", "why", err->text));
	err->code = 0;
	return 0;
}

int
signup_arrange_series(struct signup *s, const struct request *q)
{
	g_auto(GStrv) parts = g_strsplit(q->text, " ", 2);
	struct arranging a = { .home = s->home, .verb = parts[0] };
	char *behind = parts[1];
	int64_t organiser;
	int r;

	if (organiser_seats(s->home, &organiser) == -1)
		return -1;
	if (organiser == 0 || organiser != s->person->id) {
		signup_refuse(s, "error.series-organiser", NULL);
		return 0;
	}
	if (s->tagged) {
		signup_refuse(s, "error.series-proof", NULL);
		return 0;
	}
	if (strcmp(a.verb, "new") != 0)
		a.id = strtoll(behind, &behind, 10);
	a.rest = g_strstrip(behind);
	IN_TRANSACTION(s->home->store, r, arrange(&a));
	if (r == -1)
		return refuse(s);
	signup_said(s, "signup.series-arranged", signup_number(a.id));
	s->series = a.id;
	reply_want(&s->reply, "series");
	return 0;
}
