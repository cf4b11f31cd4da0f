/* SPDX-License-Identifier: ISC */
/* Mails that are dealt with leave their folder: moved, or deleted. */
#include "mail/servers/imap.h"

#include "base/err.h"
#include "mail/servers/imap_inner.h"

/* "3:7,9" */
static char *
uid_set(const GArray *uids)
{
	GString *set = g_string_new(NULL);

	for (guint i = 0, k; i < uids->len; i = k) {
		uint32_t from = g_array_index(uids, uint32_t, i);

		for (k = i + 1; k < uids->len; k++)
			if (g_array_index(uids, uint32_t, k) != from + (k - i))
				break;
		g_string_append_printf(
		    set, "%s%" G_GUINT32_FORMAT, i == 0 ? "" : ",", from);
		if (k > i + 1)
			g_string_append_printf(
			    set, ":%" G_GUINT32_FORMAT, from + (k - i - 1));
	}
	return g_string_free(set, FALSE);
}

static int
ask_for(struct imap *imap, const char *verb, const char *set, const char *rest,
    struct err *e)
{
	g_autofree char *custom = g_strconcat(verb, " ", set, rest, NULL);

	return imap_ask(imap, true, custom, e);
}

static int delete (struct imap *imap, const char *set, struct err *e)
{
	if (ask_for(imap, "UID STORE", set, " +FLAGS.SILENT (\\Deleted)", e) ==
	    -1)
		return -1;
	/* Without UIDPLUS all mails go that somebody marked as deleted. */
	if ((imap->abilities & IMAP_UIDPLUS) == 0)
		return imap_ask(imap, true, "EXPUNGE", e);
	return ask_for(imap, "UID EXPUNGE", set, "", e);
}

static int
try_move(struct imap *imap, const char *set, struct err *e)
{
	g_autofree char *to = g_strdup_printf(" \"%s\"", imap->done);

	if ((imap->abilities & IMAP_MOVE) != 0)
		return ask_for(imap, "UID MOVE", set, to, e);
	if (ask_for(imap, "UID COPY", set, to, e) == -1)
		return -1;
	return delete (imap, set, e);
}

/* People look at it, so it is subscribed to as well. */
static int
make_done(struct imap *imap, struct err *e)
{
	g_autofree char *create = g_strdup_printf("CREATE \"%s\"", imap->done);
	g_autofree char *subscribe =
	    g_strdup_printf("SUBSCRIBE \"%s\"", imap->done);

	if (imap_ask(imap, false, create, e) == -1)
		return -1;
	return imap_ask(imap, false, subscribe, e) == -1 && e->code != ERR_CLASH
		   ? -1
		   : 0;
}

static int
move(struct imap *imap, const char *set, struct err *e)
{
	struct err why = { 0 };

	if (imap_ask_abilities(imap, e) == -1)
		return -1;
	if (imap->done == NULL)
		return delete (imap, set, e);
	if (try_move(imap, set, &why) == 0)
		return 0;
	if (why.code == ERR_CLASH) {
		/* Most likely the folder is missing: if it can be made, it
		 * was. */
		if (make_done(imap, e) == 0)
			return try_move(imap, set, e);
		if (e->code != ERR_CLASH)
			return -1;
	}
	*e = why;
	return -1;
}

int
imap_make_folder(struct imap *imap, struct err *e)
{
	g_autofree char *create =
	    g_strdup_printf("CREATE \"%s\"", imap->folder);
	int r;

	imap->answer = g_byte_array_new();
	r = imap_ask(imap, false, create, e);
	g_byte_array_unref(imap->answer);
	/* Most likely it is there; if it is not, looking into it tells. */
	return r == -1 && e->code == ERR_CLASH ? 0 : r;
}

int
imap_move(struct imap *imap, const GArray *uids, struct err *e)
{
	g_autofree char *set = uid_set(uids);
	int r;

	if (uids->len == 0)
		return 0;
	imap->answer = g_byte_array_new();
	r = move(imap, set, e);
	g_byte_array_unref(imap->answer);
	return r;
}
