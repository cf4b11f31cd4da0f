/* SPDX-License-Identifier: ISC */
/*
 * distance SECONDS SOCKET SERVER: listens on the Unix socket SOCKET and passes
 * on what comes, both ways, to the Unix socket SERVER that many seconds later,
 * as if the server stood on a machine at that distance.  Any number of bytes is
 * on its way at once.  It ends when its standard input does.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { WAYS = 128, PIECE = 65536 };

/* What was read at one time, until it is written. */
struct piece {
	struct piece *next;
	double due;
	size_t len, written;
	char bytes[];
};

/* One direction of a connection; the other one stands beside it (way ^ 1). */
static struct way {
	int from, to; /* -1: free */
	int ended; /* nothing more comes */
	struct piece *first, **last;
} ways[WAYS];

static double distance;

static void
fail(const char *what)
{
	perror(what);
	exit(1);
}

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static struct sockaddr_un
address(const char *path)
{
	struct sockaddr_un a = { .sun_family = AF_UNIX };

	if (strlen(path) >= sizeof a.sun_path) {
		errno = ENAMETOOLONG;
		fail(path);
	}
	memcpy(a.sun_path, path, strlen(path));
	return a;
}

static int
listener(const char *path)
{
	struct sockaddr_un a = address(path);
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);

	if (fd == -1 || bind(fd, (void *)&a, sizeof a) == -1 ||
	    listen(fd, WAYS) == -1)
		fail(path);
	return fd;
}

static void
begin(struct way *w, int from, int to)
{
	*w = (struct way){ .from = from, .to = to };
	w->last = &w->first;
}

static void
connect_on(int listening, const char *server)
{
	struct sockaddr_un a = address(server);
	int far = socket(AF_UNIX, SOCK_STREAM, 0), i;
	int near = accept(listening, NULL, NULL);

	if (far == -1 || near == -1 || connect(far, (void *)&a, sizeof a) == -1)
		fail(server);
	fcntl(near, F_SETFL, O_NONBLOCK);
	fcntl(far, F_SETFL, O_NONBLOCK);
	for (i = 0; i < WAYS && ways[i].from != -1; i += 2)
		;
	if (i == WAYS) {
		errno = EMFILE;
		fail("distance");
	}
	begin(&ways[i], near, far);
	begin(&ways[i + 1], far, near);
}

static void
take(struct way *w)
{
	static char bytes[PIECE];
	ssize_t n = read(w->from, bytes, sizeof bytes);
	struct piece *p;

	if (n == -1 && (errno == EAGAIN || errno == EINTR))
		return;
	if (n <= 0) {
		w->ended = 1;
		return;
	}
	if ((p = malloc(sizeof *p + (size_t)n)) == NULL)
		fail("distance");
	*p = (struct piece){ .due = now() + distance, .len = (size_t)n };
	memcpy(p->bytes, bytes, (size_t)n);
	*w->last = p;
	w->last = &p->next;
}

static void
drop_first(struct way *w)
{
	struct piece *p = w->first;

	if ((w->first = p->next) == NULL)
		w->last = &w->first;
	free(p);
}

/* Writes what is due.  The peer may be gone: the rest is of no use then. */
static void
pass_on(struct way *w, double at)
{
	struct piece *p;

	while ((p = w->first) != NULL && p->due <= at) {
		ssize_t n = send(w->to, p->bytes + p->written,
		    p->len - p->written, MSG_NOSIGNAL);
		if (n == -1 && (errno == EAGAIN || errno == EINTR))
			return;
		if (n == -1)
			w->ended = 1;
		else
			p->written += (size_t)n;
		if (n == -1 || p->written == p->len)
			drop_first(w);
	}
}

/* Both ways end when one has: a session has no half. */
static void
close_ended(void)
{
	for (int i = 0; i < WAYS; i += 2) {
		struct way *there = &ways[i], *back = &ways[i + 1];
		if (there->from == -1 ||
		    !((there->ended && there->first == NULL) ||
			(back->ended && back->first == NULL)))
			continue;
		while (there->first != NULL)
			drop_first(there);
		while (back->first != NULL)
			drop_first(back);
		close(there->from);
		close(there->to);
		there->from = back->from = -1;
	}
}

/* Until the next piece is due, or without an end. */
static struct timespec *
patience(struct timespec *t)
{
	double next = 0, at = now();

	for (int i = 0; i < WAYS; i++)
		if (ways[i].from != -1 && ways[i].first != NULL &&
		    (next == 0 || ways[i].first->due < next))
			next = ways[i].first->due;
	if (next == 0)
		return NULL;
	/* what is overdue waits for a peer that does not read */
	next = next > at ? next - at : 1e-3;
	*t = (struct timespec){ .tv_sec = (time_t)next };
	t->tv_nsec = (long)((next - (double)t->tv_sec) * 1e9);
	return t;
}

int
main(int argc, char **argv)
{
	struct pollfd fds[WAYS + 2];
	struct timespec t;
	int i;

	if (argc != 4) {
		fprintf(stderr, "usage: distance SECONDS SOCKET SERVER\n");
		return 2;
	}
	distance = strtod(argv[1], NULL);
	for (i = 0; i < WAYS; i++)
		ways[i].from = -1;
	fds[WAYS] = (struct pollfd){ listener(argv[2]), POLLIN, 0 };
	fds[WAYS + 1] = (struct pollfd){ STDIN_FILENO, POLLIN, 0 };
	for (;;) {
		for (i = 0; i < WAYS; i++)
			fds[i] =
			    (struct pollfd){ ways[i].ended ? -1 : ways[i].from,
				    POLLIN, 0 };
		if (ppoll(fds, WAYS + 2, patience(&t), NULL) == -1 &&
		    errno != EINTR)
			fail("ppoll");
		if (fds[WAYS + 1].revents != 0)
			return 0;
		for (i = 0; i < WAYS; i++)
			if (fds[i].fd != -1 && fds[i].revents != 0)
				take(&ways[i]);
		if (fds[WAYS].revents != 0)
			connect_on(fds[WAYS].fd, argv[3]);
		for (i = 0; i < WAYS; i++)
			if (ways[i].from != -1)
				pass_on(&ways[i], now());
		close_ended();
	}
}
