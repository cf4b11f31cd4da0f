/* SPDX-License-Identifier: ISC */
/*
 * All files of a home, for whatever settings and templates name lies there,
 * but not what belongs to processes (locks, files half written), nor other
 * backups.  A link goes in as what it leads to, because on another machine it
 * would lead nowhere.
 */
#include "app/copies/backup_files.h"

#include "app/copies/backup.h"
#include "app/copies/backup_names.h"
#include "base/bundle.h"
#include "base/err.h"

#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SPOOL "spool"
#define SPOOL_IN "spool/in"

/* A folder that is being read, and those around it. */
struct level {
	const struct level *outer;
	const char *name; /* below the home; "": the home */
	dev_t device;
	ino_t number;
	const char *without; /* a folder in it that is left out, or NULL */
};

static bool
is_left_out(const struct level *in, const char *base, const char *name)
{
	static const char *const top[] = { BACKUP_DATABASE,
		BACKUP_DATABASE "-wal", BACKUP_DATABASE "-shm",
		BACKUP_DATABASE "-journal", "lock", "serving", "cron.lock",
		"lost+found", NULL };

	if (in->name[0] == '\0' && g_strv_contains(top, base))
		return true;
	/* mails that are being written */
	if (g_str_has_prefix(in->name, SPOOL "/") &&
	    g_str_has_suffix(in->name, "/tmp"))
		return true;
	return g_strcmp0(in->without, name) == 0 || backup_is_name(base) ||
	       g_str_has_prefix(base, BACKUP_WORK);
}

static bool
is_around(const struct level *in, const struct stat *st)
{
	for (; in != NULL; in = in->outer)
		if (in->device == st->st_dev && in->number == st->st_ino)
			return true;
	return false;
}

/* Names in a folder, "new" before "cur": a letter that its reader's program
 * moves meanwhile comes twice rather than never. */
static int
last_first(const void *a, const void *b)
{
	return strcmp(*(const char *const *)b, *(const char *const *)a);
}

static int add_below(const struct backup_files *, const struct level *);

static int
add_folder(const struct backup_files *f, const struct level *in,
    const char *name, const struct stat *st)
{
	const struct bundle_entry entry = { (char *)(uintptr_t)name, true,
		st->st_mode & 0777, 0, st->st_mtim.tv_sec };
	const struct level level = { in, name, st->st_dev, st->st_ino,
		in->without };

	if (is_around(in, st))
		return 0; /* a link in a circle */
	if (bundle_add(f->out, &entry, NULL, f->e) == -1)
		return -1;
	return add_below(f, &level);
}

static int
add_file(const struct backup_files *f, const char *name, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), r = 0;
	struct bundle_entry entry = { .name = (char *)(uintptr_t)name };
	struct stat st;

	if (fd == -1 && errno == ENOENT)
		return 0;
	if (fd == -1)
		return err_errno(f->e, "%s", path);
	if (fstat(fd, &st) == -1)
		r = err_errno(f->e, "%s", path);
	else if (S_ISREG(st.st_mode)) {
		entry.mode = st.st_mode & 0777;
		entry.size = st.st_size;
		entry.time = st.st_mtim.tv_sec;
		r = bundle_add_file(f->out, &entry, fd, f->e);
		if (r == -1)
			err_more(f->e, "%s", path);
	}
	close(fd);
	return r;
}

/* What is gone meanwhile, leads nowhere or is no file is passed over. */
static int
add_one(const struct backup_files *f, const struct level *in, const char *base)
{
	g_autofree char *name = in->name[0] == '\0'
				    ? g_strdup(base)
				    : g_strconcat(in->name, "/", base, NULL);
	g_autofree char *path = g_build_filename(f->dir, name, NULL);
	struct stat st;

	if (is_left_out(in, base, name))
		return 0;
	if (stat(path, &st) == -1)
		return errno == ENOENT || errno == ELOOP
			   ? 0
			   : err_errno(f->e, "%s", path);
	if (S_ISDIR(st.st_mode))
		return add_folder(f, in, name, &st);
	return S_ISREG(st.st_mode) ? add_file(f, name, path) : 0;
}

static int
add_below(const struct backup_files *f, const struct level *level)
{
	g_autofree char *path = g_build_filename(f->dir, level->name, NULL);
	g_autoptr(GError) error = NULL;
	g_autoptr(GDir) dir = g_dir_open(path, 0, &error);
	g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
	const char *name;

	if (dir == NULL)
		return err_set(f->e, ERR_IO, "%s", error->message);
	while ((name = g_dir_read_name(dir)) != NULL)
		g_ptr_array_add(names, g_strdup(name));
	g_ptr_array_sort(names, last_first);
	for (guint i = 0; i < names->len; i++)
		if (add_one(f, level, names->pdata[i]) == -1)
			return -1;
	return 0;
}

/* That folder of the home, and all below but without that one. */
static int
add_tree(const struct backup_files *f, const char *name, const char *without)
{
	g_autofree char *path = g_build_filename(f->dir, name, NULL);
	struct level home = { NULL, "", 0, 0, without };
	struct stat st;

	if (stat(path, &st) == -1)
		return errno == ENOENT ? 0 : err_errno(f->e, "%s", path);
	if (name[0] != '\0')
		return add_folder(f, &home, name, &st);
	home.device = st.st_dev;
	home.number = st.st_ino;
	return add_below(f, &home);
}

int
backup_files_first(const struct backup_files *f)
{
	if (add_tree(f, "", SPOOL) == -1)
		return -1;
	return add_tree(f, SPOOL_IN, NULL);
}

int
backup_files_rest(const struct backup_files *f)
{
	return add_tree(f, SPOOL, SPOOL_IN);
}
