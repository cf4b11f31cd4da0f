/* SPDX-License-Identifier: ISC */
/*
 * The mailboxes of the settings while a home is open: their sessions, how
 * long one that failed is left alone, and the bells on which serve waits.
 */
#include "app/transport/inner.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/home/mailbox_config.h"
#include "app/transport/receive.h"
#include "mail/servers/imap.h"

#include <string.h>

/* Minutes until a mailbox that failed is tried again. */
static const int backoff[] = { 1, 2, 5, 15 };

static void
mailbox_free(void *data)
{
	struct mailbox *box = data;

	imap_free(box->imap);
	idle_free(box->idle);
	g_free(box);
}

/* All sessions with mail servers end; they begin anew when needed. */
static void
close_mailboxes(struct home *home)
{
	if (home->mailboxes != NULL)
		g_ptr_array_unref(home->mailboxes);
	home->mailboxes = NULL;
}

const GPtrArray *
receive_mailboxes(struct home *home)
{
	const GPtrArray *configs = home->config->mailboxes;

	if (home->mailboxes != NULL)
		return home->mailboxes;
	home_on_close(home, close_mailboxes);
	home->mailboxes = g_ptr_array_new_with_free_func(mailbox_free);
	for (guint i = 0; i < configs->len; i++) {
		struct mailbox *box = g_new0(struct mailbox, 1);

		box->config = configs->pdata[i];
		box->imap = imap_new(&box->config->server, box->config->folder,
		    box->config->done);
		g_ptr_array_add(home->mailboxes, box);
	}
	return home->mailboxes;
}

struct mailbox *
receive_mailbox(struct home *home, const char *name)
{
	const GPtrArray *boxes = receive_mailboxes(home);

	for (guint i = 0; i < boxes->len; i++) {
		struct mailbox *box = boxes->pdata[i];

		if (strcmp(box->config->name, name) == 0)
			return box;
	}
	return NULL;
}

bool
receive_is_due(const struct mailbox *box, int64_t now)
{
	size_t step = MIN(box->fails, G_N_ELEMENTS(backoff));

	/* A clock that was set back keeps nobody waiting. */
	return step == 0 || now < box->failed ||
	       now >= box->failed + 60 * backoff[step - 1];
}

void
receive_backoff(struct mailbox *box, bool failed, int64_t now)
{
	box->fails = failed ? box->fails + 1 : 0;
	box->failed = now;
}

bool
receive_failed(const struct home *home)
{
	for (guint i = 0; home->mailboxes != NULL && i < home->mailboxes->len;
	     i++)
		if (((const struct mailbox *)home->mailboxes->pdata[i])->fails >
		    0)
			return true;
	return false;
}

/* ---- bells ---- */

bool
home_wait_for_mail(struct home *home, int64_t seconds)
{
	const GPtrArray *boxes = receive_mailboxes(home);
	bool rang = false;

	for (guint i = 0; i < boxes->len; i++) {
		struct mailbox *box = boxes->pdata[i];

		if (box->idle == NULL)
			box->idle =
			    idle_new(&box->config->server, box->config->folder);
		if (!idle_listen(box->idle, seconds))
			continue;
		/* Its server lets us in. */
		box->fails = 0;
		rang = true;
	}
	return rang;
}

int64_t
home_idle_fds(struct home *home, GArray *sockets)
{
	const GPtrArray *boxes = receive_mailboxes(home);
	int64_t next = INT64_MAX;

	for (guint i = 0; i < boxes->len; i++) {
		const struct mailbox *box = boxes->pdata[i];
		int fd;

		if (box->idle == NULL)
			continue;
		fd = idle_socket(box->idle);
		if (fd != -1)
			g_array_append_val(sockets, fd);
		next = MIN(next, idle_next(box->idle));
	}
	return next;
}
