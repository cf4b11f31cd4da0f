/* SPDX-License-Identifier: ISC */
/*
 * Making a home out of a backup.  It is made in a folder within the empty one,
 * looked at, and its parts are moved up then, the settings last: with them it
 * is a home.  A restore that is killed before leaves none.
 */
#include "app/copies/restore.h"

#include "app/copies/backup.h"
#include "app/copies/restore_files.h"
#include "base/bundle.h"
#include "base/checkpoint.h"
#include "base/err.h"
#include "base/file.h"
#include "store/mails/outbox_held.h"
#include "store/meta.h"
#include "store/store.h"
#include "store/transaction.h"

#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <jansson.h>
#include <unistd.h>

#define ABOUT_MAX 65536
#define MADE_MAX INT64_C(253402300799) /* the end of the year 9999 */
/* More letters than the lost home has written since: so many, and so many a
 * minute.  Numbers cost nothing. */
#define SKIP 1000000
#define SKIP_A_MINUTE 1000

struct restore {
	const char *dir;
	int64_t now;
	bool moved;
	int in; /* the backup */
	struct restored *done;
	struct err *e;
};

/* ---- what the backup says about itself ---- */

static int
read_about(const struct restore *r, json_t *about)
{
	json_int_t schema, made;

	if (json_unpack(
		about, "{s:I, s:I}", "schema", &schema, "made", &made) == -1)
		return err_set(r->e, ERR_DAMAGED,
		    "it does not say of which turnpost it is");
	if (schema < 1 || made < 0 || made > MADE_MAX)
		return err_set(
		    r->e, ERR_DAMAGED, "what it says of itself makes no sense");
	if (schema > store_newest_schema())
		return err_set(r->e, ERR_NEWER,
		    "it was made by a newer turnpost (schema %d; this one "
		    "knows %d): use the newer one",
		    (int)schema, store_newest_schema());
	r->done->made = made;
	return 0;
}

static int
check_about(const struct restore *r)
{
	struct bundle_reader *in = bundle_open(r->in, r->e);
	g_autofree char *text = g_malloc(ABOUT_MAX);
	struct bundle_entry entry;
	json_t *about;
	size_t size = 0;
	int is = in == NULL ? -1 : bundle_next(in, &entry, r->e), ret = -1;

	if (is == 1 && g_strcmp0(entry.name, BACKUP_ABOUT) == 0)
		ret = bundle_read(in, text, ABOUT_MAX, &size, r->e);
	else if (is != -1)
		err_set(r->e, ERR_DAMAGED,
		    "it does not begin with what it is about");
	bundle_reader_free(in);
	if (ret == -1)
		return -1;
	about = json_loadb(text, size, JSON_REJECT_DUPLICATES, NULL);
	ret = read_about(r, about);
	json_decref(about);
	return ret;
}

/* ---- the database ---- */

/*
 * What waited may have left since, and the numbers of its letters have been
 * used; what the lost home was told since is asked for again.
 */
static int
mark(const struct restore *r, struct store *store)
{
	const int64_t minutes = MAX(r->now - r->done->made, 0) / 60;
	g_autofree char *made =
	    g_strdup_printf("%" G_GINT64_FORMAT, r->done->made);

	if (r->moved)
		return 0;
	if (store_outbox_hold(
		store, SKIP + SKIP_A_MINUTE * minutes, &r->done->held) == -1)
		return -1;
	return store_meta_set(store, META_RESTORED, made);
}

static int
make_database(const struct restore *r, const char *work)
{
	g_autofree char *path = g_build_filename(work, BACKUP_DATABASE, NULL);
	struct store *store = store_open(path, false, r->e);
	int ret;

	if (store == NULL)
		return -1;
	ret = store_check(store);
	if (ret == 0)
		IN_TRANSACTION(store, ret, mark(r, store));
	store_close(store);
	return ret;
}

/* ---- all of it ---- */

static int
fill(const struct restore *r, const char *work)
{
	if (restore_unpack(r->in, work, r->e) == -1)
		return -1;
	checkpoint("restore: unpacked");
	if (make_database(r, work) == -1 || restore_sync(work, r->e) == -1)
		return -1;
	checkpoint("restore: nothing moved up");
	return restore_move_up(work, r->dir, r->e);
}

static int
restore(const struct restore *r)
{
	g_autofree char *work = NULL;
	bool made = false;
	int ret;

	/* what a killed restore has left goes before the room is measured */
	if (bundle_check(r->in, r->e) == -1 || check_about(r) == -1 ||
	    restore_clear(r->dir, r->e) == -1 ||
	    bundle_look_through(r->in, restore_room(r->dir), r->e) == -1 ||
	    restore_place(r->dir, &work, &made, r->e) == -1)
		return -1;
	ret = fill(r, work);
	file_remove_all(work);
	if (ret == -1 && made)
		rmdir(r->dir);
	return ret;
}

int
home_restore(const char *dir, const char *file, bool moved, int64_t now,
    struct restored *done, struct err *e)
{
	struct restore r = { dir, now, moved, open(file, O_RDONLY | O_CLOEXEC),
		done, e };
	int ret;

	*done = (struct restored){ 0 };
	if (r.in == -1 && (errno == ENOENT || errno == ENOTDIR))
		return err_set(e, ERR_MISSING, "there is no file %s", file);
	if (r.in == -1)
		return err_errno(e, "the backup %s cannot be read", file);
	ret = restore(&r);
	close(r.in);
	if (ret == -1 && e->code != ERR_CLASH && e->code != ERR_BUSY)
		err_more(e, "%s cannot be restored", file);
	return ret;
}
