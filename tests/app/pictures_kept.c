/* SPDX-License-Identifier: ISC */
/*
 * Pictures that are kept: equal ones once, and drawn when the first letter
 * leaves, for later ones too; old ones go, but not those of letters that have
 * not left.
 */
#include "app/home/drawn.h"
#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/letters/new_match.h"
#include "app/letters/writing/pictures.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/table.h"
#include "base/err.h"
#include "games/games.h"
#include "mail/outgoing/write.h"
#include "store/mails/outbox.h"
#include "store/mails/pictures.h"
#include "store/mails/sprites.h"
#include "tests/app/at.h"
#include "tests/app/matches.h"

enum { DAY = 86400 };

/* As many as the database keeps drawn. */
#define KEPT 64
#define KEPT_TEXT G_STRINGIFY(KEPT)

static void
assert_there(struct house *h, const char *hash, bool there)
{
	struct err e = { 0 };
	struct kept_picture kept;

	must(TOLD(h->home, store_picture(h->home->store, hash, &kept)), &e);
	assert_true((kept.svg != NULL || kept.png != NULL) == there);
	kept_picture_clear(&kept);
}

/* Need it not be drawn again? */
static bool
is_drawn(struct house *h, const char *hash)
{
	struct err e = { 0 };
	struct kept_picture kept;
	bool is;

	must(TOLD(h->home, store_picture(h->home->store, hash, &kept)), &e);
	is = kept.png != NULL;
	assert_true((kept.svg != NULL) != is);
	kept_picture_clear(&kept);
	return is;
}

/* As it leaves; NULL: there is none. */
static GBytes *
drawn(struct house *h, const char *hash)
{
	struct err e = { 0 };
	GBytes *png;

	must(TOLD(h->home, drawn_png(h->home, hash, &png)), &e);
	return png;
}

static void
sent(struct house *h)
{
	drawn_keep(h->home);
}

/* As another process begins. */
static void
begin_anew(struct house *h)
{
	g_clear_pointer(&h->home->drawn, drawn_free);
}

/* The picture of a letter, whose hash is given out. */
static char *
make(struct house *h, struct table *t, int seat, const char *kind, int64_t now,
    json_t **picture)
{
	struct err e = { 0 };
	struct shown_picture shown;
	struct reader r = house_reader(t, seat);
	json_t *context = house_context(t, seat, 0);
	char *hash;

	r.language = home_catalog(h->home, "en");
	h->home->now = now;
	must(TOLD(r.home, picture_for(&r, kind, t->row->game, context, &shown)),
	    &e);
	reader_clear(&r);
	hash = g_strdup(shown.hash);
	if (picture != NULL)
		*picture = json_incref(json_object_get(context, "picture"));
	picture_clear(&shown);
	json_decref(context);
	return hash;
}

static void
test_context(void **arg)
{
	struct house h = { 0 };
	struct table *t;
	json_t *picture;
	g_autofree char *hash = NULL, *other = NULL, *cid = NULL;
	const char *alt;

	(void)arg;
	house_open(&h);
	t = house_start(&h, house_match(&h, game_find("mutineer"), 3, false));
	hash = make(&h, t, 0, "turn", NOW, &picture);
	assert_non_null(hash);
	cid = g_strdup_printf("%s@example.org", hash);
	assert_string_equal(
	    json_string_value(json_object_get(picture, "cid")), cid);
	assert_int_equal(
	    json_integer_value(json_object_get(picture, "width")), 600);
	assert_in_range(
	    json_integer_value(json_object_get(picture, "height")), 300, 900);
	alt = json_string_value(json_object_get(picture, "alt"));
	assert_non_null(strstr(alt, "round 1"));
	assert_null(strchr(alt, '{'));
	/* letters that show no table have none */
	other = make(&h, t, 0, "talk", NOW, NULL);
	assert_null(other);
	json_decref(picture);
	table_free(t);
	house_close(&h);
}

/* A player's picture shows what she alone knows: nobody else's letter has it;
 * all who may know no more than what lies open share one. */
static void
test_shared(void **arg)
{
	static const char *const games[] = { "fourth-bridge", "hexxi",
		"mutineer" };
	struct house h = { 0 };

	(void)arg;
	house_open(&h);
	for (size_t i = 0; i < G_N_ELEMENTS(games); i++) {
		struct table *t = house_start(
		    &h, house_match(&h, game_find(games[i]), 3, false));
		g_autofree char *own = make(&h, t, 0, "turn", NOW, NULL);
		g_autofree char *again = make(&h, t, 0, "turn", NOW, NULL);
		g_autofree char *his = make(&h, t, 1, "turn", NOW, NULL);
		g_autofree char *open = make(&h, t, -1, "onlooker", NOW, NULL);
		g_autofree char *first =
		    make(&h, t, -1, "onlooker-first", NOW, NULL);

		assert_string_equal(own, again);
		assert_string_not_equal(own, his);
		assert_string_not_equal(own, open);
		assert_string_not_equal(his, open);
		assert_string_equal(open, first);
		assert_there(&h, own, true);
		assert_there(&h, open, true);
		table_free(t);
	}
	house_close(&h);
}

/* A letter that waits and names that hash. */
static void
add_letter(struct house *h, const char *hash, enum outbox_state state)
{
	struct err e = { 0 };
	g_autofree char *text = g_strdup_printf("...%s...", hash);
	g_autofree char *raw = g_strdup_printf("...\r\n\032%s\r\n...", hash);
	struct outbox_row row = {
		.dedup = text,
		.seat = -1,
		.address = "a@example.org",
		.kind = "turn",
		.message_id = text,
		.state = state,
		.created = NOW,
		.news_after = -1,
		.note = "",
	};

	row.raw = g_bytes_new(raw, strlen(raw));
	must(store_outbox_next_id(h->home->store, &row.id), &e);
	must(store_outbox_add(h->home->store, &row), &e);
	g_bytes_unref(row.raw);
}

/* Does any sprite lie in the database? */
static bool
any_sprite(struct house *h)
{
	struct err e = { 0 };
	bool any;

	must(AT(h->home, NOW,
		 store_sprites_old(h->home->store, INT64_MAX, &any)),
	    &e);
	return any;
}

/* The picture of a first turn, its hash given out, its letter handed over. */
static char *
send_first(struct house *h, int seats, int64_t now)
{
	struct table *t =
	    house_start(h, house_match(h, game_find("mutineer"), seats, false));
	char *hash = make(h, t, 0, "turn", now, NULL);

	g_bytes_unref(drawn(h, hash));
	sent(h);
	table_free(t);
	return hash;
}

/* Sprites of pictures that are drawn stay; those that none had for a month
 * go. */
static void
test_old_sprites(void **arg)
{
	struct house h = { 0 };
	struct err e = { 0 };

	(void)arg;
	house_open(&h);
	assert_false(any_sprite(&h));
	g_free(send_first(&h, 3, NOW));
	must(AT(h.home, NOW + 30 * DAY, pictures_tick(h.home)), &e);
	assert_true(any_sprite(&h));
	/* another picture, weeks later, has some of them */
	begin_anew(&h);
	g_free(send_first(&h, 4, NOW + 20 * DAY));
	must(AT(h.home, NOW + 30 * DAY + 1, pictures_tick(h.home)), &e);
	assert_true(any_sprite(&h));
	must(AT(h.home, NOW + 50 * DAY + 1, pictures_tick(h.home)), &e);
	assert_false(any_sprite(&h));
	house_close(&h);
}

static void
test_old(void **arg)
{
	struct house h = { 0 };
	struct table *t;
	struct err e = { 0 };
	g_autofree char *held = NULL, *used = NULL, *old = NULL;
	g_autofree char *again = NULL;

	(void)arg;
	house_open(&h);
	t = house_start(&h, house_match(&h, game_find("hexxi"), 3, false));
	held = make(&h, t, 0, "turn", NOW, NULL);
	table_free(t);
	t = house_start(&h, house_match(&h, game_find("mutineer"), 3, false));
	used = make(&h, t, 0, "turn", NOW, NULL);
	table_free(t);
	t = house_start(
	    &h, house_match(&h, game_find("fourth-bridge"), 3, false));
	old = make(&h, t, 0, "turn", NOW, NULL);
	table_free(t);
	add_letter(&h, held, OUTBOX_LATER);
	add_letter(&h, old, OUTBOX_SENT);
	must(AT(h.home, NOW + 30 * DAY, pictures_tick(h.home)), &e);
	assert_there(&h, old, true);
	/* the second is used again */
	t = house_table(&h, 2);
	again = make(&h, t, 0, "turn", NOW + 29 * DAY, NULL);
	assert_string_equal(again, used);
	table_free(t);
	must(AT(h.home, NOW + 30 * DAY + 1, pictures_tick(h.home)), &e);
	assert_there(&h, held, true);
	assert_there(&h, used, true);
	assert_there(&h, old, false);
	house_close(&h);
}

/* So small that it is drawn at once. */
static char *
add_small(struct house *h, int i)
{
	char *hash = g_strdup_printf("h%d", i);
	g_autofree char *svg = g_strdup_printf(
	    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"99\" "
	    "height=\"9\" viewBox=\"0 0 99 9\"><rect width=\"%d\" "
	    "height=\"1\"/></svg>",
	    i);
	struct err e = { 0 };

	must(AT(h->home, NOW,
		 store_picture_add(h->home->store, hash, svg, 9, NOW)),
	    &e);
	return hash;
}

/* What is composed is not drawn yet; letters that leave together share one, and
 * what they were made of is written with them. */
static void
test_late(void **arg)
{
	struct house h = { 0 };
	struct table *t;
	g_autofree char *hash = NULL;
	g_autoptr(GBytes) first = NULL, second = NULL, anew = NULL;
	g_autoptr(GBytes) later = NULL;

	(void)arg;
	house_open(&h);
	t = house_start(&h, house_match(&h, game_find("mutineer"), 3, false));
	hash = make(&h, t, 0, "turn", NOW, NULL);
	assert_null(h.home->drawn);
	first = drawn(&h, hash);
	assert_non_null(first);
	assert_false(any_sprite(&h));
	second = drawn(&h, hash);
	assert_ptr_equal(first, second);
	begin_anew(&h);
	anew = drawn(&h, hash);
	sent(&h);
	assert_true(any_sprite(&h));
	assert_true(g_bytes_equal(first, anew));
	/* by its sprites, when others have pushed out what was drawn */
	for (int i = 0; i < KEPT; i++)
		g_free(add_small(&h, i));
	assert_false(is_drawn(&h, hash));
	begin_anew(&h);
	later = drawn(&h, hash);
	assert_true(g_bytes_equal(first, later));
	assert_null(drawn(&h, "0000"));
	table_free(t);
	house_close(&h);
}

/* A later process sends what was drawn, without the pieces of it. */
static void
test_drawn(void **arg)
{
	struct house h = { 0 };
	struct err e = { 0 };
	g_autofree char *hash = NULL;
	g_autoptr(GBytes) first = NULL, later = NULL;

	(void)arg;
	house_open(&h);
	hash = add_small(&h, 0);
	first = drawn(&h, hash);
	assert_false(is_drawn(&h, hash));
	sent(&h);
	assert_true(is_drawn(&h, hash));
	must(AT(h.home, NOW, store_sprites_drop(h.home->store, INT64_MAX)), &e);
	begin_anew(&h);
	later = drawn(&h, hash);
	assert_true(g_bytes_equal(first, later));
	sent(&h);
	assert_false(any_sprite(&h));
	house_close(&h);
}

/* So it is with the last ones that letters were made with. */
static void
test_drawn_last(void **arg)
{
	struct house h = { 0 };

	(void)arg;
	house_open(&h);
	for (int i = 0; i < KEPT; i++) {
		g_autofree char *hash = add_small(&h, i);

		g_bytes_unref(drawn(&h, hash));
		sent(&h);
	}
	assert_true(is_drawn(&h, "h0"));
	g_free(add_small(&h, KEPT));
	assert_false(is_drawn(&h, "h0"));
	assert_true(is_drawn(&h, "h1"));
	/* drawn once more it is sent, but not kept */
	begin_anew(&h);
	g_bytes_unref(drawn(&h, "h0"));
	g_bytes_unref(drawn(&h, "h" KEPT_TEXT));
	sent(&h);
	assert_false(is_drawn(&h, "h0"));
	assert_true(is_drawn(&h, "h" KEPT_TEXT));
	house_close(&h);
}

/* A process keeps only the last ones. */
static void
test_bounded(void **arg)
{
	struct house h = { 0 };
	GBytes *first = NULL;

	(void)arg;
	house_open(&h);
	for (int i = 0; i < 9; i++) {
		g_autofree char *hash = add_small(&h, i);
		GBytes *png;

		png = drawn(&h, hash);
		if (i == 0)
			first = png;
		else
			g_bytes_unref(png);
	}
	for (int i = 8; i >= 0; i--) {
		g_autofree char *hash = g_strdup_printf("h%d", i);
		g_autoptr(GBytes) once = drawn(&h, hash);
		g_autoptr(GBytes) again = drawn(&h, hash);

		assert_ptr_equal(once, again);
		assert_ptr_not_equal(once, first);
	}
	g_bytes_unref(first);
	house_close(&h);
}

/* What names somebody who is forgotten goes, but letters leave whole. */
static void
test_forgotten(void **arg)
{
	struct house h = { 0 };
	struct err e = { 0 };
	g_autofree char *held = NULL, *sent_one = NULL;
	g_autoptr(GBytes) before = NULL, after = NULL;

	(void)arg;
	house_open(&h);
	held = send_first(&h, 3, NOW);
	sent_one = send_first(&h, 4, NOW);
	before = drawn(&h, held);
	add_letter(&h, held, OUTBOX_NEW);
	add_letter(&h, sent_one, OUTBOX_SENT);
	must(AT(h.home, NOW, drawn_forget(h.home)), &e);
	assert_null(h.home->drawn);
	assert_false(any_sprite(&h));
	assert_there(&h, held, true);
	assert_there(&h, sent_one, false);
	after = drawn(&h, held);
	assert_true(g_bytes_equal(before, after));
	house_close(&h);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_context),
		cmocka_unit_test(test_shared),
		cmocka_unit_test(test_old),
		cmocka_unit_test(test_old_sprites),
		cmocka_unit_test(test_late),
		cmocka_unit_test(test_drawn),
		cmocka_unit_test(test_drawn_last),
		cmocka_unit_test(test_bounded),
		cmocka_unit_test(test_forgotten),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
