/* SPDX-License-Identifier: ISC */
/*
 * The daemon: the steps whenever mail comes (inotify on the spool, IDLE of
 * mailboxes on servers), another machine has put something in (LISTEN), time is
 * due, or a minute has passed.  SIGTERM and SIGINT end it between two letters
 * or mails, SIGHUP has it read its settings again.  Whoever has done something
 * at this home by hand rings a bell, so that letters leave at once.
 */
#include "cmd/cmd.h"
#include "cmd/notify.h"
#include "cmd/serve_pages.h"

#include "app/home/config.h"
#include "app/home/folder.h"
#include "app/home/home.h"
#include "app/home/joined.h"
#include "app/steps/steps.h"
#include "app/transport/receive.h"
#include "base/err.h"
#include "base/log.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <unistd.h>

#define ROUND_SECONDS 60
#define SERVER_SECONDS 5 /* until a server with the rows is asked again */
/* Between looks at what other workers have in hand, or, without a connection to
 * hear on, at what they have put in. */
#define LOOK_SECONDS 4

/* What the loop waits for. */
struct idle_fds {
	int signals;
	int spool;
};

static int
open_signals(struct err *e)
{
	sigset_t set;
	int fd;

	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGHUP);
	sigprocmask(SIG_BLOCK, &set, NULL);
	fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	return fd == -1 ? err_errno(e, "cannot wait for signals") : fd;
}

/* -1 without an error: then the rounds alone must do. */
static int
open_spool(const char *dir)
{
	g_autofree char *in = home_spool_in(dir);
	g_autofree char *fresh = g_build_filename(in, "new", NULL);
	g_autofree char *bell = home_bell(dir);
	int fd = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);

	if (fd != -1)
		inotify_add_watch(fd, bell, IN_CLOSE_WRITE);
	if (fd != -1 &&
	    inotify_add_watch(fd, fresh, IN_MOVED_TO | IN_CREATE) == -1) {
		log_warn("spool-not-watched",
		    "cannot watch %s: %s; looking every minute", fresh,
		    strerror(errno));
		close(fd);
		fd = -1;
	}
	return fd;
}

/* Seconds until something is due, at most a round. */
static int
seconds_to_wait(struct home *home, int64_t now)
{
	struct err e = { 0 };
	int64_t at = 0;

	if (step_next(home, &at, &e) == -1 || at == 0)
		return ROUND_SECONDS;
	return (int)CLAMP(at - now, 1, ROUND_SECONDS);
}

static void
drain(int fd)
{
	char buffer[4096];

	while (read(fd, buffer, sizeof(buffer)) > 0)
		;
}

/* For waits between two points in time, which no clock's being set changes. */
static int64_t
seconds(void)
{
	return g_get_monotonic_time() / G_USEC_PER_SEC;
}

static void
add_poll(GArray *fds, int fd)
{
	struct pollfd p = { fd, POLLIN, 0 };

	if (fd != -1)
		g_array_append_val(fds, p);
}

/* Until something can be read, at most until that second; does the signals or
 * the spool ring? */
static bool
wait_for_any(struct idle_fds *idle_fds, const GArray *sockets, int64_t until)
{
	g_autoptr(GArray) fds =
	    g_array_new(FALSE, FALSE, sizeof(struct pollfd));
	struct pollfd *first;
	int64_t left = CLAMP(until - seconds(), 0, ROUND_SECONDS);

	add_poll(fds, idle_fds->signals);
	add_poll(fds, idle_fds->spool);
	for (guint i = 0; i < sockets->len; i++)
		add_poll(fds, g_array_index(sockets, int, i));
	first = (struct pollfd *)(void *)fds->data;
	poll(first, fds->len, (int)left * 1000);
	return first[0].revents != 0 ||
	       (idle_fds->spool != -1 && first[1].revents != 0);
}

/* When to look again without being told: a worker that dies leaves what it had
 * in hand. */
static int64_t
next_look(const struct home *home, bool left)
{
	if (home->config->store == NULL || (!left && step_ear(home) != -1))
		return INT64_MAX;
	return seconds() + LOOK_SECONDS;
}

/*
 * Until a bell rings, others put something in, it is time for a round, or that
 * second has come.  Mailboxes may have more to say than that mail came: then
 * the wait goes on.
 */
static void
wait_for_mail(struct idle_fds *idle_fds, struct home *home, struct run *run,
    int64_t until)
{
	int64_t end =
	    MIN(seconds() + seconds_to_wait(home, run_now(run)), until);
	int64_t look = next_look(home, step_is_left(home, run_now(run)));

	while (!home_wait_for_mail(home, seconds()) && seconds() < end) {
		g_autoptr(GArray) sockets =
		    g_array_new(FALSE, FALSE, sizeof(int));
		int64_t next = home_idle_fds(home, sockets);
		int ear = step_ear(home);
		bool heard;

		g_array_append_val(sockets, ear);
		heard = step_heard(home);
		/* also if much is heard: there may be a signal */
		if (wait_for_any(idle_fds, sockets,
			heard ? 0 : MIN(look, MIN(next, end))))
			break;
		if (!heard && seconds() < look)
			continue;
		if (step_is_left(home, run_now(run)))
			break;
		look = next_look(home, false);
		end = MIN(end, seconds() + seconds_to_wait(home, run_now(run)));
	}
	if (idle_fds->spool != -1)
		drain(idle_fds->spool);
}

/* A signal that waits to be heeded; it stays where it is.  Asked between any
 * two mails, letters and decisions, so the service is alive. */
static bool
is_ending(void)
{
	sigset_t set;

	notify_alive();
	return sigpending(&set) == 0 && (sigismember(&set, SIGTERM) == 1 ||
					    sigismember(&set, SIGINT) == 1);
}

/* false: it is time to end. */
static bool
heed_signals(struct idle_fds *idle_fds, struct home *home)
{
	struct signalfd_siginfo info;
	struct err e = { 0 };

	while (read(idle_fds->signals, &info, sizeof(info)) ==
	       (ssize_t)sizeof(info)) {
		if (info.ssi_signo != SIGHUP)
			return false;
		notify_reloading();
		if (home_reload(home, &e) == -1)
			log_warn("settings-refused", "settings not read: %s",
			    e.text);
		else
			log_info("settings-read", "settings read again");
		/* With the old ones, if the new ones have a mistake. */
		notify_ready();
	}
	return true;
}

/* The fault of the last round, as it was told. */
struct failure {
	enum err_code code; /* 0: none */
	char why[sizeof(((struct err *)NULL)->text)];
	int64_t told;
};

/*
 * It is tried again: the disk may have room then.  A server with the rows may
 * be back much sooner, and is asked often, but not told of as often.  Returns
 * until when to wait at most.
 */
static int64_t
round_failed(struct failure *f, const struct home *home, const struct err *e)
{
	const int64_t now = seconds();
	const bool far = home->config->store != NULL;

	if (!far || f->code != e->code || strcmp(f->why, e->text) != 0 ||
	    now - f->told >= ROUND_SECONDS) {
		if (far && e->code == ERR_BUSY)
			log_info("round-waits", "%s", e->text);
		else
			log_warn("round-failed", "%s", e->text);
		f->told = now;
	}
	f->code = e->code;
	g_strlcpy(f->why, e->text, sizeof(f->why));
	return now + (far ? SERVER_SECONDS : ROUND_SECONDS);
}

static int64_t
round_of_steps(struct failure *f, struct run *run, struct home *home)
{
	struct err e = { 0 };
	int done;

	run_set_clock(run, home);
	if (do_steps(home, run_now(run), &done, &e) == -1 ||
	    step_rest(home, &e) == -1)
		return round_failed(f, home, &e);
	f->code = 0;
	f->why[0] = '\0';
	return seconds() + ROUND_SECONDS;
}

/* When the metrics are to be written, and whether that failed. */
struct metrics_round {
	int64_t next;
	bool failed;
};

static void
round_of_metrics(struct metrics_round *metrics, struct home *home, int64_t now)
{
	if (seconds() < metrics->next)
		return;
	write_metrics(home, now, &metrics->failed);
	metrics->next = seconds() + ROUND_SECONDS;
}

/* Until when to wait at most. */
static int64_t
round_of_pages(
    struct serve_pages *pages, struct home *home, int64_t now, int64_t until)
{
	int left = serve_pages_round(pages, home, now);

	return left == -1 ? until : MIN(until, seconds() + left);
}

int
cmd_serve(struct run *run)
{
	struct metrics_round metrics = { 0 };
	struct serve_pages pages = { 0 };
	struct failure failure = { 0 };
	struct idle_fds idle_fds = { -1, -1 };
	struct err e = { 0 };
	struct home *home;
	int code = EXIT_DONE, serving;
	int64_t until;

	app_init();
	if (!run_options(run, NULL, NULL, &code) ||
	    (home = run_home(run, &code)) == NULL)
		return code;
	if ((serving = home_serve(home, &e)) == -1 ||
	    (idle_fds.signals = open_signals(&e)) == -1 ||
	    step_listen(home, &e) == -1)
		return run_fail(&e);
	idle_fds.spool = open_spool(run->home);
	watch_progress(home);
	home_ending(home, is_ending);
	joined_tell(home);
	printf("turnpost serves %s\n", run->home);
	fflush(stdout);
	notify_ready();
	do {
		notify_alive();
		until = round_of_steps(&failure, run, home);
		round_of_metrics(&metrics, home, run_now(run));
		until = round_of_pages(
		    &pages, home, run_now(run), MIN(until, metrics.next));
		wait_for_mail(&idle_fds, home, run, until);
	} while (heed_signals(&idle_fds, home));
	log_info("serve-ends", "ending");
	notify_ending();
	serve_pages_end(&pages);
	close(idle_fds.signals);
	if (idle_fds.spool != -1)
		close(idle_fds.spool);
	/* serving stays open until the home is closed, too */
	return EXIT_DONE;
}
