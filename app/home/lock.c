/* SPDX-License-Identifier: ISC */
/*
 * The steps of a home are done by one process at a time, or by one of each
 * machine; and one process serves it, which others can wake.
 */
#include "app/home/folder.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "base/err.h"
#include "mail/mail.h"
#include "store/claims.h"
#include "store/transaction.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

/* Microseconds between two tries. */
#define FILE_PAUSE 50000
#define SERVER_PAUSE 250000

/* Of this machine by the file, of all machines by the database. */
static int
try_lock(struct home *home, const char *path, int fd, bool joins, bool *got)
{
	*got = false;
	if (flock(fd, LOCK_EX | LOCK_NB) == -1)
		return errno == EWOULDBLOCK || errno == EINTR
			   ? 0
			   : err_errno(home->err, "cannot lock %s", path);
	if ((joins ? store_join_steps(home->store, got)
		   : store_take_steps(home->store, got)) == -1)
		return -1;
	if (!*got)
		flock(fd, LOCK_UN);
	return 0;
}

static int
lock(struct home *home, int wait_seconds, bool joins, struct err *e)
{
	g_autofree char *path = NULL;
	int64_t end;
	bool got;
	int fd;

	home_work(home, home->now, e);
	path = g_build_filename(home->dir, "lock", NULL);
	if (home->lock != -1)
		return 0;
	fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (fd == -1)
		return err_errno(e, "cannot open %s", path);
	end = g_get_monotonic_time() + wait_seconds * G_USEC_PER_SEC;
	for (;;) {
		if (try_lock(home, path, fd, joins, &got) == -1) {
			close(fd);
			return -1;
		}
		if (got)
			break;
		if (g_get_monotonic_time() >= end || home_ends(home)) {
			close(fd);
			return err_set(e, ERR_BUSY,
			    "another turnpost is working in %s; try again "
			    "later",
			    home->dir);
		}
		g_usleep(
		    home->config->store != NULL ? SERVER_PAUSE : FILE_PAUSE);
	}
	home->lock = fd;
	return 0;
}

int
home_lock(struct home *home, int wait_seconds, struct err *e)
{
	return lock(home, wait_seconds, false, e);
}

int
home_join(struct home *home, int wait_seconds, struct err *e)
{
	return lock(home, wait_seconds, true, e);
}

void
home_unlock(struct home *home)
{
	if (home->lock != -1) {
		store_give_steps(home->store);
		close(home->lock);
	}
	home->lock = -1;
}

/* ---- the one that serves ---- */

#define SERVE_TRIES 5
#define SERVE_PAUSE 100000 /* microseconds between them */

char *
home_bell(const char *dir)
{
	return g_build_filename(dir, "serving", NULL);
}

int
home_serve(struct home *home, struct err *e)
{
	g_autofree char *path = NULL;
	int fd;

	home_work(home, home->now, e);
	/* not when the first mail waits for it; and before pictures are drawn,
	 * by threads in which the leak check knows no library that came later
	 */
	if (mail_open(e) == -1)
		return -1;
	path = home_bell(home->dir);
	fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (fd == -1)
		return err_errno(e, "cannot open %s", path);
	/* home_ring holds it for a moment */
	for (int tries = 0; tries < SERVE_TRIES; tries++) {
		if (flock(fd, LOCK_EX | LOCK_NB) == 0)
			return fd;
		if (errno != EWOULDBLOCK) {
			err_errno(e, "cannot lock %s", path);
			close(fd);
			return -1;
		}
		g_usleep(SERVE_PAUSE);
	}
	close(fd);
	return err_set(e, ERR_BUSY,
	    "another \"turnpost serve\" is already running in %s; stop that "
	    "one first",
	    home->dir);
}

/* Closing the bell rings it if it was open for writing, not if for reading. */
static bool
touch_bell(const char *dir, int mode)
{
	g_autofree char *path = home_bell(dir);
	int fd = open(path, mode | O_CLOEXEC);
	bool serves;

	if (fd == -1)
		return false;
	serves = flock(fd, LOCK_SH | LOCK_NB) == -1 && errno == EWOULDBLOCK;
	close(fd);
	return serves;
}

bool
home_ring(const char *dir)
{
	return touch_bell(dir, O_WRONLY);
}

bool
home_is_served(const char *dir)
{
	return touch_bell(dir, O_RDONLY);
}
