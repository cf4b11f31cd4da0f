/* SPDX-License-Identifier: ISC */
/*
 * What a mail costs in a batch: many of them through all four steps, each for
 * a match of its own.  Their letters are text alone ("text"), or have HTML and
 * pictures that nobody got before, put together of pieces that were drawn
 * ("html") or that are new, too ("new"); or they have HTML and a picture that
 * an earlier letter had ("sent"): answers to "status", one for each mail. These
 * words name the kinds that are measured; none: all, in turns.  The numbers are
 * medians; what it takes to draw stands apart, in what sending takes.  All
 * commits are synced, as always (synchronous=FULL); the floor is what a mail
 * costs whose bytes and letters are files that are written and synced, one
 * after the other and nothing else; by the clock a batch may be quicker, for
 * one commit syncs many.
 *
 * "fill DIR N" measures nothing: it makes a home of N matches there, if there
 * is none, and puts a mail for each into its spool (tests/bench/workers.py).
 */
#include "tests/bench/tables.h"

#include "app/home/drawn.h"
#include "app/steps/steps.h"
#include "app/transport/receive.h"
#include "mail/maildir/maildir.h"
#include "store/people/preferences.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum { MATCHES = 1000, ROUNDS = 5 /* batches of a kind */ };
enum { DRAWN = 8 /* matches whose pictures stay in memory */ };

struct kind {
	const char *word, *says;
	int mails; /* in a batch */
	bool plain, forgets;
	bool again; /* the mails are asked and answered once before */
};
static const struct kind kinds[] = {
	{ "text", "letters text alone", 1000, true, false, false },
	{ "html", "letters with HTML", 200, false, false, false },
	{ "new", "and all of a picture is new", 200, false, true, false },
	/* twice as many as pictures stay drawn in memory */
	{ "sent", "HTML, pictures sent before", 2 * DRAWN, false, false, true },
};
enum { KINDS = G_N_ELEMENTS(kinds) };

static void
put_mail(const char *dir, GBytes *raw)
{
	g_autofree char *in = home_spool_in(dir);
	g_autofree char *name = g_strdup_printf("%d.%ld.bench", NOW, ++serial);
	struct maildir_item item = { .dir = in, .name = name, .raw = raw };

	maildir_put(&item, 1);
	g_bytes_unref(raw);
}

static void
put_status(struct home *home, const char *dir, int64_t match)
{
	struct err e = { 0 };
	struct table *t = (home_errors(home, &e), table_open(home, match));

	must(t == NULL ? -1 : 0, &e);
	put_mail(dir, order_mail(t, 0, "status"));
	table_free(t);
}

/* Nobody asks so often that there is no answer: each round has matches of its
 * own. */
static void
fill_spool(struct home *home, const char *dir, const struct kind *kind,
    int round, int mails)
{
	for (int i = 0; i < mails; i++)
		if (kind->again)
			put_status(home, dir, 1 + round * DRAWN + i % DRAWN);
		else
			put_mail(dir, next_mail(home, 1 + i));
}

/* What a batch took. */
struct took {
	double receive, handle, send, all,
	    wall; /* ms a mail, all but wall CPU */
	double letters; /* a mail */
};

/* The four steps.  A letter that is written again before it left replaces the
 * one before, so that there are fewer than were written. */
static struct took
batch(struct home *home, int mails, int64_t now)
{
	struct err e = { 0 };
	double at[4], wall;
	int n, ticked, letters;

	wall = clock_ms(CLOCK_MONOTONIC);
	at[0] = clock_ms(CLOCK_PROCESS_CPUTIME_ID);
	must(step_receive(home, now, &n, &e), &e);
	at[1] = clock_ms(CLOCK_PROCESS_CPUTIME_ID);
	must(step_handle(home, now, &n, &e), &e);
	g_assert(n == mails);
	must(step_tick(home, now, &ticked, &e), &e);
	at[2] = clock_ms(CLOCK_PROCESS_CPUTIME_ID);
	must(step_send(home, now, &letters, &e), &e);
	must(step_rest(home, &e), &e);
	at[3] = clock_ms(CLOCK_PROCESS_CPUTIME_ID);
	return (struct took){
		.receive = (at[1] - at[0]) / mails,
		.handle = (at[2] - at[1]) / mails,
		.send = (at[3] - at[2]) / mails,
		.all = (at[3] - at[0]) / mails,
		.wall = (clock_ms(CLOCK_MONOTONIC) - wall) / mails,
		.letters = (double)letters / mails,
	};
}

/* The letters of all people of so many matches from now on. */
static void
choose_letters(struct home *home, const struct kind *kind, int matches)
{
	struct err e = { 0 };
	struct preferences wishes = { .mail = MAIL_EACH,
		.remind = (char *)(uintptr_t) "",
		.plain = kind->plain };

	must(
	    (home_work(home, NOW, &e), store_begin(home->store, __func__)), &e);
	for (int64_t id = 1; id <= matches * SEATS; id++)
		must(store_preferences_set(home->store, id, &wishes), &e);
	if (kind->forgets)
		must(drawn_forget(home), &e);
	must(store_commit(home->store), &e);
}

static struct took
measure(struct home *home, const char *dir, const struct kind *kind, int round,
    int64_t now)
{
	choose_letters(home, kind, MATCHES);
	if (kind->again) {
		fill_spool(home, dir, kind, round, DRAWN);
		batch(home, DRAWN, now);
	}
	fill_spool(home, dir, kind, round, kind->mails);
	return batch(home, kind->mails, now + 1);
}

static double
median(const struct took *took, size_t offset)
{
	double all[ROUNDS];

	for (int i = 0; i < ROUNDS; i++)
		memcpy(
		    &all[i], (const char *)&took[i] + offset, sizeof(double));
	qsort(all, ROUNDS, sizeof(all[0]), by_size);
	return all[ROUNDS / 2];
}

static void
print_took(const struct kind *kind, const struct took *took)
{
	printf("%-28s %6.3f ms CPU a mail: receive %.3f, handle and tick "
	       "%.3f, send %.3f; %.0f mails/s by the clock, with "
	       "synchronous=FULL; %.2f letters a mail\n",
	    kind->says, median(took, offsetof(struct took, all)),
	    median(took, offsetof(struct took, receive)),
	    median(took, offsetof(struct took, handle)),
	    median(took, offsetof(struct took, send)),
	    1e3 / median(took, offsetof(struct took, wall)),
	    median(took, offsetof(struct took, letters)));
}

/* A mail comes and two letters leave, and the disk has all three. */
static void
print_floor(const char *dir)
{
	enum { MAILS = 100, FILES = 3 };
	const char bytes[4000] = { 0 };
	double cpu = clock_ms(CLOCK_PROCESS_CPUTIME_ID);
	double wall = clock_ms(CLOCK_MONOTONIC);

	for (int i = 0; i < MAILS * FILES; i++) {
		g_autofree char *path = g_strdup_printf("%s/floor%d", dir, i);
		int fd = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);

		g_assert(fd != -1);
		g_assert(write(fd, bytes, sizeof(bytes)) == sizeof(bytes));
		g_assert(fsync(fd) == 0);
		close(fd);
	}
	printf("%-28s %6.3f ms CPU a mail; %.0f mails/s by the clock\n",
	    "floor: three files synced",
	    (clock_ms(CLOCK_PROCESS_CPUTIME_ID) - cpu) / MAILS,
	    MAILS * 1e3 / (clock_ms(CLOCK_MONOTONIC) - wall));
}

/*
 * The same matches go on from batch to batch, and the kinds of letters change
 * in turns, so that none has only first moves.
 */
static void
measure_batches(const char *dir, char **words)
{
	struct err e = { 0 };
	struct home *home = make_home(dir);
	struct took took[KINDS][ROUNDS];
	int64_t now = NOW + 60;
	int n;

	make_matches(home, MATCHES);
	choose_letters(home, &kinds[0], MATCHES);
	must(step_send(home, now, &n, &e), &e);
	for (int i = 0; i < ROUNDS; i++)
		for (int k = 0; k < KINDS; k++) {
			if (!wants(words, kinds[k].word))
				continue;
			took[k][i] =
			    measure(home, dir, &kinds[k], i, now += 60);
		}
	for (int k = 0; k < KINDS; k++)
		if (wants(words, kinds[k].word))
			print_took(&kinds[k], took[k]);
	home_close(home);
}

static int
measure_all(char **words)
{
	g_autofree char *top = g_dir_make_tmp("turnpost-bench-XXXXXX", NULL);
	g_autofree char *dir = g_build_filename(top, "home", NULL);
	g_autofree char *remove_all = g_strdup_printf("rm -rf '%s'", top);

	app_init();
	print_floor(top);
	measure_batches(dir, words);
	return system(remove_all) != 0;
}

static void
fill(const char *dir, int matches)
{
	struct err e = { 0 };
	struct home *home;
	int n;

	if (g_file_test(dir, G_FILE_TEST_IS_DIR)) {
		home = home_open(dir, NULL, &e);
		must(home == NULL ? -1 : 0, &e);
	} else {
		home = make_home(dir);
		make_matches(home, matches);
		choose_letters(home, &kinds[0], matches);
		must(step_send(home, NOW + 60, &n, &e), &e);
	}
	/* no two mails are alike */
	serial = (long)g_get_real_time();
	fill_spool(home, dir, &kinds[0], 0, matches);
	home_close(home);
}

int
main(int argc, char **argv)
{
	if (argc == 4 && strcmp(argv[1], "fill") == 0) {
		app_init();
		fill(argv[2], atoi(argv[3]));
		return 0;
	}
	return measure_all(argv + (argc > 0));
}
