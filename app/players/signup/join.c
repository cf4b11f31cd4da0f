/* SPDX-License-Identifier: ISC */
/* Matches whose seats are taken by anybody who wants one: join. */
#include "app/players/signup/join.h"

#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/letters/context/context.h"
#include "app/letters/context/partings.h"
#include "app/letters/settle.h"
#include "app/letters/writing/compose.h"
#include "app/matches/deadlines.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/table.h"
#include "app/matches/table/table_play.h"
#include "app/players/signup/person_commands.h"
#include "app/players/signup/signup.h"
#include "base/err.h"
#include "base/log.h"
#include "core/names.h"
#include "core/say.h"
#include "parse/request.h"
#include "render/render.h"
#include "store/matches/matches.h"
#include "store/matches/onlookers.h"
#include "store/matches/seat_lists.h"
#include "store/matches/seats.h"
#include "store/matches/signup.h"
#include "store/people/asks.h"
#include "store/people/people.h"

int
signup_visible(struct signup *s, const struct match_row *row,
    const struct signup_row *signup, bool *visible)
{
	struct store *store = s->home->store;
	g_auto(GStrv) addresses = NULL;
	bool invited = false;

	*visible = signup->maker == s->person->id || s->invited == row->id;
	if (*visible || signup->state != SIGNUP_OPEN)
		return 0;
	*visible = !signup->invited;
	if (*visible)
		return 0;
	addresses = store_addresses(store, s->person->id);
	if (addresses == NULL)
		return -1;
	for (size_t i = 0; addresses[i] != NULL && !invited; i++)
		if (store_ask_invited(store, row->id, addresses[i], &invited) ==
		    -1)
			return -1;
	*visible = invited;
	return 0;
}

/* ---- join ---- */

int
joining_find(struct signup *s, int64_t match, struct joining *j)
{
	bool found = false;

	*j = (struct joining){ 0 };
	s->home->err->code = 0;
	if ((j->row = store_match(s->home->store, match)) == NULL)
		return s->home->err->code != 0 ? -1 : 0;
	if ((j->seats = store_seats(s->home->store, match)) == NULL ||
	    store_signup(s->home->store, match, &j->signup, &found) == -1)
		return -1;
	if (found && signup_visible(s, j->row, &j->signup, &j->known) == -1)
		return -1;
	for (guint i = 0; i < j->seats->len; i++)
		j->known |= ((struct seat_row *)j->seats->pdata[i])->person ==
			    s->person->id;
	return 0;
}

void
joining_clear(struct joining *j)
{
	match_row_free(j->row);
	if (j->seats != NULL)
		g_ptr_array_unref(j->seats);
}

int
joining_seat(const struct joining *j, int64_t person)
{
	for (guint i = 0; i < j->seats->len; i++) {
		const struct seat_row *row = j->seats->pdata[i];

		if (row->person == person && row->occupant == OCCUPANT_PERSON)
			return (int)i;
	}
	return -1;
}

/* Somebody there has that name already: nobody would know who is meant. */
static int
name_taken(
    struct signup *s, const struct joining *j, const char *name, bool *taken)
{
	g_autoptr(GPtrArray) list = store_onlookers(s->home->store, j->row->id);

	if (list == NULL)
		return -1;
	*taken = false;
	for (guint i = 0; i < j->seats->len; i++)
		*taken |= names_alike(
		    ((struct seat_row *)j->seats->pdata[i])->name, name);
	for (guint i = 0; i < list->len; i++) {
		const struct onlooker_row *o = list->pdata[i];

		*taken |=
		    o->person != s->person->id && names_alike(o->name, name);
	}
	return 0;
}

/* Why the person cannot sit down there: the key of a sentence, or NULL. */
static const char *
join_fault(const struct signup *s, const struct joining *j)
{
	if (signup_closed(s) && !s->allowed)
		return "error.signup-closed";
	if (!j->known)
		return "error.no-match";
	if (match_is_past(j->row))
		return "error.over";
	if (joining_seat(j, s->person->id) != -1)
		return "error.joined";
	if (j->row->status != STATUS_MUSTER)
		return "error.begun";
	if (j->signup.state != SIGNUP_OPEN && j->signup.maker != s->person->id)
		return "error.no-match";
	if ((int)j->seats->len >= j->row->wanted)
		return "error.full";
	return NULL;
}

/* Once in a person's life; the letter that goes out now asks. */
static int
greet(struct signup *s, json_t *context)
{
	struct account_row account;
	const struct catalog *words =
	    home_catalog(s->home, s->person->language);
	json_t *details;

	if (store_account(s->home->store, s->person->id, &account) == -1)
		return -1;
	if (account.greeted)
		return 0;
	account.greeted = true;
	/* as the language calls itself: a code says nothing to most people */
	details = json_pack("{s:s, s:s*}", "language",
	    catalog_raw(words, "language.name"), "guess", s->guess);
	json_object_set_new(context, "details", details);
	return store_account_set(s->home->store, s->person->id, &account);
}

/* To the player who has just joined it is the answer. */
static int
tell_seat(
    struct signup *s, struct table *t, int seat, int mine, const char *kind)
{
	struct reader r = reader_seat(t, seat);
	bool answers = seat == mine && !s->written;
	json_t *context;
	int ret = -1;

	if (reader_load(&r) == -1)
		return -1;
	if ((context = context_of(&r)) == NULL)
		goto out;
	if (answers) {
		signup_context(s, context);
		/* an answer, but the first letter of the muster, too */
		json_object_set_new(
		    context, "full", json_boolean(muster_free(t) == 0));
		s->written = true;
	}
	if (answers && s->answered != NULL)
		r.answers = *s->answered;
	if (seat == mine && greet(s, context) == -1)
		json_decref(context);
	else
		ret = letter_to(&r, kind, context);
out:
	reader_clear(&r);
	return ret;
}

/* All seats are taken: the muster begins. */
static int
muster(struct signup *s, struct table *t, int mine)
{
	log_info("seats-taken", "match %lld: all seats are taken",
	    (long long)t->row->id);
	for (int seat = 0; seat < (int)table_seats(t); seat++)
		if (table_seat(t, seat)->occupant == OCCUPANT_PERSON &&
		    tell_seat(s, t, seat, mine, "muster") == -1)
			return -1;
	return 0;
}

struct table *
signup_table(struct signup *s, int64_t match, const char *what)
{
	g_autofree char *prefix =
	    g_strdup_printf("%s.%s", s->dedup_prefix, what);

	return table_open_for(s->home, match, prefix);
}

static int
tell_joined(struct signup *s, int64_t match, int mine)
{
	struct table *t = signup_table(s, match, "m");
	int r;

	if (t == NULL)
		return -1;
	t->answered = mine;
	r = table_notice(
	    t, "notice.joined", json_pack("{s:s}", "who", t->names[mine]));
	if (r == 0)
		r = muster_begin(t);
	if (r == 0)
		r = settle_match(t);
	signup_said(s, "signup.joined",
	    json_pack(
		"{s:I, s:s}", "n", (json_int_t)match, "name", t->names[mine]));
	if (r == 0)
		r = muster_free(t) == 0 ? muster(s, t, mine)
					: tell_seat(s, t, mine, mine, "joined");
	table_free(t);
	return r;
}

/* An onlooker plays now; nothing was hidden from anybody yet. */
static int
stop_watching(struct signup *s, int64_t match)
{
	struct onlooker_row *o;

	s->home->err->code = 0;
	o = store_onlooker(s->home->store, match, s->person->id);
	if (o == NULL)
		return s->home->err->code != 0 ? -1 : 0;
	onlooker_row_free(o);
	return store_onlooker_drop(s->home->store, match, s->person->id);
}

static int
sit_down(struct signup *s, struct joining *j, const char *name)
{
	struct seat_row row = {
		.match = j->row->id,
		.seat = (int)j->seats->len,
		.person = s->person->id,
		.name = (char *)(uintptr_t)name,
		.epoch = j->signup.epoch,
		.told = -1,
	};

	if (stop_watching(s, row.match) == -1 ||
	    store_seat_add(s->home->store, &row, s->home->now) == -1)
		return -1;
	log_info("seat-joined", "match %lld seat %d: joined",
	    (long long)row.match, row.seat);
	return tell_joined(s, row.match, row.seat);
}

int
joining_sit(struct signup *s, struct joining *j)
{
	/* the person's name may have changed by this very mail */
	struct person *fresh = store_person(s->home->store, s->person->id);
	bool taken;
	int r;

	if (fresh == NULL)
		return -1;
	r = name_taken(s, j, fresh->name, &taken);
	if (r == 0 && taken)
		signup_refuse(s, "error.name-taken",
		    json_pack("{s:I, s:s}", "n", (json_int_t)j->row->id, "name",
			fresh->name));
	else if (r == 0)
		r = sit_down(s, j, fresh->name);
	person_free(fresh);
	return r;
}

int
signup_refuse_past(struct signup *s, int64_t match)
{
	struct table *t = table_open(s->home, match);
	struct phrase *why;

	if (t == NULL)
		return -1;
	why = parting_refusal(t, s->person->id);
	signup_refuse(s, why->key, json_incref(why->args));
	phrase_free(why);
	table_free(t);
	return 0;
}

int
signup_join(struct signup *s, const struct request *q)
{
	int64_t match = q->number;
	struct joining j;
	const char *why;
	int r = joining_find(s, match, &j);

	why = r == 0 ? join_fault(s, &j) : NULL;
	if (g_strcmp0(why, "error.over") == 0)
		r = signup_refuse_past(s, match);
	else if (why != NULL)
		signup_refuse(s, why, signup_number(match));
	else if (r == 0)
		r = joining_sit(s, &j);
	joining_clear(&j);
	return r;
}
