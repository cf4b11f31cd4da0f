/* SPDX-License-Identifier: ISC */
/*
 * Maildirs: a folder of letters, one file each, that needs no locks.  A letter
 * is written in tmp/ and appears in new/ whole or not at all; the program that
 * has seen it moves it to cur/.  What stands before ':' in a name is the
 * letter's identity.
 */
#include "mail/maildir/maildir.h"

#include "base/err.h"
#include "base/file.h"
#include "mail/mail.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int
maildir_make(const char *dir, struct err *err)
{
	static const char *const folders[] = { "tmp", "new", "cur" };

	for (size_t i = 0; i < G_N_ELEMENTS(folders); i++) {
		g_autofree char *path = g_build_filename(dir, folders[i], NULL);
		if (!g_file_test(path, G_FILE_TEST_IS_DIR) &&
		    file_mkdir(path, err) < 0)
			return -1;
	}
	return 0;
}

char *
maildir_name(int64_t now_usec)
{
	static int count;
	char host[256] = "localhost";
	GString *name = g_string_new(NULL);

	if (gethostname(host, sizeof(host) - 1) != 0 || host[0] == '\0')
		g_strlcpy(host, "localhost", sizeof(host));
	g_string_printf(name,
	    "%" G_GINT64_FORMAT ".M%06" G_GINT64_FORMAT "P%ldQ%d.",
	    now_usec / G_USEC_PER_SEC, now_usec % G_USEC_PER_SEC,
	    (long)getpid(), g_atomic_int_add(&count, 1) + 1);
	for (const char *p = host; *p != '\0'; p++) {
		if (*p == '/' || *p == ':')
			g_string_append_printf(name, "\\%03o", (unsigned)*p);
		else
			g_string_append_c(name, *p);
	}
	return g_string_free(name, FALSE);
}

char *
maildir_base(const char *name)
{
	return g_strndup(name, strcspn(name, ":"));
}

/* ---- reading ---- */

static int
check_name(const char *name, struct err *err)
{
	if (name[0] == '\0' || name[0] == '.' || strchr(name, '/') != NULL)
		return err_set(err, ERR_FORMAT,
		    "\"%s\" is not the name of a letter", name);
	return 0;
}

static bool
is_seen(const char *name)
{
	const char *flags = strstr(name, ":2,");

	return flags != NULL && strchr(flags + 3, 'S') != NULL;
}

static bool
is_regular(DIR *folder, const struct dirent *entry)
{
	struct stat st;

	if (entry->d_type != DT_UNKNOWN)
		return entry->d_type == DT_REG;
	return fstatat(dirfd(folder), entry->d_name, &st,
		   AT_SYMLINK_NOFOLLOW) == 0 &&
	       S_ISREG(st.st_mode);
}

/* Names of letters in DIR/FOLDER, added to names: char *. */
static int
list_folder(const char *dir, const char *folder, bool with_seen,
    GPtrArray *names, struct err *err)
{
	g_autofree char *path = g_build_filename(dir, folder, NULL);
	DIR *d = opendir(path);
	const struct dirent *entry;
	int result = 0;

	if (d == NULL)
		return errno == ENOENT ? 0 : err_errno(err, "read %s", path);
	for (errno = 0; (entry = readdir(d)) != NULL; errno = 0)
		if (entry->d_name[0] != '.' && is_regular(d, entry) &&
		    (with_seen || !is_seen(entry->d_name)))
			g_ptr_array_add(names, g_strdup(entry->d_name));
	if (errno != 0)
		result = err_errno(err, "read %s", path);
	closedir(d);
	return result;
}

/* A name begins with seconds: in order of its numbers is in order of age. */
static int
by_age(const void *a, const void *b)
{
	return strverscmp(*(char *const *)a, *(char *const *)b);
}

static GPtrArray *
list_both(const char *dir, bool seen, struct err *err)
{
	GPtrArray *names = g_ptr_array_new_with_free_func(g_free);

	if (list_folder(dir, "new", true, names, err) < 0 ||
	    list_folder(dir, "cur", seen, names, err) < 0) {
		g_ptr_array_unref(names);
		return NULL;
	}
	g_ptr_array_sort(names, by_age);
	/* In both folders: the other one's turn comes when it is alone. */
	for (guint i = names->len; i > 1; i--)
		if (strcmp(names->pdata[i - 1], names->pdata[i - 2]) == 0)
			g_ptr_array_remove_index(names, i - 1);
	return names;
}

GPtrArray *
maildir_list_all(const char *dir, struct err *err)
{
	return list_both(dir, true, err);
}

GPtrArray *
maildir_list(const char *dir, int max, struct err *err)
{
	GPtrArray *names = list_both(dir, false, err);

	if (names == NULL)
		return NULL;
	if (names->len > (guint)MAX(max, 0))
		g_ptr_array_set_size(names, MAX(max, 0));
	return names;
}

/*
 * The path of the letter, wherever another reader may have moved it; NULL
 * if it is gone.
 */
static char *
find(const char *dir, const char *name)
{
	static const char *const folders[] = { "new", "cur" };
	g_autofree char *base = maildir_base(name);
	struct stat st;

	for (size_t i = 0; i < G_N_ELEMENTS(folders); i++) {
		g_autofree char *path =
		    g_build_filename(dir, folders[i], name, NULL);
		if (lstat(path, &st) == 0 && S_ISREG(st.st_mode))
			return g_steal_pointer(&path);
	}
	for (size_t i = 0; i < G_N_ELEMENTS(folders); i++) {
		g_autoptr(GPtrArray) names =
		    g_ptr_array_new_with_free_func(g_free);
		list_folder(dir, folders[i], true, names, NULL);
		for (guint j = 0; j < names->len; j++) {
			const char *other = g_ptr_array_index(names, j);
			g_autofree char *its = maildir_base(other);
			if (strcmp(its, base) == 0)
				return g_build_filename(
				    dir, folders[i], other, NULL);
		}
	}
	return NULL;
}

static GBytes *
read_fd(int fd, struct maildir_file *file, struct err *err)
{
	struct stat st;
	GBytes *raw;

	if (fstat(fd, &st) != 0) {
		err_errno(err, "stat");
		return NULL;
	}
	if (!S_ISREG(st.st_mode)) {
		err_set(err, ERR_MISSING, "no file");
		return NULL;
	}
	*file = (struct maildir_file){ .cut = st.st_size > MAIL_MAX_SIZE,
		.device = st.st_dev,
		.number = st.st_ino,
		.modified = st.st_mtim };
	raw = file_read_fd(fd, file->cut ? MAIL_CUT_SIZE : MAIL_MAX_SIZE, err);
	if (raw == NULL)
		return NULL;
	file->size = MAX((size_t)st.st_size, g_bytes_get_size(raw));
	return raw;
}

GBytes *
maildir_read(const char *dir, const char *name, struct maildir_file *file,
    struct err *err)
{
	/* Another reader may move it while we look: look again. */
	for (int tries = 0; tries < 3; tries++) {
		g_autofree char *path = NULL;
		GBytes *raw;
		int fd;
		if (check_name(name, err) < 0)
			return NULL;
		path = find(dir, name);
		if (path == NULL)
			break;
		/* What lies there may be a pipe or a link by now. */
		fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
		if (fd < 0 && (errno == ENOENT || errno == ELOOP))
			continue;
		if (fd < 0) {
			err_errno(err, "open %s", path);
			return NULL;
		}
		raw = read_fd(fd, file, err);
		if (raw == NULL)
			err_more(err, "%s", path);
		close(fd);
		return raw;
	}
	err_set(err, ERR_MISSING, "letter %s is gone from %s", name, dir);
	return NULL;
}

/* The letter's name with the flag S, others kept and in order. */
static char *
seen_name(const char *name)
{
	g_autofree char *base = maildir_base(name);
	const char *flags = strstr(name, ":2,");
	GString *out = g_string_new(base);
	bool put = false;

	g_string_append(out, ":2,");
	for (flags = flags == NULL ? "" : flags + 3; *flags != '\0'; flags++) {
		if (*flags >= 'S' && !put) {
			g_string_append_c(out, 'S');
			put = true;
		}
		if (*flags != 'S')
			g_string_append_c(out, *flags);
	}
	if (!put)
		g_string_append_c(out, 'S');
	return g_string_free(out, FALSE);
}

/* Where it will lie: another mail of that name that is there stays. */
static char *
free_place(const char *done, const char *name)
{
	g_autofree char *base = maildir_base(name);
	char *path = g_build_filename(done, "cur", name, NULL);
	struct stat st;

	for (int i = 1; lstat(path, &st) == 0 && S_ISREG(st.st_mode); i++) {
		g_free(path);
		path = g_strdup_printf(
		    "%s/cur/%s_%d%s", done, base, i, name + strlen(base));
	}
	return path;
}

/* Is what lies there the file that was read?  false if nothing does. */
static bool
is_that(const char *path, const struct maildir_file *file)
{
	struct stat st;

	return path != NULL && lstat(path, &st) == 0 &&
	       st.st_dev == file->device && st.st_ino == file->number &&
	       (size_t)st.st_size == file->size &&
	       st.st_mtim.tv_sec == file->modified.tv_sec &&
	       st.st_mtim.tv_nsec == file->modified.tv_nsec;
}

int
maildir_move(const char *dir, const char *name, const struct maildir_file *file,
    const char *done, struct err *err)
{
	if (check_name(name, err) < 0)
		return -1;
	for (int tries = 0; tries < 3; tries++) {
		g_autofree char *path = find(dir, name);
		g_autofree char *is = NULL, *seen = NULL, *to = NULL;
		if (!is_that(path, file))
			return 0;
		is = g_path_get_basename(path);
		seen = seen_name(is);
		to = free_place(done, seen);
		if (rename(path, to) == 0)
			return 0;
		if (errno == ENAMETOOLONG) {
			/* No room for the flag; nobody looks for it there. */
			g_free(to);
			to = free_place(done, is);
			if (rename(path, to) == 0)
				return 0;
		}
		if (errno != ENOENT)
			return err_errno(err, "move letter to %s", to);
		/* It was moved meanwhile, or there is no such folder yet. */
		if (maildir_make(done, err) < 0)
			return -1;
	}
	return err_set(
	    err, ERR_IO, "letter %s in %s does not stay in place", name, dir);
}

/* ---- removing ---- */

/* Fewer digits or more are no seconds: "42.eml" is a number, "20270101.7" a
 * day. */
#define IS_TIME(n) ((n) >= INT64_C(1000000000) && (n) < INT64_C(10000000000))

/* "1795262400.M5P7.host": did it come before then, or may it have? */
static bool
may_be_before(const char *name, int64_t then)
{
	char *end;
	const gint64 seconds = g_ascii_strtoll(name, &end, 10);

	return *end != '.' || !IS_TIME(seconds) || seconds < then;
}

/* One that cannot be removed does not hold up the others: *r. */
static bool
drop_one(DIR *d, const char *name, int *r, struct err *err)
{
	if (unlinkat(dirfd(d), name, 0) == 0)
		return true;
	if (errno != ENOENT && *r == 0)
		*r = err_errno(err, "cannot remove %s", name);
	return false;
}

int
maildir_drop(
    const char *dir, const struct maildir_old *old, int *n, struct err *err)
{
	g_autofree char *path = g_build_filename(dir, "cur", NULL);
	DIR *d = opendir(path);
	const struct dirent *entry;
	int r = 0, goes;

	*n = 0;
	if (d == NULL)
		return errno == ENOENT ? 0 : err_errno(err, "read %s", path);
	while (*n < old->max && (entry = readdir(d)) != NULL) {
		g_autofree char *base = maildir_base(entry->d_name);

		if (!may_be_before(entry->d_name, old->before) ||
		    !is_regular(d, entry))
			continue;
		goes = old->may_go(old->arg, base);
		if (goes == 1 && drop_one(d, entry->d_name, &r, err))
			++*n;
		if (goes == -1) {
			closedir(d);
			return -1;
		}
	}
	closedir(d);
	return r == 0 ? 0 : err_more(err, "%s", path);
}
