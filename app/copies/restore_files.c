/* SPDX-License-Identifier: ISC */
/* The files of a restore: where it is made, unpacked, moved up. */
#include "app/copies/restore_files.h"

#include "app/copies/backup.h"
#include "app/home/folder.h"
#include "base/bundle.h"
#include "base/checkpoint.h"
#include "base/err.h"
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#define WORK ".turnpost-restore-"
#define SETTINGS "turnpost.yaml"
#define PIECE (64 * 1024)

/* ---- where ---- */

static int
not_empty(const char *dir, const char *name, bool stopped, struct err *e)
{
	g_autofree char *settings = g_build_filename(dir, SETTINGS, NULL);
	g_autofree char *file = file_target(settings);
	g_autofree char *database = g_build_filename(dir, "turnpost.db", NULL);

	if (home_is_served(dir))
		return err_set(e, ERR_BUSY,
		    "a turnpost is serving in %s; a backup is restored into an "
		    "empty folder",
		    dir);
	if (g_file_test(settings, G_FILE_TEST_EXISTS) &&
	    strcmp(file, settings) != 0 &&
	    !g_file_test(database, G_FILE_TEST_EXISTS))
		return err_set(e, ERR_CLASH,
		    "there are already settings in %s; move that file away, "
		    "because the backup has its own",
		    file);
	if (g_file_test(settings, G_FILE_TEST_EXISTS))
		return err_set(e, ERR_CLASH,
		    "there is already a turnpost home in %s; a backup is "
		    "restored into an empty folder",
		    dir);
	if (stopped)
		return err_set(e, ERR_CLASH,
		    "an earlier restore into %s was stopped; remove all that "
		    "is in it, and restore again",
		    dir);
	return err_set(e, ERR_CLASH,
	    "%s is not empty (%s is in it); a backup is restored into an empty "
	    "folder",
	    dir, name);
}

/* A link to settings that are still to be written, as a package makes it. */
static bool
is_link_for_settings(const char *dir, const char *name)
{
	g_autofree char *path = g_build_filename(dir, name, NULL);

	return strcmp(name, SETTINGS) == 0 &&
	       g_file_test(path, G_FILE_TEST_IS_SYMLINK) &&
	       !g_file_test(path, G_FILE_TEST_EXISTS);
}

/* Where such a link leads, a file is to be made in the end: if that cannot be,
 * it is said before anything is written. */
static int
check_link(const char *dir, struct err *e)
{
	g_autofree char *name = g_build_filename(dir, SETTINGS, NULL);
	g_autofree char *to = file_target(name);
	g_autofree char *folder = g_path_get_dirname(to);

	if (!is_link_for_settings(dir, SETTINGS))
		return 0;
	if (g_file_test(to, G_FILE_TEST_IS_SYMLINK))
		return err_set(e, ERR_CLASH,
		    "%s is a link that leads to no file; remove it", name);
	if (access(folder, W_OK | X_OK) == -1)
		return err_set(e, ERR_CLASH,
		    "%s is a link to %s, and no file can be made there (%s); "
		    "remove the link, or make that folder writable",
		    name, to, strerror(errno));
	return 0;
}

/* Nothing may be in it but such a link and what a killed restore has left. */
static int
check_empty(const char *dir, struct err *e)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(GDir) list = g_dir_open(dir, 0, &error);
	g_autoptr(GPtrArray) left = g_ptr_array_new_with_free_func(g_free);
	g_autofree char *other = NULL;
	const char *name;

	if (list == NULL && !g_file_test(dir, G_FILE_TEST_IS_DIR))
		return err_set(e, ERR_CLASH, "%s is not a folder", dir);
	if (list == NULL)
		return err_set(e, ERR_IO, "%s", error->message);
	while ((name = g_dir_read_name(list)) != NULL) {
		if (g_str_has_prefix(name, WORK))
			g_ptr_array_add(
			    left, g_build_filename(dir, name, NULL));
		else if (other == NULL && strcmp(name, "lost+found") != 0 &&
			 !is_link_for_settings(dir, name))
			other = g_strdup(name);
	}
	if (other != NULL)
		return not_empty(dir, other, left->len > 0, e);
	if (check_link(dir, e) == -1)
		return -1;
	for (guint i = 0; i < left->len; i++)
		if (unlink(left->pdata[i]) == -1) /* not where a link leads */
			file_remove_all(left->pdata[i]);
	return 0;
}

/* What is made there must belong to the user that turnpost runs as. */
static int
check_owner(const char *dir, struct err *e)
{
	struct stat st;

	if (stat(dir, &st) == -1)
		return err_errno(e, "%s", dir);
	if (!S_ISDIR(st.st_mode))
		return err_set(e, ERR_CLASH, "%s is not a folder", dir);
	if (st.st_uid != geteuid())
		return err_set(e, ERR_CLASH,
		    "%s belongs to user %u and you are user %u; restore as "
		    "that user",
		    dir, (unsigned)st.st_uid, (unsigned)geteuid());
	return 0;
}

int
restore_place(const char *dir, char **work, bool *made, struct err *e)
{
	*made = !g_file_test(dir, G_FILE_TEST_EXISTS);
	if (file_mkdir(dir, e) == -1 || check_owner(dir, e) == -1 ||
	    check_empty(dir, e) == -1)
		return -1;
	*work = g_build_filename(dir, WORK "XXXXXX", NULL);
	if (mkdtemp(*work) != NULL)
		return 0;
	err_errno(e, "make a folder in %s", dir);
	g_clear_pointer(work, g_free);
	if (*made)
		rmdir(dir);
	return -1;
}

int
restore_clear(const char *dir, struct err *e)
{
	return g_file_test(dir, G_FILE_TEST_EXISTS) ? check_empty(dir, e) : 0;
}

int64_t
restore_room(const char *dir)
{
	g_autofree char *at = g_strdup(dir);
	struct statvfs st;

	while (statvfs(at, &st) == -1) {
		bool is_missing = errno == ENOENT;
		char *outer = g_path_get_dirname(at);
		bool is_last = strcmp(outer, at) == 0;

		g_free(at);
		at = outer;
		if (!is_missing || is_last)
			return INT64_MAX;
	}
	/* Some file systems do not know. */
	if (st.f_blocks == 0 || st.f_bavail > INT64_MAX / st.f_frsize)
		return INT64_MAX;
	return (int64_t)(st.f_bavail * st.f_frsize);
}

/* ---- unpacking ---- */

static int
copy_bytes(struct bundle_reader *in, int fd, struct err *e)
{
	g_autofree char *piece = g_malloc(PIECE);
	size_t got;

	do
		if (bundle_read(in, piece, PIECE, &got, e) == -1 ||
		    file_write_all(fd, piece, got, e) == -1)
			return -1;
	while (got > 0);
	return 0;
}

/* With the mode and the time that it had. */
static int
unpack_file(struct bundle_reader *in, const struct bundle_entry *entry,
    const char *path, struct err *e)
{
	const struct timespec times[] = { { .tv_nsec = UTIME_OMIT },
		{ .tv_sec = entry->time } };
	int fd = open(
	    path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	int r;

	if (fd == -1)
		return err_errno(e, "%s", path);
	r = copy_bytes(in, fd, e);
	if (r == 0 &&
	    (fchmod(fd, entry->mode) == -1 || futimens(fd, times) == -1))
		r = err_errno(e, "%s", path);
	if (close(fd) == -1 && r == 0)
		r = err_errno(e, "close");
	return r;
}

static int
unpack_one(struct bundle_reader *in, const struct bundle_entry *entry,
    const char *work, struct err *e)
{
	g_autofree char *path = g_build_filename(work, entry->name, NULL);
	g_autofree char *folder =
	    entry->is_folder ? g_strdup(path) : g_path_get_dirname(path);

	if (strcmp(entry->name, BACKUP_ABOUT) == 0)
		return 0;
	if (file_mkdir(folder, e) == -1)
		return -1;
	if (!entry->is_folder)
		return unpack_file(in, entry, path, e);
	return chmod(path, entry->mode | S_IRWXU) == 0
		   ? 0
		   : err_errno(e, "%s", path);
}

int
restore_unpack(int backup, const char *work, struct err *e)
{
	struct bundle_reader *in = bundle_open(backup, e);
	struct bundle_entry entry;
	int r = -1;

	if (in != NULL)
		while ((r = bundle_next(in, &entry, e)) == 1)
			if (unpack_one(in, &entry, work, e) == -1) {
				r = -1;
				break;
			}
	bundle_reader_free(in);
	return r;
}

/* ---- up ---- */

int
restore_sync(const char *work, struct err *e)
{
	int fd = open(work, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int r;

	if (fd == -1)
		return err_errno(e, "%s", work);
	/* One call for all files, of which there may be very many. */
	r = syncfs(fd) == 0 ? 0 : err_errno(e, "sync");
	close(fd);
	return r;
}

static int
move_one(const char *work, const char *dir, const char *name, struct err *e)
{
	g_autofree char *from = g_build_filename(work, name, NULL);
	g_autofree char *to = g_build_filename(dir, name, NULL);

	checkpoint("restore: before one part is moved up");
	return rename(from, to) == 0 ? 0 : err_errno(e, "move up %s", name);
}

/* Last: with them it is a home.  A link to where they belong stays. */
static int
move_settings(const char *work, const char *dir, struct err *e)
{
	g_autofree char *from = g_build_filename(work, SETTINGS, NULL);
	g_autofree char *name = g_build_filename(dir, SETTINGS, NULL);
	g_autofree char *to = file_target(name);
	g_autoptr(GBytes) text = NULL;
	struct stat st;

	if (strcmp(to, name) == 0)
		return move_one(work, dir, SETTINGS, e);
	checkpoint("restore: before the settings are written");
	text = file_read(from, SIZE_MAX, NULL, e);
	if (text == NULL || stat(from, &st) == -1)
		return text == NULL ? -1 : err_errno(e, "%s", from);
	return file_replace_as(to, st.st_mode & 07777,
	    g_bytes_get_data(text, NULL), g_bytes_get_size(text), e);
}

/* What was moved up goes away again. */
static void
take_back(const char *dir, const GPtrArray *names, guint n)
{
	for (guint i = 0; i < n; i++) {
		g_autofree char *name =
		    g_build_filename(dir, names->pdata[i], NULL);
		g_autofree char *path = file_target(name);

		if (unlink(path) == -1)
			file_remove_all(path);
	}
}

int
restore_move_up(const char *work, const char *dir, struct err *e)
{
	g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
	GDir *list = g_dir_open(work, 0, NULL);
	const char *name;
	bool settings = false;

	while (list != NULL && (name = g_dir_read_name(list)) != NULL) {
		if (strcmp(name, SETTINGS) == 0)
			settings = true;
		else
			g_ptr_array_add(names, g_strdup(name));
	}
	if (list != NULL)
		g_dir_close(list);
	if (!settings)
		return err_set(e, ERR_DAMAGED, "it has no " SETTINGS);
	for (guint i = 0; i < names->len; i++)
		if (move_one(work, dir, names->pdata[i], e) == -1) {
			take_back(dir, names, i);
			return -1;
		}
	if (move_settings(work, dir, e) == -1) {
		take_back(dir, names, names->len);
		return -1;
	}
	g_ptr_array_add(names, g_strdup(SETTINGS));
	if (file_sync_dir(dir, e) == 0)
		return 0;
	take_back(dir, names, names->len);
	return -1;
}
