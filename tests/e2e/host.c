/* SPDX-License-Identifier: ISC */
/*
 * host FD: runs the program for tests/e2e/host.py, many times.
 *
 * To start a program with sanitizers costs more than most runs of it: libraries
 * are relocated, shadow memory is made.  The host has done that once, for it is
 * the program with another main, and forks for each request that comes by the
 * socket FD.  A child begins where a program begins that was just executed: the
 * host itself calls nothing of the program and nothing of its libraries.
 *
 * A request is one packet of strings, each with its NUL: umask (octal), folder,
 * number of arguments, arguments, environment.  With it come four open files:
 * the three standard ones and one for the answer, which is two int: the process
 * id at once, and what wait() told when it has ended.  The host ends when the
 * other side of its socket is closed.
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

enum { FILES = 4, ANSWER = 3, STRINGS = 4096, CHILDREN = 256 };

/* Not on the stack, where it would be cleared and watched for each child. */
static char packet[256 * 1024];
static char *strings[STRINGS + 2];
static struct child {
	pid_t pid; /* 0: free */
	int answer;
} children[CHILDREN];

/* The program's main, which the Makefile gave this name. */
int turnpost_main(int argc, char **argv);

static void
die(const char *what)
{
	perror(what);
	_exit(1);
}

static void
tell(int fd, int value)
{
	/* Whoever asked may not listen any more. */
	if (write(fd, &value, sizeof(value)) == -1 && errno != EPIPE)
		die("host: write");
}

/* The next request: its size, 0 at the end. */
static size_t
hear(int socket, int files[FILES])
{
	union {
		struct cmsghdr head;
		char space[CMSG_SPACE(sizeof(int) * FILES)];
	} control;
	struct iovec part = { packet, sizeof(packet) - 1 };
	struct msghdr message = { .msg_iov = &part,
		.msg_iovlen = 1,
		.msg_control = &control,
		.msg_controllen = sizeof(control) };
	ssize_t size = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);

	if (size == -1)
		die("host: recvmsg");
	if (size == 0)
		return 0;
	if ((message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) != 0 ||
	    CMSG_FIRSTHDR(&message) == NULL ||
	    control.head.cmsg_len != CMSG_LEN(sizeof(int) * FILES))
		die("host: a request is not whole");
	memcpy(files, CMSG_DATA(&control.head), sizeof(int) * FILES);
	return (size_t)size;
}

#ifdef __SANITIZE_ADDRESS__
/* In place of the sanitizer's, which writes to the shadow of all globals at the
 * end of a process, and so copies that for each child, to no use: they stay
 * watched to the end. */
void __asan_unregister_globals(void *globals, size_t count);
void
__asan_unregister_globals(void *globals, size_t count)
{
	(void)globals;
	(void)count;
}
#endif

/* As after an exec: nothing of the host is left but its memory. */
static void
become(size_t size, const int files[FILES], const sigset_t *mask)
{
	int count = 0, args = 0;

	for (char *at = packet; at < packet + size; at += strlen(at) + 1) {
		if (count >= STRINGS)
			die("host: too many strings");
		strings[count++] = at;
		if (count == 3)
			args = atoi(at);
		else if (count == 3 + args)
			strings[count++] = NULL; /* behind the arguments */
	}
	if (args < 1 || count < 4 + args)
		die("host: no request");
	for (int i = 0; i < ANSWER; i++)
		if (dup2(files[i], i) == -1)
			die("host: dup2");
	close_range(ANSWER, ~0U, 0);
	umask((mode_t)strtoul(strings[0], NULL, 8));
	if (chdir(strings[1]) == -1)
		die(strings[1]);
	environ = strings + 4 + args;
	signal(SIGPIPE, SIG_DFL);
	sigprocmask(SIG_SETMASK, mask, NULL);
	exit(turnpost_main(args, strings + 3));
}

static void
start(size_t size, const int files[FILES], const sigset_t *mask)
{
	struct child *child = children;
	pid_t pid;

	while (child->pid != 0)
		if (++child == children + CHILDREN)
			die("host: too many at once");
	pid = fork();
	if (pid == -1)
		die("host: fork");
	if (pid == 0)
		become(size, files, mask);
	for (int i = 0; i < ANSWER; i++)
		close(files[i]);
	*child = (struct child){ .pid = pid, .answer = files[ANSWER] };
	tell(child->answer, pid);
}

static void
reap(void)
{
	int status;
	pid_t pid;

	while ((pid = waitpid(-1, &status, WNOHANG)) > 0)
		for (struct child *c = children; c < children + CHILDREN; c++)
			if (c->pid == pid) {
				tell(c->answer, status);
				close(c->answer);
				c->pid = 0;
			}
}

/* A search for leaks, which each child ends with, reads the 11 MB of tables in
 * the sanitizer, too, nearly all of it untouched zeros.  What is mapped here
 * for the first search no child must fault in page by page. */
static void
touch_tables(void)
{
#ifdef __SANITIZE_ADDRESS__
	__lsan_do_recoverable_leak_check();
#endif
}

int
main(int argc, char **argv)
{
	int socket = argc == 2 ? atoi(argv[1]) : -1, files[FILES];
	struct signalfd_siginfo info;
	sigset_t ended, before;
	struct pollfd polls[2] = { { .fd = socket, .events = POLLIN },
		{ .events = POLLIN } };
	size_t size;

	touch_tables();
	sigemptyset(&ended);
	/* a reader that is gone is no reason to end */
	signal(SIGPIPE, SIG_IGN);
	sigaddset(&ended, SIGCHLD);
	sigprocmask(SIG_BLOCK, &ended, &before);
	polls[1].fd = signalfd(-1, &ended, SFD_CLOEXEC);
	for (;;) {
		if (poll(polls, 2, -1) == -1)
			die("host: poll");
		if (polls[1].revents != 0) {
			if (read(polls[1].fd, &info, sizeof(info)) == -1)
				die("host: read");
			reap();
		}
		if (polls[0].revents == 0)
			continue;
		size = hear(socket, files);
		if (size == 0)
			_exit(0);
		start(size, files, &before);
	}
}
