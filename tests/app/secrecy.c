/* SPDX-License-Identifier: ISC */
/*
 * No letter tells what the rules hide.  In random matches of every game all
 * that a seat cannot know is replaced by another choice that fits what it was
 * shown; the letter to this seat must then be the same, byte for byte, be it
 * a turn, a hint, an answer to a status request or to lines that are refused,
 * or that were kept and stopped.  What others keep is part of what is
 * exchanged.  So it is with the letters to onlookers, who may know what lies
 * open and no more. It holds for text and HTML, in every language.
 */
#include "app/home/folder.h"
#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/letters/context/context.h"
#include "app/letters/kinds/hints.h"
#include "app/letters/new_match.h"
#include "app/letters/writing/compose.h"
#include "app/letters/writing/envelope.h"
#include "app/matches/create.h"
#include "app/matches/moves/hints.h"
#include "app/matches/moves/plans_made.h"
#include "app/matches/moves/tryout.h"
#include "app/matches/status.h"
#include "app/matches/table/plans.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/reply.h"
#include "app/matches/table/table.h"
#include "app/matches/table/table_play.h"
#include "app/players/commands.h"
#include "app/players/reading/parse.h"
#include "app/players/seats/seat_reply.h"
#include "base/err.h"
#include "core/chance.h"
#include "core/decision.h"
#include "core/draw.h"
#include "core/match.h"
#include "core/move.h"
#include "core/rules.h"
#include "core/say.h"
#include "games/games.h"
#include "parse/plan.h"
#include "parse/request.h"
#include "render/body.h"
#include "render/render.h"
#include "store/matches/seats.h"
#include "store/people/people.h"
#include "store/transaction.h"
#include "tests/app/at.h"
#include "tests/app/plain.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { MATCHES_EACH = 2, EVERY = 7, NOW = 1795262400, THOUGHT = 60 };

static const char *const names[] = { "Anna", "Boris", "Carla", "Dora", "Emil",
	"Fanny", "Gero", "Hanna" };
static const char *const catalogs[] = { "en", "pl", "de", "ru" };
/* Lines that are tried at any time, besides moves that were legal once. */
static const char *const tries[] = { "pay 2", "take mutineer", "fight 1",
	"keep wine", "do build", "take work", "scout c3", "bid 7", "2",
	"status", "plan if anybody passes: fight 9", "check take mate",
	"plan unless anybody plays salt: play ruby else bid 100",
	"check pass mate", "plan take mate or take merchant" };

struct bench {
	char *dir;
	struct home *home;
	struct table *t;
	struct chance *chance;
	GPtrArray *pool; /* texts of moves that were legal in this match */
	guint letters, changed, stopped, unseen, hints;
	unsigned spoken; /* bits of languages */
	bool asked; /* the seat that keeps something */
};

static void
must(int r, const struct err *e)
{
	if (r == -1)
		fail_msg("%s", e->text);
}

static char **
seat_list(const struct game *game, int seats, int match)
{
	char **list = g_new0(char *, (gsize)seats + 1);

	for (int s = 0; s < seats; s++)
		list[s] = g_strdup_printf("%s <m%d.%s.%d@example.org> %s",
		    names[s], match, game->name, s,
		    catalogs[(match + s) % (int)G_N_ELEMENTS(catalogs)]);
	return list;
}

static void
begin(struct bench *b, const struct game *game, int seats, bool options,
    int match)
{
	struct err e = { 0 };
	g_auto(GStrv) list = seat_list(game, seats, match);
	char *chosen[GAME_MAX_OPTIONS + 1] = { NULL };
	struct match_order order = {
		.game = game->name, .seats = list, .options = chosen
	};
	int64_t id;
	int n = 0;

	for (size_t i = 0; options && i < game->noptions; i++)
		if (game->options[i].boolean)
			chosen[n++] =
			    g_strdup_printf("%s=yes", game->options[i].word);
	must(match_create(b->home, &order, NOW, &id, &e), &e);
	while (n > 0)
		g_free(chosen[--n]);
	b->t = TOLD(b->home, table_open(b->home, id));
	must(b->t == NULL ? -1 : 0, &e);
	for (int s = 0; s < seats; s++)
		must(AT(b->t->home, NOW, match_ready(b->t, s, NULL)), &e);
}

/* All the plan of a mail: replaced, and what was there is nowhere told. */
static void
plan(struct bench *b, int seat, json_t *steps, bool careful)
{
	struct err e = { 0 };
	json_t *dropped = json_array();

	must(TOLD(b->t->home,
		 plans_replace(b->t, seat, steps, careful, 0, dropped)),
	    &e);
	json_decref(dropped);
	json_decref(steps);
}

/*
 * These moves were planned for the seat, by conditions and without: none is
 * legal, so they stop if it is asked, and wait if it is not.
 */
static void
keep(struct bench *b, int seat, const GPtrArray *requests)
{
	struct err e = { 0 };
	json_t *steps = json_array();
	bool made = false;

	for (guint i = 0; i < requests->len; i++) {
		const struct request *q = requests->pdata[i];

		for (int k = 0; q->kind == REQUEST_MOVE && k < 2; k++)
			json_array_append_new(
			    steps, plan_step(q->text, q->then));
		if (q->kind == REQUEST_PLAN && q->step != NULL)
			json_array_append(steps, q->step);
	}
	b->stopped += json_array_size(steps) > 0;
	b->asked = (match_to_act(b->t->match) & SEAT(seat)) != 0;
	plan(b, seat, steps, false);
	if (b->asked)
		must(AT(b->t->home, NOW, plans_make(b->t, seat, &made)), &e);
	assert_false(made);
}

/* All others plan something and have sent what settles, or nothing. */
static void
others_keep(struct bench *b, int seat, bool something)
{
	struct err e = { 0 };

	for (int s = 0; s < (int)table_seats(b->t); s++) {
		json_t *dropped = json_array();
		json_t *moves =
		    something ? json_pack("[s]", "pass") : json_array();
		json_t *steps = json_array();

		if (something)
			json_array_append_new(steps, plan_step("pass", NULL));
		if (s != seat) {
			plan(b, s, json_incref(steps), something);
			must(
			    AT(b->t->home, NOW,
				plans_order(b->t, s, moves, false, 0, dropped)),
			    &e);
		}
		json_decref(steps);
		json_decref(moves);
		json_decref(dropped);
	}
}

static bool
is_legal(const struct bench *b, int seat, const char *text)
{
	struct move move;
	struct phrase *why = NULL;
	bool legal = false;

	if (move_read(b->t->match, text, &move) == MOVE_OK) {
		why = match_refusal(b->t->match, seat, &move);
		legal = why == NULL;
	}
	phrase_free(why);
	return legal;
}

/* Could any way of the plan's step be made now? */
static bool
is_possible(const struct bench *b, int seat, const json_t *step)
{
	const json_t *branch, *way;
	size_t i, k;

	json_array_foreach(json_object_get(step, "branches"), i, branch)
	    json_array_foreach(json_object_get(branch, "ways"), k,
		way) if (is_legal(b, seat, plan_way_move(way))) return true;
	return false;
}

/* Text and HTML, one behind the other. */
static char *
both_parts(struct bench *b, const char *kind, json_t *context)
{
	struct err e = { 0 };
	struct body body;
	char *both;

	post_links(context, "robot+key@example.org");
	must(catalog_body(home_words(b->home), b->t->row->game, kind, context,
		 &body, &e),
	    &e);
	assert_non_null(body.html);
	both = g_strconcat(body.text, body.html, NULL);
	body_clear(&body);
	return both;
}

/* What a hint would say, if the seat is asked. */
static void
add_hint(struct bench *b, const struct reader *r, json_t *context)
{
	GArray *advice;

	if (!table_expects_move(b->t, r->seat))
		return;
	advice = hint_ponder(b->t, r->seat, THOUGHT);
	json_object_set_new(context, "hint", hint_said(r, advice, true));
	b->hints++;
	g_array_unref(advice);
}

/* The letter to this seat, as it stands, after it has written these lines. */
static char *
letter(struct bench *b, int seat, const char *const lines[], size_t n)
{
	struct err e = { 0 };
	struct reply a;
	struct tryout tryout;
	struct reader r;
	g_autoptr(GPtrArray) written = g_ptr_array_new();
	g_autoptr(GPtrArray) requests = NULL;
	json_t *context;
	char *text;

	reply_init(&a, b->home);
	for (size_t i = 0; i < n; i++)
		g_ptr_array_add(written, (gpointer)(uintptr_t)lines[i]);
	/* What is legal is left out: only what changes nothing is compared. */
	requests = reading_requests(home_words(b->home), b->t->match, written);
	for (guint i = requests->len; i > 0; i--) {
		const struct request *q = requests->pdata[i - 1];

		if ((q->kind == REQUEST_MOVE && is_legal(b, seat, q->text)) ||
		    (q->kind == REQUEST_PLAN && q->step != NULL &&
			is_possible(b, seat, q->step)))
			g_ptr_array_remove_index(requests, i - 1);
	}
	keep(b, seat, requests);
	tryout_begin(&tryout, b->t, seat);
	tryout.reply = &a;
	tryout.turn = -1;
	must(
	    TOLD(tryout.reply->home, commands_for_seat(&tryout, requests)), &e);
	tryout_end(&tryout);
	r = (home_work(b->t->home, NOW, b->t->home->err),
	    reader_seat(b->t, seat));
	must(TOLD(r.home, reader_load(&r)), &e);
	context = TOLD(r.home, context_of(&r));
	must(context == NULL ? -1 : 0, &e);
	seat_reply_context(&a, &r, context);
	add_hint(b, &r, context);
	reader_clear(&r);
	text = both_parts(b, status_letter(b->t), context);
	must(TOLD(b->t->home, plans_forget(b->t, seat)), &e);
	json_decref(context);
	reply_clear(&a);
	return text;
}

static const char *
any_line(struct bench *b)
{
	if (b->pool->len > 0 && chance_below(b->chance, 2) == 0)
		return b->pool->pdata[chance_below(b->chance, b->pool->len)];
	return tries[chance_below(b->chance, G_N_ELEMENTS(tries))];
}

/* Those that an onlooker may get now, one behind the other. */
static char *
onlooker_letters(struct bench *b)
{
	static const char *const kinds[] = { "onlooker-first", "onlooker",
		"onlooker-stop" };
	GString *all = g_string_new(NULL);
	struct reader r = reader_view(b->t, SEAT_ONLOOKER);

	r.name = "Zofia";
	r.told -= 9;
	for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++) {
		struct err e = { 0 };
		json_t *context = TOLD(r.home, context_of(&r));
		g_autofree char *text = both_parts(b, kinds[i], context);

		g_string_append(all, text);
		json_decref(context);
	}
	return g_string_free(all, FALSE);
}

static unsigned
catalog_number(const struct catalog *catalog)
{
	unsigned n = 0;

	while (strcmp(catalogs[n], catalog_language(catalog)) != 0)
		n++;
	return n;
}

/* As a mail of the seat's player is read. */
static int
speak_seat(struct bench *b, int seat)
{
	struct person *person =
	    store_person(b->home->store, table_seat(b->t, seat)->person);

	if (person == NULL)
		return -1;
	home_speak(b->home, person->language);
	person_free(person);
	return 0;
}

/* Of a seat after it has written that line, or of onlookers. */
static char *
letter_after(struct bench *b, int seat, const char *line)
{
	struct err e = { 0 };
	char *text;

	if (seat == SEAT_ONLOOKER)
		home_speak(
		    b->home, catalogs[b->letters % G_N_ELEMENTS(catalogs)]);
	else
		must(speak_seat(b, seat), &e);
	b->spoken |= 1U << catalog_number(home_words(b->home));
	text = seat == SEAT_ONLOOKER ? onlooker_letters(b)
				     : letter(b, seat, &line, 1);
	home_speak(b->home, NULL);
	return text;
}

static void
compare(struct bench *b, int seat)
{
	const struct game *game = b->t->game;
	/* The match's own block: it is put back below. */
	void *state = (void *)(uintptr_t)match_state(b->t->match);
	void *was = g_memdup2(state, game->state_size);
	const char *line = any_line(b);
	char *before = letter_after(b, seat, line), *after;
	bool changed;

	game->resample(state, seat, b->chance);
	others_keep(b, seat, true);
	changed = memcmp(state, was, game->state_size) != 0;
	b->changed += changed;
	b->unseen += changed && seat == SEAT_ONLOOKER;
	after = letter_after(b, seat, line);
	assert_string_equal(before, after);
	others_keep(b, seat, false);
	b->letters++;
	memcpy(state, was, game->state_size);
	g_free(was);
	g_free(before);
	g_free(after);
}

static void
play_out(struct bench *b)
{
	struct err e = { 0 };
	const struct game *game = b->t->game;
	int n = 0;

	while (!match_over(b->t->match)) {
		int seat =
		    (int)chance_below(b->chance, (uint32_t)table_seats(b->t));
		g_autoptr(GArray) legal = match_legal(b->t->match, seat);
		const struct move *move;

		if (legal->len == 0)
			continue;
		move = &g_array_index(
		    legal, struct move, chance_below(b->chance, legal->len));
		g_ptr_array_add(b->pool, move_text(b->t->match, move));
		must(AT(b->t->home, NOW,
			 table_play(b->t, seat, move, "player", 0)),
		    &e);
		if (match_over(b->t->match) || n++ % EVERY != 0)
			continue;
		for (int s = 0; s < (int)table_seats(b->t); s++) {
			/* some news are old, some are new */
			table_seat(b->t, s)->told = b->t->row->last_event - 9;
			compare(b, s);
		}
		compare(b, SEAT_ONLOOKER);
	}
	assert_true(game->nsentences > 0);
}

static void
test_letters(void **arg)
{
	struct bench *b = *arg;
	struct err e = { 0 };
	int match = 0;

	must(store_begin(b->home->store, __func__), &e);
	for (size_t g = 0; games_all[g] != NULL; g++)
		for (int seats = games_all[g]->min_seats;
		     seats <= games_all[g]->max_seats; seats++)
			for (int i = 0; i < MATCHES_EACH; i++) {
				begin(b, games_all[g], seats, i % 2 == 1,
				    match++);
				b->pool =
				    g_ptr_array_new_with_free_func(g_free);
				play_out(b);
				g_ptr_array_unref(b->pool);
				table_free(b->t);
			}
	store_rollback(b->home->store);
	/* against a resample that sleeps */
	assert_true(b->letters > 100);
	assert_true(b->changed > b->letters / 2);
	assert_true(b->stopped > b->letters / 20);
	assert_true(b->unseen > 50);
	assert_true(b->hints > b->letters / 4);
	assert_int_equal(b->spoken, (1U << G_N_ELEMENTS(catalogs)) - 1);
}

static int
set_up(void **arg)
{
	static const unsigned char seed[SEED_SIZE] = { 7 };
	struct bench *b = g_new0(struct bench, 1);
	struct err e = { 0 };
	g_autofree char *dir = g_dir_make_tmp("turnpost-XXXXXX", NULL);

	app_init();
	b->dir = g_build_filename(dir, "home", NULL);
	must(home_create(b->dir, "robot@example.org", &e), &e);
	house_policy(b->dir);
	b->home = home_open(b->dir, NULL, &e);
	must(b->home == NULL ? -1 : 0, &e);
	b->chance = chance_new(seed);
	*arg = b;
	return 0;
}

static int
tear_down(void **arg)
{
	struct bench *b = *arg;
	g_autofree char *dir = g_path_get_dirname(b->dir);
	g_autofree char *line = g_strdup_printf("rm -rf '%s'", dir);

	home_close(b->home);
	chance_free(b->chance);
	g_spawn_command_line_sync(line, NULL, NULL, NULL, NULL);
	g_free(b->dir);
	g_free(b);
	return 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
		    test_letters, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
