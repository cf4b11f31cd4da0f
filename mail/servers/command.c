/* SPDX-License-Identifier: ISC */
/*
 * Letters out by a command like sendmail.  Postfix, Exim, OpenSMTPD, msmtp
 * and nullmailer all understand "-i -f SENDER -- RECIPIENT", and an empty
 * SENDER as the null sender; -i, as a line with a lone dot ends nothing.  For
 * a recipient beyond ASCII Postfix and Exim need no other word: they see it.
 */
#include "mail/servers/delivery.h"

#include "base/err.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/wait.h>
#include <sysexits.h>
#include <unistd.h>

#define SAID_MAX 400 /* bytes kept of what it prints */

extern char **environ;

/* A command that runs. */
struct child {
	pid_t pid;
	int watch; /* readable when it has ended */
	int said; /* what it prints */
};

/*
 * The letter as a file without a name: nothing to be written while the
 * command runs, so that nobody waits for the other, and no broken pipe.
 */
static int
letter_file(GBytes *raw, struct err *e)
{
	int fd = memfd_create("letter", MFD_CLOEXEC);
	gsize size, done = 0;
	const char *data = g_bytes_get_data(raw, &size);

	if (fd == -1)
		return err_errno(e, "cannot store the letter");
	while (done < size) {
		ssize_t n = write(fd, data + done, size - done);

		if (n == -1 && errno == EINTR)
			continue;
		if (n == -1) {
			err_errno(e, "cannot store the letter");
			close(fd);
			return -1;
		}
		done += (gsize)n;
	}
	lseek(fd, 0, SEEK_SET);
	return fd;
}

/* As a program expects to be started: nothing blocked, nothing ignored, and
 * a group of its own that can be ended as a whole. */
static void
set_attributes(posix_spawnattr_t *attributes)
{
	sigset_t none, all;

	sigemptyset(&none);
	sigfillset(&all);
	posix_spawnattr_setsigmask(attributes, &none);
	posix_spawnattr_setsigdefault(attributes, &all);
	posix_spawnattr_setpgroup(attributes, 0);
	posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGMASK |
						 POSIX_SPAWN_SETSIGDEF |
						 POSIX_SPAWN_SETPGROUP);
}

static int
spawn(char *const *argv, int letter, int said, pid_t *pid)
{
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attributes;
	int no;

	posix_spawn_file_actions_init(&files);
	posix_spawn_file_actions_adddup2(&files, letter, STDIN_FILENO);
	posix_spawn_file_actions_adddup2(&files, said, STDOUT_FILENO);
	posix_spawn_file_actions_adddup2(&files, said, STDERR_FILENO);
	posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1);
	posix_spawnattr_init(&attributes);
	set_attributes(&attributes);
	no = posix_spawn(pid, argv[0], &files, &attributes, argv, environ);
	posix_spawnattr_destroy(&attributes);
	posix_spawn_file_actions_destroy(&files);
	return no;
}

static int
start(char *const *argv, GBytes *raw, struct child *child, struct err *e)
{
	int letter = letter_file(raw, e), ends[2], no;

	if (letter == -1)
		return -1;
	if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) == -1) {
		err_errno(e, "cannot make a pipe");
		close(letter);
		return -1;
	}
	/* only our end */
	fcntl(ends[1], F_SETFL, 0);
	no = spawn(argv, letter, ends[1], &child->pid);
	close(letter);
	close(ends[1]);
	child->said = ends[0];
	if (no == 0) {
		child->watch = pidfd_open(child->pid, 0);
		if (child->watch != -1)
			return 0;
		no = errno;
		kill(-child->pid, SIGKILL);
		waitpid(child->pid, NULL, 0);
	}
	close(ends[0]);
	errno = no;
	return err_errno(e, "%s cannot be run", argv[0]);
}

/* What there is to read now; beyond the maximum it is let go. */
static bool
hear(const struct child *child, GString *said)
{
	char buffer[512];
	ssize_t n;

	while ((n = read(child->said, buffer, sizeof(buffer))) > 0)
		if (said->len < SAID_MAX)
			g_string_append_len(said, buffer, MIN(n, SAID_MAX));
	return n == -1 && (errno == EAGAIN || errno == EINTR);
}

/* Until it has ended: true.  false: it takes too long. */
static bool
wait_for(const struct child *child, int limit, GString *said)
{
	gint64 end = g_get_monotonic_time() + limit * G_USEC_PER_SEC;
	struct pollfd fds[2] = { { child->watch, POLLIN, 0 },
		{ child->said, POLLIN, 0 } };

	for (;;) {
		gint64 left = (end - g_get_monotonic_time()) / 1000 + 1;

		if (left <= 1)
			return false;
		if (poll(fds, 2, (int)left) <= 0)
			continue;
		if (fds[0].revents != 0)
			return true;
		/* a child of its own may keep it open, or it may close it */
		if (fds[1].revents != 0 && !hear(child, said))
			fds[1].fd = -1;
	}
}

/*
 * 64, 77 and 78 are about the command line and the settings, which all
 * letters share; 68, for most, means that they do not know where to send
 * anything just now.
 */
static void
judge_code(const char *program, int code, const char *says, struct delivery *d)
{
	d->reply = code;
	switch (code) {
	case EX_OK:
		d->fate = DELIVERY_SENT;
		return;
	case EX_DATAERR:
		d->fate = DELIVERY_REFUSED;
		break;
	case EX_NOUSER:
		d->fate = DELIVERY_REFUSED;
		memcpy(d->code, "5.1.1", sizeof("5.1.1"));
		break;
	case EX_USAGE:
	case EX_NOPERM:
	case EX_CONFIG:
	case 126:
	case 127:
		d->fate = DELIVERY_FAULT;
		err_set(&d->err, ERR_IO,
		    "%s ended with %d: %s; fix its settings or \"command\"",
		    program, code, says);
		return;
	default:
		d->fate = DELIVERY_LATER;
	}
	err_set(&d->err, ERR_IO, "%s ended with %d: %s", program, code, says);
}

static void
judge(const char *program, bool ended, int status, GString *said, int limit,
    struct delivery *d)
{
	g_strstrip(said->str);
	if (ended && WIFEXITED(status)) {
		judge_code(program, WEXITSTATUS(status),
		    said->str[0] != '\0' ? said->str : "(it said nothing)", d);
		return;
	}
	/* It may have passed the letter on before. */
	d->fate = DELIVERY_UNKNOWN;
	d->slow = !ended;
	if (ended)
		err_set(&d->err, ERR_IO, "%s was ended by signal %d: %s",
		    program, WTERMSIG(status), said->str);
	else
		err_set(&d->err, ERR_IO, "%s did not end within %d seconds: %s",
		    program, limit, said->str);
}

static char **
make_line(char *const *command, const char *sender, const char *recipient)
{
	g_autoptr(GStrvBuilder) line = g_strv_builder_new();

	for (; *command != NULL; command++)
		g_strv_builder_add(line, *command);
	g_strv_builder_add_many(
	    line, "-i", "-f", sender, "--", recipient, NULL);
	return g_strv_builder_end(line);
}

void
command_send(char *const *command, const char *sender, const char *recipient,
    GBytes *raw, int limit, struct delivery *d)
{
	g_auto(GStrv) argv = make_line(command, sender, recipient);
	GString *said;
	struct child child;
	int status = 0;
	bool ended;

	*d = (struct delivery){ .fate = DELIVERY_FAULT };
	if (start(argv, raw, &child, &d->err) == -1) {
		err_more(&d->err, "send command");
		return;
	}
	said = g_string_new(NULL);
	ended = wait_for(&child, limit, said);
	if (!ended)
		kill(-child.pid, SIGKILL);
	while (waitpid(child.pid, &status, 0) == -1 && errno == EINTR)
		;
	hear(&child, said);
	judge(argv[0], ended, status, said, limit, d);
	close(child.said);
	close(child.watch);
	g_string_free(said, TRUE);
}
