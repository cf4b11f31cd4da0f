/* SPDX-License-Identifier: ISC */
/* The steps by hand, and all four at once. */
#include "cmd/cmd.h"

#include "app/home/folder.h"
#include "app/home/home.h"
#include "app/steps/steps.h"
#include "app/transport/receive.h"
#include "app/transport/send.h"
#include "base/err.h"
#include "base/heap.h"
#include "base/log.h"

#include <stdio.h>
#include <unistd.h>

typedef int step_function(struct home *, int64_t now, int *n, struct err *);

static void
log_step(const char *word, int n)
{
	log_info("step-done", "%s: %d", word, n);
}

/* Beside other workers, unless the home has to catch up before. */
static int
begin_round(struct home *home, int64_t now, int *done, struct err *e)
{
	bool waits;

	if (home_join(home, LOCK_SECONDS, e) == -1 ||
	    catch_up_waits(home, &waits, e) == -1)
		return -1;
	if (!waits)
		return 0;
	home_unlock(home);
	if (home_lock(home, LOCK_SECONDS, e) == -1 ||
	    step_catch_up(home, now, done, e) == -1)
		return -1;
	home_unlock(home);
	return home_join(home, LOCK_SECONDS, e);
}

int
do_steps(struct home *home, int64_t now, int *done, struct err *e)
{
	static const struct {
		const char *word;
		step_function *work;
	} steps[] = { { "receive", step_receive }, { "handle", step_handle },
		{ "tick", step_tick }, { "send", step_send },
		{ "think", step_think }, { "send", step_send } };

	*done = 0;
	if (begin_round(home, now, done, e) == -1) {
		home_unlock(home);
		return -1;
	}
	for (size_t i = 0; i < G_N_ELEMENTS(steps) && !home_ends(home); i++) {
		int n = 0;

		if (steps[i].work(home, now, &n, e) == -1) {
			home_unlock(home);
			return err_more(e, "%s", steps[i].word);
		}
		if (n > 0)
			log_step(steps[i].word, n);
		*done += n;
		/* Only robots that moved leave anything to be sent again. */
		if (steps[i].work == step_think && n == 0)
			break;
	}
	step_prepare(home, now, e);
	home_unlock(home);
	return 0;
}

static int
one_step(struct run *run, step_function *step)
{
	struct err e = { 0 };
	struct home *home;
	int code = EXIT_DONE, n;

	app_init();
	if (!run_options(run, NULL, NULL, &code) ||
	    (home = run_home(run, &code)) == NULL)
		return code;
	if (home_lock(home, LOCK_SECONDS, &e) == -1 ||
	    step_catch_up(home, run_now(run), &n, &e) == -1 ||
	    step(home, run_now(run), &n, &e) == -1)
		code = run_fail(&e);
	else
		log_step(run->argv[0], n);
	return code;
}

/* One line that is written over again; nothing where nobody looks. */
static void
show_progress(void *arg, const char *mailbox, uint32_t done, uint32_t all)
{
	(void)arg;
	fprintf(stderr, "\r%s: %lu of %lu mails%s", mailbox,
	    (unsigned long)done, (unsigned long)all, done < all ? "" : "\n");
	fflush(stderr);
}

void
watch_progress(struct home *home)
{
	if (isatty(STDERR_FILENO))
		home_progress(home, show_progress, NULL);
}

int
cmd_receive(struct run *run)
{
	gboolean anew = FALSE;
	const GOptionEntry entries[] = {
		{ "relist", 0, 0, G_OPTION_ARG_NONE, &anew,
		    "read the mailboxes from their beginning", NULL },
		G_OPTION_ENTRY_NULL,
	};
	struct err e = { 0 };
	struct home *home;
	int code = EXIT_DONE, n = 0;

	app_init();
	if (!run_options(run, entries, NULL, &code) ||
	    (home = run_home(run, &code)) == NULL)
		return code;
	watch_progress(home);
	if (home_lock(home, LOCK_SECONDS, &e) == -1 ||
	    (anew && receive_relist(home, &e) == -1) ||
	    step_catch_up(home, run_now(run), &n, &e) == -1 ||
	    receive_by_hand(home, run_now(run), &n, &e) == -1)
		code = run_fail(&e);
	log_step(run->argv[0], n);
	return code;
}

int
cmd_handle(struct run *run)
{
	return one_step(run, step_handle);
}

static int
tick_and_think(struct home *home, int64_t now, int *n, struct err *e)
{
	int moves = 0;

	if (step_tick(home, now, n, e) == -1 ||
	    step_think(home, now, &moves, e) == -1)
		return -1;
	*n += moves;
	return 0;
}

int
cmd_tick(struct run *run)
{
	return one_step(run, tick_and_think);
}

/* By hand means now, also in a pause after a fault. */
static int
send_now(struct home *home, int64_t now, int *n, struct err *e)
{
	send_hurry(home);
	return step_send(home, now, n, e);
}

int
cmd_send(struct run *run)
{
	return one_step(run, send_now);
}

int
cmd_run(struct run *run)
{
	struct err e = { 0 };
	struct home *home;
	int code = EXIT_DONE, done;
	bool failed = false;

	heap_prepare();
	app_init();
	if (!run_options(run, NULL, NULL, &code) ||
	    (home = run_home(run, &code)) == NULL)
		return code;
	watch_progress(home);
	if (do_steps(home, run_now(run), &done, &e) == -1)
		code = run_fail(&e);
	else if (receive_failed(home) || send_failed(home))
		code = EXIT_IO; /* the log has told why */
	write_metrics(home, run_now(run), &failed);
	return code;
}
