/* SPDX-License-Identifier: ISC */
/* The picture of a table, for an organiser. */
#include "app/organiser/organiser.h"

#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/letters/context/context.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/table.h"
#include "app/organiser/shown/reveal.h"
#include "base/err.h"
#include "core/decision.h"
#include "render/picture/picture.h"
#include "store/matches/matches.h"

static json_t *
shown_context(struct table *t, int seat)
{
	struct reader r =
	    seat < 0 ? reader_view(t, SEAT_ONLOOKER) : reader_seat(t, seat);
	json_t *context;

	if (t->match == NULL) {
		err_set(t->home->err, ERR_CLASH,
		    "match %lld has not begun, so there is no picture yet",
		    (long long)t->row->id);
		return NULL;
	}
	if (seat >= (int)table_seats(t)) {
		err_set(t->home->err, ERR_MISSING,
		    "match %lld has no seat %d; they count from 0",
		    (long long)t->row->id, seat);
		return NULL;
	}
	if (seat >= 0 && reader_load(&r) == -1)
		return NULL;
	context = context_of(&r);
	reader_clear(&r);
	return context;
}

char *
show_picture(struct home *home, int64_t id, int seat,
    const struct reveal *reveal, struct err *e)
{
	struct table *t;
	json_t *context;
	char *svg = NULL;

	home_work(home, home->now, e);
	if (seat >= 0 && reveal_match(home, id, reveal) == -1)
		return NULL;
	if ((t = table_open(home, id)) == NULL)
		return NULL;
	context = shown_context(t, seat);
	if (context != NULL)
		svg = picture_svg(
		    home_catalog(home, "en"), t->row->game, context, e);
	json_decref(context);
	table_free(t);
	return svg;
}

GBytes *
show_picture_png(const char *svg, struct err *e)
{
	return picture_png(svg, PICTURE_WIDTH, NULL, e);
}
