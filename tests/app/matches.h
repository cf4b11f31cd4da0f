/* SPDX-License-Identifier: ISC */
/* A home with random matches of every game, for tests of their letters. */
#ifndef TESTS_APP_MATCHES_H
#define TESTS_APP_MATCHES_H

#include "app/home/folder.h"
#include "app/home/home.h"
#include "app/letters/context/context.h"
#include "app/letters/new_match.h"
#include "app/matches/create.h"
#include "app/matches/status.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/table.h"
#include "base/err.h"
#include "core/chance.h"
#include "core/decision.h"
#include "core/draw.h"
#include "core/match.h"
#include "core/outcome.h"
#include "core/rules.h"
#include "core/verb.h"
#include "mail/incoming/read.h"
#include "mail/outgoing/write.h"
#include "mail/ticket.h"
#include "store/mails/inbox.h"
#include "store/mails/outbox.h"
#include "store/matches/matches.h"
#include "store/matches/onlookers.h"
#include "store/matches/seats.h"
#include "store/matches/timers.h"
#include "store/people/people.h"
#include "store/people/preferences.h"
#include "store/transaction.h"
#include "tests/app/at.h"
#include "tests/app/plain.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { NOW = 1795262400 };

static const char *const names[] = { "Anna", "Boris", "Carla", "Dora", "Emil",
	"Fanny", "Gero", "Hanna" };

/* What people speak, seat by seat, one further with each match. */
static const char *const catalogs[] = { "en", "pl", "de", "ru" };

/* A home, and a transaction that is never committed. */
struct house {
	char *dir;
	struct home *home;
	struct chance *chance;
	bool babel; /* its people speak several languages, else English */
};

static inline void
must(int r, const struct err *e)
{
	if (r == -1)
		fail_msg("%s", e->text);
}

static inline void
house_open(struct house *h)
{
	static const unsigned char seed[SEED_SIZE] = { 9 };
	struct err e = { 0 };
	g_autofree char *dir = g_dir_make_tmp("turnpost-XXXXXX", NULL);

	app_init();
	h->dir = g_build_filename(dir, "home", NULL);
	must(home_create(h->dir, "robot@example.org", &e), &e);
	house_policy(h->dir);
	h->home = home_open(h->dir, NULL, &e);
	must(h->home == NULL ? -1 : 0, &e);
	h->chance = chance_new(seed);
	must(store_begin(h->home->store, __func__), &e);
}

static inline void
house_close(struct house *h)
{
	g_autofree char *dir = g_path_get_dirname(h->dir);
	g_autofree char *line = g_strdup_printf("rm -rf '%s'", dir);

	store_rollback(h->home->store);
	home_close(h->home);
	chance_free(h->chance);
	g_spawn_command_line_sync(line, NULL, NULL, NULL, NULL);
	g_free(h->dir);
}

static inline void
house_transport_hook(void *arg, const struct outbox_row *row)
{
	(void)arg;
	fail_msg("letter %lld was sent", (long long)row->id);
}

/* Letters come without pictures and files, as in a simulation, or with them:
 * where they are not what is looked at, drawing them takes most of the time. */
static inline void
house_pictures(struct house *h, bool drawn)
{
	h->home->transport_hook = drawn ? NULL : house_transport_hook;
}

/* A new match in its muster, with the options that are yes or no, or without;
 * its number. */
static inline int64_t
house_match(struct house *h, const struct game *game, int seats, bool options)
{
	static int number;
	struct err e = { 0 };
	g_auto(GStrv) list = g_new0(char *, (gsize)seats + 1);
	g_auto(GStrv) chosen = g_new0(char *, GAME_MAX_OPTIONS + 1);
	struct match_order order = {
		.game = game->name, .seats = list, .options = chosen
	};
	int64_t id;
	int n = 0;

	number++;
	for (int s = 0; s < seats; s++)
		list[s] = g_strdup_printf("%s <m%d.%s.%d@example.org> %s",
		    names[s], number, game->name, s,
		    h->babel
			? catalogs[(number + s) % (int)G_N_ELEMENTS(catalogs)]
			: "en");
	for (size_t i = 0; options && i < game->noptions; i++)
		if (game->options[i].boolean)
			chosen[n++] =
			    g_strdup_printf("%s=yes", game->options[i].word);
	must(match_create(h->home, &order, NOW, &id, &e), &e);
	return id;
}

static inline struct table *
house_table(struct house *h, int64_t id)
{
	struct err e = { 0 };
	struct table *t = TOLD(h->home, table_open(h->home, id));

	must(t == NULL ? -1 : 0, &e);
	return t;
}

/* The player of that seat, or an onlooker; to be cleared. */
static inline struct reader
house_reader(struct table *t, int seat)
{
	struct reader r =
	    (home_work(t->home, NOW, t->home->err), reader_seat(t, seat));
	struct err e = { 0 };

	if (seat >= 0) {
		must(TOLD(r.home, reader_load(&r)), &e);
		return r;
	}
	r = reader_view(t, SEAT_ONLOOKER);
	r.name = "Zofia";
	return r;
}

/* What a letter to that reader is made of; told: for an onlooker. */
static inline json_t *
house_context(struct table *t, int seat, int64_t told)
{
	struct reader r = house_reader(t, seat);
	struct err e = { 0 };
	json_t *context;

	r.told = told;
	context = TOLD(r.home, context_of(&r));
	must(context == NULL ? -1 : 0, &e);
	reader_clear(&r);
	return context;
}

/* Everybody is ready: it runs, by the same shuffle every time. */
static inline struct table *
house_start(struct house *h, int64_t id)
{
	struct err e = { 0 };
	struct table *t = house_table(h, id);

	memset(t->row->server_seed, (int)id, SEED_SIZE);
	/* the second fingerprint is of the other seed */
	g_clear_pointer(&t->row->agreed, g_free);
	for (int s = 0; s < (int)table_seats(t); s++)
		must(AT(t->home, NOW, match_ready(t, s, NULL)), &e);
	return t;
}

/* How that seat's letters come: rendering them takes most of the time, so that
 * of letters at which nobody looks as little is made as may be. */
static inline void
house_preferences(struct house *h, struct table *t, int seat,
    enum mail_preference mail, bool plain)
{
	struct err e = { 0 };
	struct preferences preferences;
	int64_t person = table_seat(t, seat)->person;

	must(store_preferences(h->home->store, person, &preferences), &e);
	preferences.mail = mail;
	preferences.plain = plain;
	must(store_preferences_set(h->home->store, person, &preferences), &e);
	preferences_clear(&preferences);
}

/* A legal move of that seat, or none. */
static inline bool
house_move(struct house *h, struct table *t, int seat, struct move *move)
{
	g_autoptr(GArray) legal = match_legal(t->match, seat);

	if (legal->len == 0)
		return false;
	*move = g_array_index(
	    legal, struct move, chance_below(h->chance, legal->len));
	return true;
}

/* The letters queued after that one, oldest first, with their bytes. */
static inline GPtrArray *
house_letters(struct house *h, int64_t after)
{
	struct err e = { 0 };
	GPtrArray *all = g_ptr_array_new_with_free_func(
	    (GDestroyNotify)(void (*)(void))outbox_row_free);
	struct outbox_row *row;

	while ((row = store_outbox(h->home->store, ++after)) != NULL)
		g_ptr_array_add(all, row);
	must(e.code != 0 ? -1 : 0, &e);
	return all;
}

/* The number of the newest letter. */
static inline int64_t
house_newest(struct house *h)
{
	struct err e = { 0 };
	int64_t id;

	must(store_begin(h->home->store, __func__), &e);
	must(store_outbox_next_id(h->home->store, &id), &e);
	store_rollback(h->home->store);
	return id - 1;
}

#endif
