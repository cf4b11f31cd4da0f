/* SPDX-License-Identifier: ISC */
/* Who would take over a seat: asked when one becomes free. */
#include "app/players/seat_commands.h"

#include "app/home/home.h"
#include "app/home/people.h"
#include "app/letters/seat_offers.h"
#include "app/matches/answer.h"
#include "base/err.h"
#include "base/log.h"
#include "core/core.h"
#include "core/game.h"
#include "games/games.h"
#include "parse/parse.h"
#include "store/seating.h"
#include "store/store.h"

#include <string.h>

static int
leave_list(struct home *home, int64_t person, const struct request *q,
    struct answer *a, struct err *e)
{
	answer_note(a, q, "standin-off", NULL);
	return store_standby_drop(home->store, person, e);
}

/* game: "" for all. */
static int
join_list(struct home *home, int64_t person, const struct request *q,
    const char *game, int64_t now, struct answer *a, struct err *e)
{
	int n;

	if (store_standby_set(home->store, person, game, now, e) == -1 ||
	    offers_show(home, person, game, now, &n, e) == -1)
		return -1;
	answer_note(a, q,
	    n > 0	      ? "standin-now"
	    : game[0] == '\0' ? "standin-any"
			      : "standin",
	    NULL);
	return 0;
}

int
standin_say(struct home *home, int64_t person, const struct request *q,
    int64_t now, struct answer *a, struct err *e)
{
	if (q->text == NULL || strcmp(q->text, "any") == 0)
		return join_list(home, person, q, "", now, a, e);
	if (strcmp(q->text, "off") == 0)
		return leave_list(home, person, q, a, e);
	if (game_find(q->text) != NULL)
		return join_list(home, person, q, q->text, now, a, e);
	answer_refuse_person(
	    a, home, q->line, phrase_new("error.no-game", NULL));
	return 0;
}

/* ---- for the organiser ---- */

static int
put(struct home *home, int64_t id, const char *game, int64_t now, struct err *e)
{
	struct person *person;
	int n;

	person = person_there(home, id, e);
	if (person == NULL)
		return -1;
	person_free(person);
	if (strcmp(game, "off") == 0)
		return store_standby_drop(home->store, id, e);
	if (store_standby_set(home->store, id, game, now, e) == -1)
		return -1;
	return offers_show(home, id, game, now, &n, e);
}

int
person_standin(
    struct home *home, int64_t id, const char *game, int64_t now, struct err *e)
{
	int r;

	if (strcmp(game, "any") == 0)
		game = "";
	else if (strcmp(game, "off") != 0 && game_find(game) == NULL)
		return err_set(e, ERR_MISSING,
		    "there is no game \"%s\"; \"turnpost match new --help\" "
		    "lists them",
		    game);
	IN_TRANSACTION(home->store, e, r, put(home, id, game, now, e));
	return r;
}
