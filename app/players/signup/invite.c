/* SPDX-License-Identifier: ISC */
/* "invite NAME <ADDRESS>": one letter, whatever address it goes to. */
#include "app/players/signup/person_commands.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/letters/context/match_context.h"
#include "app/matches/table/reader.h"
#include "app/players/questions/asks.h"
#include "app/players/questions/wish.h"
#include "app/players/reading/handling.h"
#include "app/players/signup/signup.h"
#include "base/err.h"
#include "base/seconds.h"
#include "games/games.h"
#include "mail/address.h"
#include "parse/request.h"
#include "render/render.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"
#include "store/matches/signup.h"
#include "store/people/asks.h"
#include "store/people/people.h"

/* The match into which the sender may invite: of the letter that is answered,
 * or the only one that the sender made and that lacks players. */
static int
find_own(struct signup *s, struct signup_row *found, int *n)
{
	g_autoptr(GArray) ids = store_matches_joinable(s->home->store, 200);

	*n = 0;
	if (ids == NULL)
		return -1;
	for (guint i = 0; i < ids->len; i++) {
		struct signup_row row;
		bool any;

		if (store_signup(s->home->store, g_array_index(ids, int64_t, i),
			&row, &any) == -1)
			return -1;
		if (!any || row.maker != s->person->id ||
		    row.state != SIGNUP_OPEN)
			continue;
		*found = row;
		if (row.match == s->at) {
			*n = 1;
			return 0;
		}
		++*n;
	}
	return 0;
}

/* by: the person who invites. */
static int
post_invitation(
    const struct reader *r, const struct ask_row *w, const struct person *by)
{
	struct home *home = r->home;
	struct match_row *row = store_match(home->store, w->match);
	const struct game *game;
	json_t *context, *match, *options;
	int ret;

	if (row == NULL)
		return -1;
	match = json_pack(
	    "{s:I, s:s}", "id", (json_int_t)row->id, "game", row->game);
	game = game_find(row->game);
	options = json_loads(row->options, 0, NULL);
	if (game != NULL)
		options_context(game, options, match);
	json_decref(options);
	context = wish_context(home, w, r->name);
	json_object_set_new(context, "again", json_boolean(w->again));
	json_object_set_new(context, "by", json_string(by->name));
	json_object_set_new(context, "match", match);
	ret = ask_post(*r, w, 0, context);
	match_row_free(row);
	return ret;
}

int
signup_invite_again(struct handling *h, const struct ask_row *w)
{
	struct reader to = handling_reader(h, NULL, w->address);
	struct person *by = store_person(h->home->store, w->person);
	int r;

	if (by == NULL)
		return -1;
	r = post_invitation(&to, w, by);
	person_free(by);
	return r;
}

/* Is there anybody at that table, or asked already, whom no letter must reach?
 * The inviter is not told. */
static int
is_needless(struct signup *s, const struct ask_row *w,
    const struct person *known, bool *needless)
{
	g_autoptr(GPtrArray) seats = store_seats(s->home->store, w->match);
	bool asked;

	if (seats == NULL ||
	    store_ask_wished(s->home->store, w->address,
		s->home->now - ASK_OPEN_FOR, s->home->now, &asked) == -1 ||
	    store_ask_invited(s->home->store, w->match, w->address, needless) ==
		-1)
		return -1;
	*needless |= known == NULL && asked;
	for (guint i = 0; i < seats->len; i++)
		*needless |=
		    known != NULL &&
		    ((struct seat_row *)seats->pdata[i])->person == known->id;
	return 0;
}

static int
invite(struct signup *s, struct ask_row *w)
{
	struct person *known;
	struct reader to;
	bool needless;
	int r;

	s->home->err->code = 0;
	known = store_person_by_address(s->home->store, w->address);
	if (known == NULL && s->home->err->code != 0)
		return -1;
	/* the person's letters go there, whatever address the inviter knows */
	if (known != NULL)
		w->address = known->address;
	r = is_needless(s, w, known, &needless);
	if (r == 0)
		r = store_ask_add(s->home->store, w);
	to = reader_address(s->home, known, w->address);
	if (r == 0 && !needless)
		r = post_invitation(&to, w, s->person);
	person_free(known);
	return r;
}

/* Too many today, of the inviter or of all: the key of a sentence, or NULL. */
static int
invite_limit(struct signup *s, const char **why)
{
	int max = s->home->config->signup.invitations;
	int64_t n;
	bool full;

	*why = NULL;
	if (store_asks_count(s->home->store, s->person->id, ASK_INVITE,
		s->home->now - DAY, s->home->now, &n) == -1 ||
	    wish_people_full(s->home, &full) == -1)
		return -1;
	if ((max > 0 && n >= max) || full)
		*why = "error.invitations";
	return 0;
}

static int
invite_fault(struct signup *s, const char *address, struct signup_row *row,
    const char **why)
{
	int n = 0;

	*why = "error.signup-closed";
	if (signup_closed(s))
		return 0;
	*why = "error.invite-address";
	if (address == NULL || !address_ok(address) ||
	    address_is_automatic(address, s->home->config->address))
		return 0;
	if (find_own(s, row, &n) == -1)
		return -1;
	*why = n == 0 ? "error.invite-none" : "error.invite-which";
	return n == 1 ? invite_limit(s, why) : 0;
}

int
signup_invite(struct signup *s, const struct request *q)
{
	g_autofree char *name = NULL, *address = NULL, *given = NULL;
	g_autofree char *lines = NULL;
	struct signup_row row;
	const char *why;
	struct ask_row w;

	address_split(q->text, &name, &address);
	if (invite_fault(s, address, &row, &why) == -1)
		return -1;
	if (why != NULL) {
		signup_refuse(s, why, NULL);
		return 0;
	}
	given = wish_name(name, address);
	lines = g_strdup_printf("[\"join %lld\"]", (long long)row.match);
	w = (struct ask_row){
		.kind = ASK_INVITE,
		.address = address,
		.person = s->person->id,
		.match = row.match,
		.name = given,
		.lines = lines,
		.asked = s->home->now,
		.language =
		    (char *)(uintptr_t)catalog_language(home_words(s->home)),
	};
	signup_said(s, "signup.invited", signup_number(row.match));
	return invite(s, &w);
}
