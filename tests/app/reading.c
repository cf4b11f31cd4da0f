/* SPDX-License-Identifier: ISC */
/*
 * What is found in mails: in those of tests/mail/letters exactly what their
 * .want says behind "asks" ("(cut)": more stood there, but is not said), and
 * whatever is done to their bytes nothing that is no valid text, and no command
 * out of nothing.
 */
#include "app/home/folder.h"
#include "app/players/reading/handling.h"
#include "app/players/reading/heard.h"
#include "app/players/reading/identity.h"
#include "app/players/reading/parse.h"
#include "base/err.h"
#include "base/file.h"
#include "core/match.h"
#include "core/opening.h"
#include "games/games.h"
#include "mail/incoming/read.h"
#include "mail/incoming/reading.h"
#include "mail/mail.h"
#include "parse/request.h"
#include "render/render.h"
#include "store/mails/inbox.h"
#include "store/people/people.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

#define FOLDER "tests/mail/letters"
#define OWN "robot@games.example"
#define AT_LEAST 170
#define MUTATIONS 12 /* of each letter */

static struct catalog *catalog;
static struct match *match;

static GPtrArray *
letter_names(void)
{
	GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
	GDir *dir = g_dir_open(FOLDER, 0, NULL);
	const char *name;

	assert_non_null(dir);
	while ((name = g_dir_read_name(dir)) != NULL)
		if (g_str_has_suffix(name, ".eml"))
			g_ptr_array_add(
			    names, g_strndup(name, strlen(name) - 4));
	g_dir_close(dir);
	assert_true(names->len >= AT_LEAST);
	return names;
}

static GBytes *
read_file(const char *name, const char *end)
{
	g_autofree char *path = g_strdup_printf(FOLDER "/%s.%s", name, end);
	struct err err = { 0 };
	GBytes *bytes = file_read(path, MAIL_MAX_SIZE, NULL, &err);

	if (bytes == NULL)
		fail_msg("%s", err.text);
	return bytes;
}

/* A line for each request: "asks: move play wine". */
static char *
asks(const struct letter *letter)
{
	GString *out = g_string_new(NULL);
	struct heard heard;

	heard_read(&heard, catalog, match, letter, NULL);
	for (guint i = 0; i < heard.requests->len; i++) {
		const struct request *q = heard.requests->pdata[i];

		assert_true(g_utf8_validate(q->line, -1, NULL));
		if (q->kind == REQUEST_TALK)
			continue;
		g_string_append_printf(out, "asks: %s%s",
		    request_is_signup(q) ? "signup " : "",
		    request_kind_name(q->kind));
		if (q->kind == REQUEST_SAY)
			g_string_append_printf(
			    out, " %s:", q->who != NULL ? q->who : "all");
		if (q->text != NULL) {
			g_auto(GStrv) texts = g_strsplit(q->text, "\n", -1);
			g_autofree char *text = g_strjoinv(" / ", texts);

			g_string_append_printf(out, " %s", text);
		}
		if (q->cut)
			g_string_append(out, " (cut)");
		g_string_append_c(out, '\n');
	}
	heard_clear(&heard);
	return g_string_free(out, FALSE);
}

static struct letter *
read_letter(GBytes *raw)
{
	const struct reading reading = reading_words(catalog, NULL);

	return letter_read(raw, false, OWN, &reading);
}

static void
test_asks(void **state)
{
	g_autoptr(GPtrArray) names = letter_names();
	int bad = 0;

	(void)state;
	for (guint i = 0; i < names->len; i++) {
		g_autoptr(GBytes) raw = read_file(names->pdata[i], "eml");
		g_autoptr(GBytes) file = read_file(names->pdata[i], "want");
		g_autofree char *want = g_strndup(
		    g_bytes_get_data(file, NULL), g_bytes_get_size(file));
		const char *must = strstr(want, "asks: ");
		struct letter *letter = read_letter(raw);
		g_autofree char *is = asks(letter);

		if (strcmp(is, must == NULL ? "" : must) != 0) {
			bad++;
			print_message("# %s\n# is:\n%s",
			    (const char *)names->pdata[i], is);
		}
		letter_free(letter);
	}
	assert_int_equal(bad, 0);
}

/* ---- mutations ---- */

static GRand *dice;

static guint
below(guint n)
{
	return n == 0 ? 0 : (guint)g_rand_int_range(dice, 0, (gint32)n);
}

/* Cut it, double a piece of it, change bytes, drop a line, change line ends. */
static void
mutate(GByteArray *bytes)
{
	guint at = below(bytes->len), n = below(MIN(bytes->len - at, 200) + 1);
	g_autofree guint8 *piece = NULL;
	const guint8 *nl;

	if (bytes->len == 0)
		return;
	switch (below(6)) {
	case 0:
		g_byte_array_set_size(bytes, at);
		break;
	case 1:
		piece = g_memdup2(bytes->data + at, n);
		g_byte_array_append(bytes, piece, n);
		break;
	case 2:
		for (guint i = 0; i < 8; i++)
			bytes->data[below(bytes->len)] = (guint8)below(256);
		break;
	case 3:
		nl = memchr(bytes->data + at, '\n', bytes->len - at);
		if (nl != NULL)
			g_byte_array_remove_range(
			    bytes, at, (guint)(nl - bytes->data) - at);
		break;
	case 4:
		for (guint i = at; i < at + n; i++)
			if (bytes->data[i] == '\n')
				bytes->data[i] = '\r';
		break;
	default:
		for (guint i = at; i < at + n; i++)
			bytes->data[i] ^= 0x80;
		break;
	}
}

/* No mail that holds these, however encoded, is expected to ask nothing. */
static bool
may_ask(const struct letter *letter, GBytes *raw)
{
	static const char *const words[] = { "lay", "status", "ready", "rum",
		"wine", "help", "base64", "rules", "istory" };
	gsize size;
	const char *bytes = g_bytes_get_data(raw, &size);
	g_autofree char *is = asks(letter);

	for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
		if (bytes != NULL &&
		    g_strstr_len(bytes, (gssize)size, words[i]) != NULL)
			return true;
	return is[0] != '\0';
}

static void
check_mutant(const GByteArray *bytes, bool silent)
{
	g_autoptr(GBytes) raw = g_bytes_new(bytes->data, bytes->len);
	struct letter *letter = read_letter(raw);
	g_autofree char *is = asks(letter);

	assert_true(g_utf8_validate(letter->text, -1, NULL));
	assert_true(g_utf8_validate(letter->subject, -1, NULL));
	assert_true(g_utf8_validate(letter->from_name, -1, NULL));
	/* A piece of a date that stands alone is a number; and what is only
	 * near a command does nothing. */
	if (silent && is[0] != '\0' && strncmp(is, "asks: number", 12) != 0 &&
	    strncmp(is, "asks: near", 10) != 0)
		fail_msg("out of nothing: %sin: %.*s", is, (int)bytes->len,
		    (const char *)bytes->data);
	letter_free(letter);
}

static void
test_mutations(void **state)
{
	g_autoptr(GPtrArray) names = letter_names();
	int silent_ones = 0;

	(void)state;
	dice = g_rand_new_with_seed(7);
	for (guint i = 0; i < names->len; i++) {
		g_autoptr(GBytes) raw = read_file(names->pdata[i], "eml");
		struct letter *letter = read_letter(raw);
		bool silent = !may_ask(letter, raw);

		silent_ones += silent;
		for (int m = 0; m < MUTATIONS; m++) {
			gsize size;
			const guint8 *from = g_bytes_get_data(raw, &size);
			g_autoptr(GByteArray) bytes = g_byte_array_new();

			if (size > 0)
				g_byte_array_append(bytes, from, (guint)size);
			for (guint times = 1 + below(3); times > 0; times--)
				mutate(bytes);
			check_mutant(bytes, silent);
		}
		letter_free(letter);
	}
	assert_true(silent_ones >= 10);
	g_rand_free(dice);
}

/* ---- of a reply ---- */

static void
heard_in(const char *mail, const char *want)
{
	g_autoptr(GBytes) raw = g_bytes_new(mail, strlen(mail));
	struct letter *letter = read_letter(raw);
	g_autofree char *is = asks(letter);

	assert_string_equal(is, want);
	letter_free(letter);
}

/* A subject counts if the mail is no reply, or if there is no text at all. */
static void
test_subjects(void **state)
{
	static const char play[] = "asks: move play wine\n";

	(void)state;
	heard_in("Subject: play wine\n\nhello\n", play);
	heard_in("Subject: play wine\nReferences: <a@b>\n\nhello\n", "");
	heard_in("Subject: play wine\nReferences: <a@b>\n\n> hello\n", "");
	heard_in("Subject: play wine\nReferences: <a@b>\n\n \n\n", play);
	heard_in("Subject: play wine\n\nstatus\n", "asks: status\n");
	heard_in("Subject: play wine\n\nplay\n", "asks: near play\n");
}

/* "foreign: key", and "plain" if the mail is. */
static void
others_in(const char *mail, const char *want)
{
	g_autoptr(GBytes) raw = g_bytes_new(mail, strlen(mail));
	struct letter *letter = read_letter(raw);
	g_autoptr(GString) is = g_string_new(NULL);
	struct heard heard;

	heard_read(&heard, catalog, match, letter, NULL);
	for (guint i = 0; i < heard.requests->len; i++)
		g_string_append_printf(is, "%s ",
		    request_kind_name(
			((struct request *)heard.requests->pdata[i])->kind));
	for (guint i = 0; i < heard.foreign->len; i++)
		g_string_append_printf(is, "foreign %s ",
		    request_kind_name(
			((struct request *)heard.foreign->pdata[i])->kind));
	g_string_append(is, heard.plain ? "plain" : "-");
	assert_string_equal(is->str, want);
	heard_clear(&heard);
	letter_free(letter);
}

#define FORWARDED "\n\n---------- Forwarded message ---------\nFrom: Anna\n"

/* What only others wrote is told apart, and nothing that is hers. */
static void
test_foreign(void **state)
{
	(void)state;
	others_in("\nkey\n", "key plain");
	others_in("\nfyi" FORWARDED "\nkey\nhello\n", "talk foreign key -");
	others_in("\nstatus" FORWARDED "\nkey\n", "status -");
	/* prose that is like a command is none of hers */
	others_in("\nCancel your plans for Friday." FORWARDED "\nkey\n",
	    "near foreign key -");
	others_in("\nstatus" FORWARDED "\nhello\n", "status plain");
	others_in("\nOn 2 Nov 2026, Anna wrote:\n> key\n", "plain");
	others_in("\n-- \nkey\n", "plain");
	others_in("List-Id: <a.b>\n\nkey\n", "key -");
	others_in("Subject: Re: key\n\nhello\n", "talk foreign key -");
	others_in("Subject: Fwd: key\n\n", "foreign key -");
	others_in("Subject: Re: hello\n\nhi\n", "talk -");
	others_in("Subject: Re: hello\n\nkey\n", "key plain");
	others_in("Subject: Re: key [g7-k3x7]\n\n", "key -");
	others_in("Subject: key\n\n", "key plain");
}

/* A courtesy hides no command; a signature below it is no line to tell of. */
static void
test_courtesies(void **state)
{
	(void)state;
	heard_in("\nThanks!\nstatus\n", "asks: status\n");
	heard_in("\nhistory\nDanke!\nstatus\nBest,\nAnna\n",
	    "asks: history\nasks: status\n");
	others_in("\nstatus\nRegards,\nAnna Maj\nHarbour\n", "status plain");
	others_in("\nRegards,\nAnna Maj\nstatus\n", "talk status plain");
	heard_in("\nstatus\nBest,\nplay\n", "asks: status\n");
	heard_in("\nBest,\nplay\n", "asks: near play\n");
	/* It ends what is said, so that no signature is. */
	heard_in("\nsay all: hello\nThanks!\nAnna\n", "asks: say all: hello\n");
}

/* What is said ends where a mail may be quoted, and whether words were lost by
 * that is known. */
static void
test_said_cut(void **state)
{
	(void)state;
	heard_in("\nsay all: As Boris wrote:\nwe should pay\n",
	    "asks: say all:  (cut)\n");
	heard_in("\nsay all: From: Boris <boris@host.example>\n",
	    "asks: say all:  (cut)\n");
	heard_in("\nsay all:\nAs Boris wrote:\nwe should pay\n",
	    "asks: say all:  (cut)\n");
	heard_in("\nsay all: hello\n---\nmore of it\n",
	    "asks: say all: hello (cut)\n");
	heard_in("\nsay all: hello\nBoris <boris@host.example>:\n",
	    "asks: say all: hello (cut)\n");
	heard_in("\nsay all: ---\nmore\n\nsay Boris: hi\n",
	    "asks: say all:  (cut)\nasks: say Boris: hi\n");
	heard_in("\nsay all: hello\nAs Boris wrote:\nwe should pay\n",
	    "asks: say all: hello (cut)\n");
	heard_in("\nsay all: hello\nOn 2 Nov 2026, Anna wrote:\n\nhi\n",
	    "asks: say all: hello\n");
	/* a rule alone is no word */
	heard_in("\nsay all: hello\n---\n", "asks: say all: hello\n");
	heard_in("\nsay all: hello\n---\n\nmore\n", "asks: say all: hello\n");
	heard_in("\nsay all: hello\nmore\n", "asks: say all: hello / more\n");
	heard_in("\nsay all: hello\nOn 2 Nov 2026, Anna wrote:\n> hi\n",
	    "asks: say all: hello\n");
}

static void
test_own_subjects(void **state)
{
	static char own[] = "[Mutineer 7] status [g7-k3x7]";
	char *const subjects[] = { own, NULL };
	static const char mail[] = "Subject: Re: [Mutineer 7] status [g7-k3x7]"
				   "\n\nhello\n";
	g_autoptr(GBytes) raw = g_bytes_new_static(mail, strlen(mail));
	struct letter *letter = read_letter(raw);
	struct heard heard;

	(void)state;
	heard_read(&heard, catalog, match, letter, subjects);
	assert_true(reading_is_talk(heard.requests));
	assert_false(heard.in_subject);
	heard_clear(&heard);
	heard_read(&heard, catalog, match, letter, NULL);
	assert_false(reading_is_talk(heard.requests));
	assert_true(heard.in_subject);
	heard_clear(&heard);
	letter_free(letter);
}

/* Once its writer is known, so is what its bytes most likely mean. */
static void
test_again(void **state)
{
	static const char mail[] =
	    "From: anna@host.example\n\n\xf1\xfb\xe3\xf0\xe0\xf2\xfc\n";
	g_autofree char *dir = g_dir_make_tmp("turnpost-XXXXXX", NULL);
	static char russian[] = "ru";
	struct person person = { .language = russian };
	struct inbox_row row = { .raw = g_bytes_new_static(
				     mail, sizeof(mail) - 1) };
	struct handling h = { .row = &row };
	struct err err = { 0 };

	(void)state;
	assert_int_equal(home_create(dir, OWN, &err), 0);
	h.home = home_open(dir, NULL, &err);
	assert_non_null(h.home);
	h.id.person = &person;
	h.letter = read_letter(row.raw);
	assert_true(h.letter->guessed);
	assert_string_equal(h.letter->text, "ñûãðàòü\n");
	reading_again(&h);
	assert_string_equal(h.letter->text, "сыграть\n");
	letter_free(h.letter);
	g_bytes_unref(row.raw);
	home_close(h.home);
}

static int
start(void **state)
{
	static char *names[] = { "Anna", "Boris", "Carla" };
	struct opening opening = {
		.game = game_find("mutineer"), .names = names, .seats = 3
	};
	struct err err = { 0 };

	(void)state;
	app_init();
	assert_int_equal(mail_open(NULL), 0);
	catalog = catalog_load("en", NULL, &err);
	match = match_start(&opening, NULL, NULL, &err);
	return catalog == NULL || match == NULL ? -1 : 0;
}

static int
end(void **state)
{
	(void)state;
	match_free(match);
	catalog_free(catalog);
	return 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_asks),
		cmocka_unit_test(test_mutations),
		cmocka_unit_test(test_subjects),
		cmocka_unit_test(test_foreign),
		cmocka_unit_test(test_courtesies),
		cmocka_unit_test(test_said_cut),
		cmocka_unit_test(test_own_subjects),
		cmocka_unit_test(test_again),
	};

	return cmocka_run_group_tests(tests, start, end);
}
