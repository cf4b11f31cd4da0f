/* SPDX-License-Identifier: ISC */
/*
 * The folder with the pages.  Files get the beginning of the minute as their
 * time, in which turnpost also begins to write: nothing that happened since,
 * and nothing that a page does not tell, shows in it.
 */
#include "app/pages/folder.h"

#include "app/home/pages_folder.h"
#include "base/checkpoint.h"
#include "base/err.h"
#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define MARKER PAGES_MARKER
#define BESIDE PAGES_BESIDE
#define SAYS "Pages of turnpost; what else lies here may be lost.\n"
#define MINUTE 60
#define FILE_MAX ((size_t)16 * 1024 * 1024)

static int
fail(struct folder *f, const char *name)
{
	return err_errno(f->err, "%s/%s", f->path, name);
}

static int
set_time(struct folder *f, const char *name)
{
	const struct timespec times[2] = { { .tv_sec = f->at },
		{ .tv_sec = f->at } };

	return utimensat(f->fd, name, times, 0) == -1 ? fail(f, name) : 0;
}

/* Opened anew: a copy of fd would go on where another reading ended. */
static DIR *
list(int fd)
{
	int own = openat(fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *dir = own == -1 ? NULL : fdopendir(own);

	if (dir == NULL && own != -1)
		close(own);
	return dir;
}

/* Such a file, here or in a folder of a language, may tell what no page tells
 * any more. */
static void
remove_unfinished(const struct folder *f)
{
	DIR *dir = list(f->fd);
	const struct dirent *entry;

	while (dir != NULL && (entry = readdir(dir)) != NULL) {
		g_autofree char *beside =
		    g_build_filename(entry->d_name, BESIDE, NULL);

		if (strcmp(entry->d_name, "..") != 0)
			unlinkat(f->fd, beside, 0);
	}
	if (dir != NULL)
		closedir(dir);
}

static char *
read_id(struct folder *f)
{
	g_autoptr(GBytes) bytes = file_read_fd(f->lock, 1024, f->err);
	gsize size;
	const char *text =
	    bytes == NULL ? NULL : g_bytes_get_data(bytes, &size);
	const char *id = text == NULL ? NULL : strstr(text, "\nid: ");
	char *found = NULL;

	if (id != NULL)
		found = g_strndup(id + 5, strcspn(id + 5, "\n"));
	if (bytes != NULL && (found == NULL || *found == '\0')) {
		g_clear_pointer(&found, g_free);
		err_set(f->err, ERR_DAMAGED,
		    "%s/" MARKER " has no id: empty the folder, and all is "
		    "written anew",
		    f->path);
	}
	return found;
}

/* A marker that is written in one go: a folder has a whole one or none. */
static int
mark(struct folder *f)
{
	g_autofree char *id = g_uuid_string_random();
	g_autofree char *text = g_strdup_printf(SAYS "\nid: %s\n", id);

	if (!pages_folder_is_empty(f->path))
		return pages_folder_foreign(f->path, f->err);
	return folder_put(f, MARKER, text);
}

static int
open_marker(struct folder *f)
{
	f->lock = openat(f->fd, MARKER, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	if (f->lock == -1 && errno == ENOENT) {
		if (mark(f) == -1)
			return -1;
		f->lock =
		    openat(f->fd, MARKER, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	}
	if (f->lock == -1)
		return fail(f, MARKER);
	if (flock(f->lock, LOCK_EX | LOCK_NB) == -1)
		return errno == EWOULDBLOCK
			   ? err_set(f->err, ERR_BUSY,
				 "another process writes the pages in %s",
				 f->path)
			   : fail(f, MARKER);
	if ((f->id = read_id(f)) == NULL)
		return -1;
	remove_unfinished(f);
	return 0;
}

struct folder *
folder_open(const char *path, int64_t at, struct err *e)
{
	struct folder *f = g_new0(struct folder, 1);
	char *canonical = NULL;

	f->path = g_strdup(path);
	f->err = e;
	f->at = at - at % MINUTE;
	f->fd = f->lock = -1;
	if (g_file_test(path, G_FILE_TEST_EXISTS) &&
	    !g_file_test(path, G_FILE_TEST_IS_DIR))
		err_set(e, ERR_CLASH, "%s is a file; name a folder for pages",
		    path);
	else if (g_mkdir_with_parents(path, 0755) == -1 ||
		 (f->fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) == -1)
		err_errno(e, "%s", path);
	/* one folder has one name, however it was spelled */
	if (f->fd != -1 && (canonical = realpath(path, NULL)) != NULL) {
		g_free(f->path);
		f->path = g_strdup(canonical);
	}
	free(canonical);
	if (f->fd == -1 || open_marker(f) == -1) {
		folder_close(f);
		return NULL;
	}
	return f;
}

void
folder_close(struct folder *f)
{
	if (f == NULL)
		return;
	if (f->lock != -1)
		close(f->lock);
	if (f->fd != -1)
		close(f->fd);
	g_free(f->path);
	g_free(f->id);
	g_free(f);
}

static bool
is_there(struct folder *f, const char *name, const char *text, size_t size)
{
	int fd = openat(f->fd, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	g_autoptr(GBytes) bytes = NULL;
	struct stat st;
	gsize n;

	if (fd == -1)
		return false;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) &&
	    (size_t)st.st_size == size)
		bytes = file_read_fd(fd, FILE_MAX, NULL);
	close(fd);
	return bytes != NULL &&
	       (size == 0 ||
		   memcmp(g_bytes_get_data(bytes, &n), text, size) == 0);
}

char *
folder_get(const struct folder *f, const char *name)
{
	int fd = openat(f->fd, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	g_autoptr(GBytes) bytes = NULL;
	gconstpointer text;
	gsize n;

	if (fd == -1)
		return NULL;
	bytes = file_read_fd(fd, FILE_MAX, NULL);
	close(fd);
	if (bytes == NULL)
		return NULL;
	text = g_bytes_get_data(bytes, &n);
	return g_strndup(n == 0 ? "" : text, n);
}

bool
folder_has(const struct folder *f, const char *name)
{
	return faccessat(f->fd, name, F_OK, 0) == 0;
}

static int
write_beside(struct folder *f, const char *beside, const char *text, size_t n)
{
	const struct timespec times[2] = { { .tv_sec = f->at },
		{ .tv_sec = f->at } };
	int fd = openat(f->fd, beside,
	    O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0644);
	int r;

	if (fd == -1)
		return fail(f, beside);
	r = file_write_all(fd, text, n, f->err);
	if (r == -1)
		err_more(f->err, "%s/%s", f->path, beside);
	if (r == 0 && futimens(fd, times) == -1)
		r = fail(f, beside);
	if (close(fd) == -1 && r == 0)
		r = fail(f, beside);
	return r;
}

int
folder_put(struct folder *f, const char *name, const char *text)
{
	g_autofree char *dir = g_path_get_dirname(name);
	g_autofree char *beside = g_build_filename(dir, BESIDE, NULL);
	size_t size = strlen(text);

	if (is_there(f, name, text, size))
		return 0;
	if (strcmp(dir, ".") != 0 && mkdirat(f->fd, dir, 0755) == 0) {
		if (set_time(f, ".") == -1)
			return -1;
	} else if (strcmp(dir, ".") != 0 && errno != EEXIST)
		return fail(f, dir);
	if (write_beside(f, beside, text, size) == -1) {
		unlinkat(f->fd, beside, 0);
		return -1;
	}
	checkpoint("a page is written beside");
	if (renameat(f->fd, beside, f->fd, name) == -1)
		return fail(f, name);
	f->written++;
	return set_time(f, dir);
}

int
folder_drop(struct folder *f, const char *name)
{
	g_autofree char *dir = g_path_get_dirname(name);

	if (unlinkat(f->fd, name, 0) == -1)
		return errno == ENOENT ? 0 : fail(f, name);
	f->written++;
	return set_time(f, dir);
}

int
folder_sync(struct folder *f)
{
	return syncfs(f->fd) == -1 ? fail(f, "") : 0;
}
