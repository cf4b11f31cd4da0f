/* SPDX-License-Identifier: ISC */
/* Pages that serve keeps up to date. */
#include "cmd/serve_pages.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/pages/pages.h"
#include "base/err.h"
#include "base/log.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define MINUTE 60
#define PROGRAM "/proc/self/exe"

/* serve has signals wait; what it starts does not. */
static int
start(struct serve_pages *p, struct home *home)
{
	char *const argv[] = { (char[]){ "turnpost" }, (char[]){ "--home" },
		home->dir, (char[]){ "page" }, NULL };
	posix_spawn_file_actions_t files;
	posix_spawnattr_t how;
	sigset_t none;
	int r;

	sigemptyset(&none);
	posix_spawnattr_init(&how);
	posix_spawnattr_setsigmask(&how, &none);
	posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGMASK);
	posix_spawn_file_actions_init(&files);
	posix_spawn_file_actions_addopen(
	    &files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
	r = posix_spawn(&p->child, PROGRAM, &files, &how, argv, NULL);
	posix_spawn_file_actions_destroy(&files);
	posix_spawnattr_destroy(&how);
	if (r != 0)
		p->child = 0;
	return r;
}

static void
tell(struct serve_pages *p, bool fails, const char *why)
{
	if (fails && !p->failed)
		log_warn("pages-failed", "pages are not written: %s", why);
	else if (!fails && p->failed)
		log_info("pages-work", "pages are written again");
	p->failed = fails;
}

/* Is it still at work? */
static bool
is_working(struct serve_pages *p)
{
	int status;
	pid_t ended;

	if (p->child == 0)
		return false;
	ended = waitpid(p->child, &status, WNOHANG);
	if (ended == 0 || (ended == -1 && errno == EINTR))
		return true;
	p->child = 0;
	tell(p, ended == -1 || !WIFEXITED(status) || WEXITSTATUS(status) != 0,
	    "\"turnpost page\" failed, and tried by hand says why");
	if (p->failed)
		p->seen = 0; /* it is tried again */
	return false;
}

int
serve_pages_round(struct serve_pages *p, struct home *home, int64_t now)
{
	int left = (int)(MINUTE - now % MINUTE);
	struct err e = { 0 };
	int64_t seen;
	int r;

	if (home->config->page == NULL) {
		if (!p->unwanted && pages_unwanted(home, now, &e) == 0)
			p->unwanted = true;
		return -1;
	}
	p->unwanted = false;
	if (is_working(p) || now / MINUTE == p->minute)
		return left;
	if (pages_moment(home, &seen, &e) == -1) {
		tell(p, true, e.text);
		return left;
	}
	p->minute = now / MINUTE;
	if (seen == p->seen)
		return left;
	p->seen = seen;
	if ((r = start(p, home)) != 0)
		tell(p, true, strerror(r));
	return left;
}

void
serve_pages_end(struct serve_pages *p)
{
	if (p->child == 0)
		return;
	kill(p->child, SIGTERM);
	while (waitpid(p->child, NULL, 0) == -1 && errno == EINTR)
		;
	p->child = 0;
}
