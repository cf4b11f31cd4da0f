/* SPDX-License-Identifier: ISC */
/* People who would take over a seat: asked when one becomes free. */
#include "app/players/seats/substitutes.h"

#include "app/home/home.h"
#include "app/home/people.h"
#include "app/letters/kinds/seat_offers.h"
#include "app/matches/table/reply_lines.h"
#include "app/players/reading/command.h"
#include "app/players/seats/seat_commands.h"
#include "base/err.h"
#include "games/games.h"
#include "parse/request.h"
#include "store/matches/substitutes.h"
#include "store/people/people.h"
#include "store/transaction.h"

#include <string.h>

/* game: "" for all. */
static int
join_list(const struct sender *s, const struct request *q, const char *game)
{
	int n;

	if (store_substitute_set(
		s->home->store, s->person, game, s->home->now) == -1 ||
	    offers_show(s->home, s->person, game, &n) == -1)
		return -1;
	reply_note(s->reply, q->line,
	    n > 0	      ? "standin-now"
	    : game[0] == '\0' ? "standin-any"
			      : "standin",
	    NULL);
	return 0;
}

int
command_standin(const struct sender *s, const struct request *q)
{
	if (q->text == NULL || strcmp(q->text, "any") == 0)
		return join_list(s, q, "");
	if (strcmp(q->text, "off") == 0) {
		reply_note(s->reply, q->line, "standin-off", NULL);
		return store_substitute_drop(s->home->store, s->person);
	}
	if (game_find(q->text) != NULL)
		return join_list(s, q, q->text);
	reply_refuse(s->reply, q->line, "error.no-game", NULL);
	return 0;
}

/* ---- for the organiser ---- */

static int
put(struct home *home, int64_t id, const char *game)
{
	struct person *person;
	int n;

	person = person_there(home, id);
	if (person == NULL)
		return -1;
	person_free(person);
	if (strcmp(game, "off") == 0)
		return store_substitute_drop(home->store, id);
	if (store_substitute_set(home->store, id, game, home->now) == -1)
		return -1;
	return offers_show(home, id, game, &n);
}

int
person_substitute(
    struct home *home, int64_t id, const char *game, int64_t now, struct err *e)
{
	int r;

	home_work(home, now, e);
	if (strcmp(game, "any") == 0)
		game = "";
	else if (strcmp(game, "off") != 0 && game_find(game) == NULL)
		return err_set(e, ERR_MISSING,
		    "there is no game \"%s\"; \"turnpost match new --help\" "
		    "lists them",
		    game);
	IN_TRANSACTION(home->store, r, put(home, id, game));
	return r;
}
