/* SPDX-License-Identifier: ISC */
/*
 * Letters of every kind, as they leave, about random matches of every game, to
 * people who speak different languages.
 * When one comes back in an answer, as it is, quoted, or with its lines broken
 * by a mail program, nothing in it may do anything, nor may its subject.  And
 * its bytes are such as every server passes on unchanged.
 */
#include "app/home/config.h"
#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/letters/context/context.h"
#include "app/letters/new_match.h"
#include "app/letters/settle.h"
#include "app/letters/watching.h"
#include "app/letters/writing/compose.h"
#include "app/matches/moves/tryout.h"
#include "app/matches/table/dedup.h"
#include "app/matches/table/effects.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/reply.h"
#include "app/matches/table/table.h"
#include "app/matches/table/table_play.h"
#include "app/matches/votes/actions.h"
#include "app/organiser/organiser.h"
#include "app/players/commands.h"
#include "app/players/reading/parse.h"
#include "app/players/seats/seat_reply.h"
#include "app/transport/send.h"
#include "base/err.h"
#include "core/decision.h"
#include "core/draw.h"
#include "core/match.h"
#include "core/rules.h"
#include "games/games.h"
#include "mail/incoming/read.h"
#include "mail/incoming/reading.h"
#include "mail/quotes/unquote.h"
#include "parse/request.h"
#include "render/render.h"
#include "store/mails/outbox.h"
#include "store/matches/actions.h"
#include "store/people/people.h"
#include "store/people/preferences.h"
#include "tests/app/at.h"
#include "tests/app/matches.h"

enum { MATCHES_EACH = 3, EVERY = 300, LONG = 76, QUOTED = 72 };

struct bench {
	struct house house;
	struct table *t;
	int64_t seen; /* the newest letter that was looked at */
	GHashTable *kinds, *phases; /* of letters that were looked at */
	GHashTable *read; /* pieces of lines, of this match */
	const struct catalog *own; /* who reads what is looked at */
	GHashTable *spoken; /* "KIND LANGUAGE" that were looked at */
	guint letters, pieces, bad;
};

/* ---- what must not be found ---- */

static bool
is_command(const struct request *q)
{
	return q->kind != REQUEST_TALK && q->kind != REQUEST_UNCLEAR;
}

/* strict: nor a command with a fault in it. */
static void
read_piece(struct bench *b, const char *kind, const char *piece, bool strict)
{
	static char *const none[] = { NULL };
	static const struct reading all = { .stop_words = none,
		.subject_prefixes = none };
	g_autoptr(GPtrArray) lines = NULL;
	g_autoptr(GPtrArray) requests = NULL;

	/* What a piece means to her does not change within a match. */
	if (!g_hash_table_add(
		b->read, g_strdup_printf("%s%s%s", catalog_language(b->own),
			     strict ? "!" : " ", piece)))
		return;
	b->pieces++;
	lines = lines_read(piece, &all);
	requests = reading_requests(b->own, b->t->match, lines);
	for (guint i = 0; i < requests->len; i++) {
		const struct request *q = requests->pdata[i];

		if (!is_command(q) && !(strict && q->kind == REQUEST_UNCLEAR))
			continue;
		print_error("%s of %s, %s: taken for a command: %s\n", kind,
		    b->t->row->game, catalog_language(b->own), piece);
		b->bad++;
	}
}

/* With "> " in front and broken at 72 columns: the rest has no mark. */
static void
read_quoted(struct bench *b, const char *kind, const char *line)
{
	g_autofree char *quoted = g_strdup_printf("> %s", line);
	g_auto(GStrv) words = g_strsplit(quoted, " ", -1);
	GString *piece = g_string_new(NULL);

	for (char **word = words; *word != NULL; word++) {
		if (piece->len > 0 &&
		    text_width(piece->str) + text_width(*word) >= QUOTED) {
			read_piece(b, kind, piece->str, false);
			g_string_truncate(piece, 0);
		}
		if (piece->len > 0)
			g_string_append_c(piece, ' ');
		g_string_append(piece, *word);
	}
	read_piece(b, kind, piece->str, false);
	g_string_free(piece, TRUE);
}

/* Delta Chat shows nothing of what stands below such a line. */
static bool
hides(const char *line)
{
	static const char *const begins[] = { "---", "___", "===", "***",
		"~~~" };

	for (size_t i = 0; i < G_N_ELEMENTS(begins); i++)
		if (g_str_has_prefix(line, begins[i]))
			return true;
	return strcmp(line, "--") == 0 || strcmp(line, "-- ") == 0;
}

static void
read_text(struct bench *b, const char *kind, const char *text)
{
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);

	for (char **line = lines; *line != NULL; line++) {
		if (hides(*line))
			fail_msg("%s: hides what is below: %s", kind, *line);
		read_piece(b, kind, *line, true);
		read_quoted(b, kind, *line);
	}
}

static void
read_subject(struct bench *b, const char *kind, const char *subject)
{
	static char *none[] = { NULL };
	static char *prefixes[] = { (char *)(uintptr_t) "re", NULL };
	const struct reading reading = { .stop_words = none,
		.subject_prefixes = prefixes };
	g_autofree char *line = lines_subject(subject, &reading);
	g_autofree char *answer = g_strdup_printf("Re: %s", subject);
	g_autofree char *again = lines_subject(answer, &reading);

	assert_string_equal(line, again);
	read_piece(b, kind, line, true);
}

/* ---- bytes ---- */

/* Of a field: is there no blank at which its line could be broken? */
static bool
is_one_word(const char *line, size_t size)
{
	const char *blank = memchr(line, ' ', size);

	if (blank == NULL)
		return true;
	size -= (size_t)(blank + 1 - line);
	return memchr(blank + 1, ' ', size) == NULL;
}

static void
check_line(const char *kind, const char *line, size_t size, bool head)
{
	if (size > LONG && (!head || !is_one_word(line, size)))
		fail_msg("%s: long line: %.*s", kind, (int)size, line);
	assert_true(size <= 998);
	assert_true(strncmp(line, "From ", 5) != 0);
	assert_true(line[0] != '.');
	for (size_t i = 0; i < size; i++)
		if ((unsigned char)line[i] >= 0x7f ||
		    ((unsigned char)line[i] < ' ' && line[i] != '\t'))
			fail_msg("%s: byte %02x", kind,
			    (unsigned)(unsigned char)line[i]);
}

static void
check_bytes(const char *kind, GBytes *raw)
{
	gsize size;
	const char *line = g_bytes_get_data(raw, &size);
	const char *end = line + size, *stop;
	bool head = true;

	for (; line < end; line = stop + 2) {
		stop = memchr(line, '\r', (size_t)(end - line));
		if (stop == NULL || stop + 1 >= end || stop[1] != '\n')
			fail_msg("%s: a line has no CRLF", kind);
		head = head && stop != line;
		check_line(kind, line, (size_t)(stop - line), head);
	}
}

/* Letters to nobody we know speak as the home does just then. */
static const struct catalog *
reader(struct bench *b, const struct outbox_row *row)
{
	struct home *home = b->house.home;
	struct err e = { 0 };
	struct person *person;
	const struct catalog *own;

	if (row->person == 0)
		return home_words(home);
	person = store_person(home->store, row->person);
	must(person == NULL ? -1 : 0, &e);
	own = home_catalog(home, person->language);
	person_free(person);
	return own;
}

/* All letters that are new. */
static void
reveal(struct bench *b)
{
	g_autoptr(GPtrArray) letters = house_letters(&b->house, b->seen);
	const char *own = b->house.home->config->address;

	for (guint i = 0; i < letters->len; i++) {
		const struct outbox_row *row = letters->pdata[i];
		struct letter *letter = letter_read(row->raw, false, own, NULL);
		GBytes *whole = send_filled(b->house.home, row);

		b->own = reader(b, row);
		assert_true(letter->text[0] != '\0');
		check_bytes(row->kind, whole);
		g_bytes_unref(whole);
		read_text(b, row->kind, letter->text);
		read_subject(b, row->kind, letter->subject);
		letter_free(letter);
		g_hash_table_add(b->kinds, g_strdup(row->kind));
		g_hash_table_add(b->spoken, g_strdup_printf("%s %s", row->kind,
						catalog_language(b->own)));
		b->letters++;
		b->seen = row->id;
	}
}

/* ---- letters ---- */

/* As it is answered in the step handle. */
static void
ask(struct bench *b, int seat, const char *line)
{
	static int mails;
	static const struct answered mail = { 0, "mail@client.example" };
	g_autofree char *dedup_prefix = g_strdup_printf("ask%d", mails++);
	g_autoptr(GPtrArray) lines = g_ptr_array_new();
	g_autoptr(GPtrArray) requests = NULL;
	struct reader r = house_reader(b->t, seat);
	struct err e = { 0 };
	struct reply a;
	struct tryout tryout;
	json_t *context;

	home_speak(b->house.home, r.person->language);
	g_ptr_array_add(lines, (gpointer)(uintptr_t)line);
	requests =
	    reading_requests(home_words(b->house.home), b->t->match, lines);
	reply_init(&a, b->house.home);
	dedup_by(b->t, dedup_prefix);
	tryout_begin(&tryout, b->t, seat);
	tryout.reply = &a;
	tryout.turn = -1;
	must(
	    TOLD(tryout.reply->home, commands_for_seat(&tryout, requests)), &e);
	tryout_end(&tryout);
	r.answers = mail;
	context = TOLD(r.home, context_whole(&r));
	must(context == NULL ? -1 : 0, &e);
	seat_reply_context(&a, &r, context);
	must(TOLD(r.home, letter_to(&r, status_letter(b->t), context)), &e);
	reply_clear(&a);
	reader_clear(&r);
	home_speak(b->house.home, NULL);
	dedup_by(b->t, "");
}

static void
ask_all(struct bench *b, int seat)
{
	static const char *const lines[] = { "help", "rules", "rules deadline",
		"status", "history", "pause", "resign", "cancel",
		"play nonsense", "9999", "well, let us see",
		"pay 2; and more of it", "ready luck three green parrots" };

	for (size_t i = 0; i < G_N_ELEMENTS(lines); i++)
		ask(b, seat, lines[i]);
	reveal(b);
}

/* Everybody is told, and asked what she is asked. */
static void
tell_all(struct bench *b)
{
	static int told;
	g_autofree char *dedup_prefix = g_strdup_printf("tell%d", told++);
	struct err e = { 0 };

	dedup_by(b->t, dedup_prefix);
	table_effect(b->t, EFFECT_TELL_ALL, -1);
	for (int s = 0; s < (int)table_seats(b->t); s++)
		table_seat(b->t, s)->told = b->t->row->last_event - 9;
	must(AT(b->t->home, NOW, settle_match(b->t)), &e);
	effect_drop(b->t, EFFECT_TELL_ALL, -1);
	dedup_by(b->t, "");
	reveal(b);
}

/* Is it the first of these letters that asks so?  Its sentences are rare. */
static bool
is_new(struct bench *b, int seat)
{
	return g_hash_table_add(
	    b->phases, g_strdup_printf("%s %s", b->t->row->game,
			   b->t->game->phase(match_state(b->t->match), seat)));
}

static void
play_out(struct bench *b)
{
	struct err e = { 0 };
	struct house *h = &b->house;

	while (!match_over(b->t->match)) {
		int seat =
		    (int)chance_below(h->chance, (uint32_t)table_seats(b->t));
		struct move move;

		if (!house_move(h, b->t, seat, &move))
			continue;
		if (chance_below(h->chance, EVERY) == 0 || is_new(b, seat))
			tell_all(b);
		if (chance_below(h->chance, 2 * EVERY) == 0)
			ask_all(b, seat);
		must(AT(b->t->home, NOW,
			 table_play(b->t, seat, &move, "player", 0)),
		    &e);
	}
	tell_all(b);
	ask_all(b, 0);
}

/* Dora looks on from the muster to the end, Emil not so long. */
static void
onlookers(struct bench *b, int64_t id)
{
	struct err e = { 0 };
	static int next;
	struct home *home = b->house.home;
	struct config *c = home->config;
	int n = next++;
	g_autofree char *was = c->language;
	g_autofree char *zofia = g_strdup_printf("Zofia <z%d@example.org>", n);
	g_autofree char *gone = g_strdup_printf("y%d@example.org", n);
	g_autofree char *yola = g_strdup_printf("Yola <%s>", gone);
	int64_t person;

	/* a newcomer speaks as the home does */
	c->language =
	    (char *)(uintptr_t)catalogs[n % (int)G_N_ELEMENTS(catalogs)];
	must(match_watch(home, id, zofia, NOW, &person, &e), &e);
	must(match_watch(home, id, yola, NOW, &person, &e), &e);
	must(match_unwatch(home, id, gone, NOW, &person, &e), &e);
	c->language = g_steal_pointer(&was);
}

/* The text is the same with HTML and without: one seat gets both. */
static void
texts(struct bench *b)
{
	int seats = (int)table_seats(b->t);

	for (int s = 0; s < seats; s++)
		house_preferences(&b->house, b->t, s, MAIL_EACH,
		    s != (int)(b->t->row->id % seats));
}

static void
a_match(struct bench *b, const struct game *game, int seats, int i)
{
	bool options = i % 2 == 1;
	/* one of each game is looked at with all that is attached */
	bool whole = i == 0 && seats == game->min_seats;
	int64_t declined = house_match(&b->house, game, seats, options);
	int64_t id = house_match(&b->house, game, seats, options);

	g_hash_table_remove_all(b->read);
	house_pictures(&b->house, whole);
	b->t = house_table(&b->house, declined);
	ask_all(b, 1);
	table_free(b->t);
	onlookers(b, id);
	b->t = house_start(&b->house, id);
	if (!whole)
		texts(b);
	tell_all(b);
	play_out(b);
	table_free(b->t);
}

static void
called_off(struct bench *b)
{
	struct err e = { 0 };
	bool heard = false;
	int64_t id = house_match(&b->house, games_all[0], 3, false);
	struct action_options end = { .what = ACTION_END,
		.match = id,
		.seat = -1,
		.reason = "the cat, pay 2" };

	must(match_act(b->house.home, &end, NOW, &heard, &e), &e);
	assert_true(heard);
	b->t = house_table(&b->house, id);
	ask_all(b, 0);
	table_free(b->t);
}

/* Letters outside of matches. */
static void
persons(struct bench *b)
{
	static const char *const kinds[] = { "stranger", "unproved",
		"foreign-key", "unhandled", "moved" };
	struct house *h = &b->house;
	struct err e = { 0 };
	int64_t id = house_match(h, games_all[0], 3, false);

	b->t = house_start(h, id);
	for (size_t n = 0; n < G_N_ELEMENTS(catalogs); n++) {
		struct reader r;

		home_speak(h->home, catalogs[n]);
		r = (home_work(h->home, NOW, h->home->err),
		    reader_address(h->home, NULL, "who@example.org"));
		for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++)
			must(TOLD(r.home, letter_to(&r, kinds[i],
					      TOLD(r.home, context_of(&r)))),
			    &e);
		reveal(b);
		home_speak(h->home, NULL);
	}
	table_free(b->t);
}

/* Of every game a letter in every phase was looked at. */
static void
assert_phases(struct bench *b)
{
	for (size_t g = 0; games_all[g] != NULL; g++)
		for (size_t i = 0; games_all[g]->phases[i] != NULL; i++) {
			g_autofree char *phase = g_strdup_printf("%s %s",
			    games_all[g]->name, games_all[g]->phases[i]);

			if (!g_hash_table_contains(b->phases, phase))
				fail_msg("no letter of %s", phase);
		}
}

static void
test_letters_that_come_back(void **arg)
{
	static const char *const kinds[] = { "muster", "answer", "turn",
		"final", "called-off", "onlooker-first", "onlooker-stop",
		"stranger", "unproved", "foreign-key", "unhandled", "moved" };
	static const char *const everywhere[] = { "muster", "answer", "turn",
		"final", "onlooker-first", "stranger", "unhandled" };
	struct bench *b = *arg;

	for (size_t g = 0; games_all[g] != NULL; g++)
		for (int seats = games_all[g]->min_seats;
		     seats <= games_all[g]->max_seats; seats++)
			for (int i = 0; i < MATCHES_EACH; i++)
				a_match(b, games_all[g], seats, i);
	called_off(b);
	persons(b);
	for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++)
		if (!g_hash_table_contains(b->kinds, kinds[i]))
			fail_msg("no letter %s was looked at", kinds[i]);
	for (size_t n = 0; n < G_N_ELEMENTS(catalogs); n++)
		for (size_t i = 0; i < G_N_ELEMENTS(everywhere); i++) {
			g_autofree char *one = g_strdup_printf(
			    "%s %s", everywhere[i], catalogs[n]);

			if (!g_hash_table_contains(b->spoken, one))
				fail_msg("no letter %s", one);
		}
	print_message(
	    "# %u letters, %u pieces of lines\n", b->letters, b->pieces);
	assert_phases(b);
	assert_int_equal(b->bad, 0);
	assert_true(b->letters > 300);
}

/* Guard against sleep: what the players write is found. */
static void
test_reader_is_awake(void **arg)
{
	struct bench *b = *arg;
	static const char *const lines[] = { "status", "7", "pause" };

	b->t = house_start(
	    &b->house, house_match(&b->house, games_all[0], 3, false));
	for (size_t i = 0; i < G_N_ELEMENTS(lines); i++) {
		g_autoptr(GPtrArray) one = g_ptr_array_new();
		g_autoptr(GPtrArray) requests = NULL;

		g_ptr_array_add(one, (gpointer)(uintptr_t)lines[i]);
		requests = reading_requests(
		    home_words(b->house.home), b->t->match, one);
		assert_int_equal(requests->len, 1);
		assert_true(is_command(requests->pdata[0]));
	}
	table_free(b->t);
}

static int
set_up(void **arg)
{
	struct bench *b = g_new0(struct bench, 1);

	house_open(&b->house);
	house_pictures(&b->house, false);
	b->house.babel = true;
	b->own = home_words(b->house.home);
	b->spoken =
	    g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	b->kinds = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	b->phases =
	    g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	b->read = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	*arg = b;
	return 0;
}

static int
tear_down(void **arg)
{
	struct bench *b = *arg;

	house_close(&b->house);
	g_hash_table_unref(b->kinds);
	g_hash_table_unref(b->spoken);
	g_hash_table_unref(b->phases);
	g_hash_table_unref(b->read);
	g_free(b);
	return 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
		    test_letters_that_come_back, set_up, tear_down),
		cmocka_unit_test_setup_teardown(
		    test_reader_is_awake, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
