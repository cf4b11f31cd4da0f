/* SPDX-License-Identifier: ISC */
/*
 * Making a backup.  What the steps change together - the database, and the
 * mails that wait in spool/in - is taken while none of them works: mails at
 * once, and of the database only the moment, at which it is then copied while
 * others go on.  What else lies in the home is only ever added to, and comes
 * last.
 */
#include "app/copies/backup.h"

#include "app/copies/backup_files.h"
#include "app/copies/backup_names.h"
#include "app/home/config.h"
#include "app/home/place.h"
#include "app/home/folder.h"
#include "app/home/home.h"
#include "base/bundle.h"
#include "base/checkpoint.h"
#include "base/err.h"
#include "base/file.h"
#include "base/log.h"
#include "store/meta.h"
#include "store/snapshot.h"
#include "store/store.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define WHOLE "archive" /* in the folder in which it is written */

struct backup {
	const char *dir; /* of the home */
	const struct config *config;
	int64_t now;
	struct home *locked; /* unlocked when the moment is held; or NULL */
	struct store *store; /* that reads the database of that moment */
	int schema;
	char *instance;

	char *work; /* the folder in which it is written; NULL: none */
	int work_fd; /* locked as long as that is done; -1 */
	int out; /* the file; -1 */
	struct bundle_writer *bundle;
	struct err *e;
};

/* ---- the folder in which it is written ---- */

/* fd: that folder. */
static void
remove_work(const char *work, int fd)
{
	static const char *const names[] = { WHOLE, BACKUP_DATABASE,
		BACKUP_DATABASE "-journal", NULL };

	for (size_t i = 0; names[i] != NULL; i++)
		unlinkat(fd, names[i], 0);
	rmdir(work);
}

static void
drop_work(struct backup *b)
{
	if (b->out != -1)
		close(b->out);
	if (b->work_fd != -1) {
		remove_work(b->work, b->work_fd);
		close(b->work_fd);
	} else if (b->work != NULL) {
		rmdir(b->work);
	}
	b->out = b->work_fd = -1;
	g_clear_pointer(&b->work, g_free);
}

/* A folder of this user's own, not a link that somebody else put there. */
static bool
is_own_folder(int fd)
{
	struct stat st;

	return fstat(fd, &st) == 0 && st.st_uid == geteuid();
}

/* Those of backups that were killed: nobody holds them. */
static void
remove_left(const char *folder)
{
	g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
	const char *name;

	while (dir != NULL && (name = g_dir_read_name(dir)) != NULL) {
		g_autofree char *work = g_build_filename(folder, name, NULL);
		int fd;

		if (!g_str_has_prefix(name, BACKUP_WORK))
			continue;
		fd =
		    open(work, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		if (fd == -1)
			continue;
		if (is_own_folder(fd) && flock(fd, LOCK_EX | LOCK_NB) == 0)
			remove_work(work, fd);
		close(fd);
	}
}

/* ERR_MISSING: another backup has just taken it for one that was left. */
static int
try_work(struct backup *b, const char *folder)
{
	g_autofree char *whole = NULL;
	int why;

	b->work = g_build_filename(folder, BACKUP_WORK "XXXXXX", NULL);
	if (mkdtemp(b->work) == NULL) {
		g_clear_pointer(&b->work, g_free);
		return err_errno(b->e, "make a file in %s", folder);
	}
	whole = g_build_filename(b->work, WHOLE, NULL);
	b->work_fd = open(b->work, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (b->work_fd != -1 && flock(b->work_fd, LOCK_EX | LOCK_NB) == 0)
		b->out =
		    open(whole, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (b->out != -1)
		return 0;
	why = errno;
	err_errno(b->e, "make a file in %s", folder);
	if (why == ENOENT || why == EWOULDBLOCK)
		b->e->code = ERR_MISSING;
	return -1;
}

static int
make_work(struct backup *b, const char *folder)
{
	int r = -1;

	remove_left(folder);
	for (int tries = 0; r == -1 && tries < 3; tries++) {
		r = try_work(b, folder);
		if (r == -1 && b->e->code != ERR_MISSING)
			return -1;
		if (r == -1)
			drop_work(b);
	}
	if (r == -1) {
		b->e->code = ERR_IO;
		return -1;
	}
	b->bundle = bundle_create(b->out, b->e);
	return b->bundle == NULL ? -1 : 0;
}

/* ---- what goes in ---- */

static int
add_about(struct backup *b)
{
	json_t *about = json_pack("{s:s, s:i, s:I, s:s}", "program",
	    TURNPOST_VERSION, "schema", b->schema, "made", (json_int_t)b->now,
	    "instance", b->instance);
	char *text = json_dumps(about, JSON_INDENT(1));
	const struct bundle_entry entry = {
		.name = (char *)(uintptr_t)BACKUP_ABOUT,
		.mode = 0600,
		.size = (int64_t)strlen(text),
		.time = b->now,
	};
	int r = bundle_add(b->bundle, &entry, text, b->e);

	free(text);
	json_decref(about);
	return r;
}

static int
add_database(struct backup *b)
{
	g_autofree char *path =
	    g_build_filename(b->work, BACKUP_DATABASE, NULL);
	struct bundle_entry entry = {
		.name = (char *)(uintptr_t)BACKUP_DATABASE,
		.mode = 0600,
		.time = b->now,
	};
	struct stat st = { 0 };
	int fd = open(path, O_RDONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	int r = -1;

	if (fd == -1)
		return err_errno(b->e, "make a file in %s", b->work);
	if (store_snapshot_copy(b->store, path) == 0) {
		if (fstat(fd, &st) == -1)
			err_errno(b->e, "stat");
		else {
			entry.size = st.st_size;
			r = bundle_add_file(b->bundle, &entry, fd, b->e);
		}
	} else if (b->e->code == ERR_DAMAGED) {
		g_autofree char *what = g_strdup(b->e->text);

		err_set(b->e, ERR_DAMAGED,
		    "%s; stop turnpost and restore an older backup", what);
	}
	close(fd);
	unlink(path); /* so that others have the room */
	return r;
}

static int
look(struct backup *b)
{
	g_autofree char *db = home_place(b->dir, b->config);
	int newest;

	if (home_place_check(b->dir, b->config, b->e) == -1)
		return -1;
	b->store = store_look(db, &b->schema, &newest, b->e);
	if (b->store == NULL || store_snapshot(b->store) == -1 ||
	    store_meta_get(b->store, "instance", &b->instance) == -1)
		return -1;
	return b->instance != NULL
		   ? 0
		   : err_set(b->e, ERR_DAMAGED,
			 "the database has lost what tells it from others");
}

static int
fill(struct backup *b)
{
	struct backup_files files = { b->dir, b->bundle, b->e };

	if (add_about(b) == -1 || backup_files_first(&files) == -1)
		return -1;
	if (b->locked != NULL)
		home_unlock(b->locked);
	checkpoint("backup: what the steps change is held");
	if (add_database(b) == -1 || backup_files_rest(&files) == -1)
		return -1;
	checkpoint("backup: before its end");
	return bundle_end(b->bundle, b->e);
}

/* ---- its name ---- */

/* Never in the place of another file, unless that is an earlier try. */
static int
give_name(struct backup *b, const char *path, bool again)
{
	g_autofree char *whole = g_build_filename(b->work, WHOLE, NULL);
	g_autofree char *folder = g_path_get_dirname(path);

	checkpoint("backup: without its name");
	if (again ? rename(whole, path) == -1 : link(whole, path) == -1) {
		/* Some file systems know no links. */
		if (errno == EEXIST ||
		    (!again && g_file_test(path, G_FILE_TEST_EXISTS)))
			return err_set(
			    b->e, ERR_CLASH, "there is a file of that name");
		if (again || rename(whole, path) == -1)
			return err_errno(b->e, "name it");
	}
	if (file_sync_dir(folder, b->e) == 0)
		return 0;
	unlink(path);
	return -1;
}

static void
backup_clear(struct backup *b)
{
	store_close(b->store);
	bundle_writer_free(b->bundle);
	drop_work(b);
	g_free(b->instance);
}

static int
not_made(const struct backup *b, const char *path)
{
	return err_more(b->e, "the backup %s was not made", path);
}

int
backup_folder_check(const char *folder, struct err *e)
{
	g_autofree char *bare = g_strdup(folder); /* "x/" may be a file x */
	struct stat st;

	for (size_t n = strlen(bare); n > 1 && bare[n - 1] == '/'; n--)
		bare[n - 1] = '\0';
	if (stat(bare, &st) == 0)
		return S_ISDIR(st.st_mode)
			   ? 0
			   : err_set(e, ERR_CLASH,
				 "%s is a file; name a folder for backups",
				 bare);
	if (errno != ENOENT && errno != ENOTDIR)
		return err_errno(e, "%s", bare);
	return err_set(
	    e, ERR_MISSING, "there is no folder %s; make it first", bare);
}

/* The file that the backup is to be, which is not there yet, and its folder,
 * which is; NULL: there is none. */
static char *
find_place(const struct home *home, const char *target, char **folder)
{
	const bool into = g_file_test(target, G_FILE_TEST_IS_DIR);
	g_autofree char *name = backup_name(home->instance, home->now);
	g_autofree char *path =
	    into ? g_build_filename(target, name, NULL) : g_strdup(target);

	if (target[0] == '\0') {
		err_set(home->err, ERR_FORMAT,
		    "name a file or a folder for the backup");
		return NULL;
	}
	*folder = into || g_str_has_suffix(target, "/")
		      ? g_strdup(target)
		      : g_path_get_dirname(target);
	if (backup_folder_check(*folder, home->err) == -1)
		return NULL;
	if (!g_file_test(path, G_FILE_TEST_EXISTS))
		return g_steal_pointer(&path);
	if (into)
		err_set(home->err, ERR_CLASH,
		    "%s, of this very second, is there already; try again in "
		    "the next one",
		    path);
	else
		err_set(home->err, ERR_CLASH,
		    "%s is there already; name another file, or a folder, in "
		    "which each backup gets a name of its own",
		    path);
	return NULL;
}

int
backup_make(struct home *home, int64_t now, const char *target,
    int wait_seconds, char **path, int64_t *size, struct err *e)
{
	g_autofree char *folder = NULL;
	struct backup b = { .dir = home->dir,
		.config = home->config,
		.now = now,
		.locked = home,
		.work_fd = -1,
		.out = -1,
		.e = e };
	struct stat st;
	int r = -1;

	home_work(home, now, e);
	if ((*path = find_place(home, target, &folder)) == NULL)
		return -1;
	if (home_lock(home, wait_seconds, e) == -1)
		return -1;
	if (make_work(&b, folder) == 0 && look(&b) == 0 && fill(&b) == 0 &&
	    give_name(&b, *path, false) == 0)
		r = stat(*path, &st) == 0 ? 0 : err_errno(e, "stat");
	home_unlock(home);
	if (r == 0)
		*size = st.st_size;
	else
		not_made(&b, *path);
	backup_clear(&b);
	return r;
}

/* When the database was changed last; it is not known otherwise, and only cmd/
 * reads the clock. */
static int64_t
changed_at(const char *dir)
{
	static const char *const names[] = { BACKUP_DATABASE,
		BACKUP_DATABASE "-wal" };
	int64_t at = 0;

	for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
		g_autofree char *path = g_build_filename(dir, names[i], NULL);
		struct stat st;

		if (stat(path, &st) == 0)
			at = MAX(at, (int64_t)st.st_mtim.tv_sec);
	}
	return at;
}

static int
before_step(struct backup *b, const char *folder)
{
	g_autofree char *name = NULL, *path = NULL;
	int64_t usec = b->now * G_USEC_PER_SEC;
	int r = -1;

	if (look(b) == 0) {
		/* a server's rows have no file that tells */
		if (store_clock(b->store, &usec) == 0)
			b->now = usec / G_USEC_PER_SEC;
		name = backup_name_of_schema(b->instance, b->schema);
		path = g_build_filename(folder, name, NULL);
		if (file_mkdir(folder, b->e) == 0 &&
		    make_work(b, folder) == 0 && fill(b) == 0)
			r = give_name(b, path, true);
	}
	if (r == 0)
		log_info("backup-before-schema",
		    "%s holds the home as it was before its database is "
		    "changed from schema %d to %d",
		    path, b->schema, store_newest_schema());
	return r;
}

int
backup_before_step(const char *dir, const struct config *config, struct err *e)
{
	g_autofree char *folder = config->backup.folder != NULL
				      ? g_strdup(config->backup.folder)
				      : g_build_filename(dir, "backups", NULL);
	struct backup b = { .dir = dir,
		.config = config,
		.now = changed_at(dir),
		.work_fd = -1,
		.out = -1,
		.e = e };
	int r = before_step(&b, folder);

	backup_clear(&b);
	if (r == -1)
		err_more(e,
		    "this home is of an older turnpost and stays as it is, "
		    "because the backup in %s that comes before the change "
		    "could not be made",
		    folder);
	return r;
}
