/* SPDX-License-Identifier: ISC */
/* What all parts of a visit to a mailbox on a server need. */
#include "app/transport/inner.h"

#include "app/home/home.h"
#include "base/err.h"
#include "store/mails/inbox.h"
#include "store/mails/inbox_intake.h"

/* So many lost connections, and a visit ends. */
#define LOST_MAX 3

int
visit_end(struct visit *v, const struct err *why)
{
	v->visited->fault = *why;
	v->visited->ended = true;
	return -1;
}

int
visit_lost(struct visit *v, const struct err *why)
{
	if (why->code == ERR_BUSY && ++v->lost < LOST_MAX)
		return 0;
	return visit_end(v, why);
}

bool
is_empty_row(const struct inbox_row *row)
{
	return row->state == INBOX_DEAD && row->sha[0] == '\0';
}

int
visit_row(struct visit *v, uint32_t uid, struct inbox_row **row)
{
	g_autofree char *source =
	    g_strdup_printf("%s%" G_GUINT32_FORMAT, v->road, uid);

	v->home->err->code = 0;
	*row = store_inbox_by_source(v->home->store, source);
	return v->home->err->code == 0 ? 0 : -1;
}
