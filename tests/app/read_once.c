/* SPDX-License-Identifier: ISC */
/*
 * A mail is read once, and the match that it is about replayed once, whatever
 * it asks and whoever sent it.
 */
#include "app/home/home.h"
#include "app/home/reply_keys.h"
#include "app/letters/new_match.h"
#include "app/letters/settle.h"
#include "app/letters/watching.h"
#include "app/matches/table/table.h"
#include "app/steps/steps.h"
#include "base/err.h"
#include "core/decision.h"
#include "core/move.h"
#include "core/rules.h"
#include "games/games.h"
#include "mail/ticket.h"
#include "mail/ticket_text.h"
#include "store/mails/inbox.h"
#include "store/mails/inbox_intake.h"
#include "store/matches/signup.h"
#include "store/people/people.h"
#include "tests/app/at.h"
#include "tests/app/matches.h"

#define ROBOT "robot@example.org"

/* A match of four that runs, with an onlooker. */
struct scene {
	int64_t match;
	int seat; /* that is asked */
	char *move; /* which it may make */
	struct person *player, *onlooker;
};

static void
scene_open(struct house *h, struct scene *scene)
{
	struct err e = { 0 };
	struct table *t;
	struct move move;
	int64_t id;

	scene->match = house_match(h, game_find("mutineer"), 4, false);
	t = house_start(h, scene->match);
	must(AT(t->home, NOW, settle_match(t)), &e);
	while (!house_move(h, t, scene->seat, &move))
		scene->seat++;
	scene->move = move_text(t->match, &move);
	scene->player =
	    store_person(h->home->store, table_seat(t, scene->seat)->person);
	table_free(t);
	must(match_watch(
		 h->home, scene->match, "Zoe <zoe@example.net>", NOW, &id, &e),
	    &e);
	scene->onlooker = store_person(h->home->store, id);
	assert_non_null(scene->onlooker);
}

static void
scene_close(struct scene *scene)
{
	g_free(scene->move);
	person_free(scene->player);
	person_free(scene->onlooker);
}

/* A mail from there to the address of that ticket (NULL: the robot's), with
 * that line; what became of it is noted so. */
static void
mail(struct house *h, const char *from, const struct ticket *ticket,
    const char *line, const char *note)
{
	static int number;
	struct err e = { 0 };
	g_autofree char *to =
	    ticket != NULL ? ticket_address(ticket, ROBOT, '+') : NULL;
	g_autofree char *source = g_strdup_printf("test:%d", ++number);
	g_autofree char *text = g_strdup_printf(
	    "From: <%s>\nTo: <%s>\nMessage-ID: <m%d@x.example>\n"
	    "Subject: hello\n\n%s\n",
	    from, to != NULL ? to : ROBOT, number, line);
	g_autofree char *sha =
	    g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);
	struct inbox_row row = { .source = source,
		.sha = sha,
		.message_id = (char *)(uintptr_t) "",
		.sender = (char *)(uintptr_t) "",
		.seat = -1,
		.received = NOW,
		.note = (char *)(uintptr_t) "",
		.says = (char *)(uintptr_t) "",
		.size = (int64_t)strlen(text),
		.raw = g_bytes_new(text, strlen(text)) };
	struct inbox_row *done;
	int n;

	must(store_inbox_add(h->home->store, &row), &e);
	g_bytes_unref(row.raw);
	h->home->readings = h->home->replays = 0;
	must(step_handle(h->home, NOW, &n, &e), &e);
	done = store_inbox(h->home->store, row.id);
	assert_non_null(done);
	assert_string_equal(done->note, note);
	inbox_row_free(done);
	if (h->home->readings != 1 || h->home->replays > 1)
		fail_msg("\"%s\": read %u times, replayed %u times", line,
		    h->home->readings, h->home->replays);
}

static void
test_order(void **arg)
{
	struct house *h = *arg;
	struct scene s = { 0 };
	struct ticket ticket = { .turn = 1 };
	struct table *t;

	scene_open(h, &s);
	t = house_table(h, s.match);
	ticket.match = s.match;
	ticket.seat = s.seat;
	keys_make(h->home, table_seat(t, s.seat), ticket.key);
	table_free(t);
	mail(h, s.player->address, &ticket, "status", "done");
	assert_int_equal(h->home->replays, 1);
	mail(h, s.player->address, &ticket, s.move, "done");
	assert_int_equal(h->home->replays, 1);
	scene_close(&s);
}

/* Without a key the player is shown how it stands, no more. */
static void
test_no_proof(void **arg)
{
	struct house *h = *arg;
	struct scene s = { 0 };

	scene_open(h, &s);
	mail(h, s.player->address, NULL, s.move,
	    "known sender, but no reply to a letter");
	assert_int_equal(h->home->replays, 1);
	scene_close(&s);
}

static struct ticket
own_ticket(struct house *h, const struct person *p, int64_t match)
{
	struct ticket ticket = { .match = match, .seat = -1, .turn = 1 };
	struct account_row account;
	struct err e = { 0 };

	must(store_account(h->home->store, p->id, &account), &e);
	keys_make_own(h->home, p->id, match, account.epoch, ticket.key);
	return ticket;
}

static void
test_onlooker(void **arg)
{
	struct house *h = *arg;
	struct scene s = { 0 };
	struct ticket ticket;

	scene_open(h, &s);
	ticket = own_ticket(h, s.onlooker, s.match);
	mail(h, s.onlooker->address, &ticket, "status", "sign-up");
	assert_int_equal(h->home->replays, 1);
	mail(h, s.onlooker->address, &ticket, "say: well played", "sign-up");
	assert_int_equal(h->home->replays, 1);
	scene_close(&s);
}

static void
test_signup(void **arg)
{
	struct house *h = *arg;
	struct scene s = { 0 };
	struct ticket ticket;

	scene_open(h, &s);
	ticket = own_ticket(h, s.onlooker, 0);
	mail(h, s.onlooker->address, &ticket, "zone Europe/Warsaw", "sign-up");
	assert_int_equal(h->home->replays, 0);
	mail(h, s.onlooker->address, &ticket, "unwatch 1", "sign-up");
	scene_close(&s);
}

static int
setup(void **arg)
{
	static struct house house;

	house_open(&house);
	house_pictures(&house, false);
	*arg = &house;
	return 0;
}

static int
teardown(void **arg)
{
	house_close(*arg);
	return 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_order, setup, teardown),
		cmocka_unit_test_setup_teardown(test_no_proof, setup, teardown),
		cmocka_unit_test_setup_teardown(test_onlooker, setup, teardown),
		cmocka_unit_test_setup_teardown(test_signup, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
