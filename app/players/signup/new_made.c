/* SPDX-License-Identifier: ISC */
/* "new mutineer": the match is made, and its maker sits down first. */
#include "app/players/signup/join.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/letters/new_match.h"
#include "app/matches/create.h"
#include "app/players/signup/ask_organiser.h"
#include "app/players/reading/new_match.h"
#include "app/players/signup/person_commands.h"
#include "app/players/signup/signup.h"
#include "base/err.h"
#include "core/decision.h"
#include "core/rules.h"
#include "core/say.h"
#include "parse/request.h"
#include "store/matches/signup.h"
#include "store/people/people.h"

static int
too_many(struct signup *s, bool *many)
{
	int max = s->home->config->signup.matches;
	int64_t n;

	*many = false;
	if (s->allowed || max == 0)
		return 0;
	if (store_signups_made(s->home->store, s->person->id, &n) == -1)
		return -1;
	*many = n >= max;
	return 0;
}

/* The match is made; its maker sits down first, and it may wait for a word. */
static int
made(struct signup *s, const struct signup_order *o, int64_t id)
{
	bool ask = s->home->config->signup.approval && !s->allowed;
	struct signup_row row = { .match = id,
		.maker = s->person->id,
		.state = ask ? SIGNUP_ASKED : SIGNUP_OPEN,
		.invited = o->invited };
	struct joining j;
	int r;

	if (store_signup_set(s->home->store, &row) == -1)
		return -1;
	signup_said(s, ask ? "signup.asked" : "signup.new", signup_number(id));
	r = joining_find(s, id, &j);
	if (r == 0)
		r = joining_sit(s, &j);
	joining_clear(&j);
	if (r == 0 && ask)
		r = signup_ask_organiser(s->home, s->person, id, NULL);
	return r;
}

static int
make(struct signup *s, const struct signup_order *o)
{
	char *seats[GAME_MAX_SEATS + 1] = { NULL };
	g_autofree char *robot = g_strdup_printf("robot:%s", o->level);
	const struct match_order order = {
		.game = o->game->name,
		.name = o->name,
		.seats = seats,
		.options = (char *const *)o->options->pdata,
		.policy = (char *const *)o->policy->pdata,
		.wanted = o->players,
	};
	struct err why = { 0 }, *outer = s->home->err;
	int64_t id;
	int r;

	for (int i = 0; i < o->robots; i++)
		seats[i] = robot;
	r = match_create(s->home, &order, s->home->now, &id, &why);

	home_errors(s->home, outer);
	if (r == 0)
		return made(s, o, id);
	if (why.code != ERR_FORMAT) {
		*s->home->err = why;
		return -1;
	}
	signup_refuse(s, "error.order", json_pack("{s:s}", "why", why.text));
	return 0;
}

int
signup_new(struct signup *s, const struct request *q)
{
	struct signup_order o;
	struct phrase *why;
	bool many;
	int r = 0;

	if (signup_closed(s)) {
		signup_refuse(s, "error.signup-closed", NULL);
		return 0;
	}
	if (too_many(s, &many) == -1)
		return -1;
	if (many) {
		signup_refuse(s, "error.too-many-matches",
		    json_pack("{s:i}", "max", s->home->config->signup.matches));
		return 0;
	}
	why = signup_order_read(&o, q->text);
	if (why == NULL)
		why = signup_order_fault(&o);
	if (why == NULL && o.robots > 0 && s->home->config->think == 0)
		why = phrase_new("error.order-robots-off", NULL);
	if (why != NULL)
		signup_refuse(s, why->key, json_incref(why->args));
	else
		r = make(s, &o);
	phrase_free(why);
	signup_order_clear(&o);
	return r;
}
