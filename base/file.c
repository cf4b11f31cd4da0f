/* SPDX-License-Identifier: ISC */
/* Whole files, in and out. */
#include "base/file.h"

#include "base/err.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FIRST_CHUNK = 16 * 1024, LINKS_MAX = 40 };

#define FOLDER "this is a folder; a file is needed here"
#define NAMELESS "the name of a file is empty"

static ssize_t
read_again(int fd, void *to, size_t size)
{
	ssize_t n;

	do
		n = read(fd, to, size);
	while (n < 0 && errno == EINTR);
	return n;
}

GBytes *
file_read_fd(int fd, size_t max, struct err *e)
{
	size_t size = 0, room = MIN(max, FIRST_CHUNK);
	char *data = g_malloc(room + 1);
	ssize_t n;

	while (size < max) {
		if (size == room) {
			room = max - room < room ? max : room * 2;
			data = g_realloc(data, room + 1);
		}
		n = read_again(fd, data + size, room - size);
		if (n < 0) {
			err_errno(e, "read");
			g_free(data);
			return NULL;
		}
		if (n == 0)
			break;
		size += (size_t)n;
	}
	/* a NUL behind it, so that text may be used as a string */
	data[size] = '\0';
	return g_bytes_new_take(data, size);
}

static GBytes *
read_open(int fd, size_t max, size_t *whole_size, struct err *e)
{
	GBytes *data;
	struct stat st;

	if (fstat(fd, &st) != 0) {
		err_errno(e, "stat");
		return NULL;
	}
	if (S_ISDIR(st.st_mode)) {
		err_set(e, ERR_FORMAT, FOLDER);
		return NULL;
	}
	data = file_read_fd(fd, max, e);
	if (data != NULL && whole_size != NULL) {
		*whole_size = g_bytes_get_size(data);
		if (S_ISREG(st.st_mode) && (size_t)st.st_size > *whole_size)
			*whole_size = (size_t)st.st_size;
	}
	return data;
}

GBytes *
file_read(const char *path, size_t max, size_t *whole_size, struct err *e)
{
	GBytes *data;
	int fd;

	if (path[0] == '\0') {
		err_set(e, ERR_MISSING, NAMELESS);
		return NULL;
	}
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0 && errno == ENOENT) {
		err_set(e, ERR_MISSING, "%s: not there", path);
		return NULL;
	}
	if (fd < 0) {
		err_errno(e, "%s", path);
		return NULL;
	}
	data = read_open(fd, max, whole_size, e);
	if (data == NULL)
		err_more(e, "%s", path);
	close(fd);
	return data;
}

int
file_mkdir(const char *path, struct err *e)
{
	if (g_mkdir_with_parents(path, 0700) != 0)
		return err_errno(e, "make folder %s", path);
	return 0;
}

void
file_remove_all(const char *path)
{
	g_autoptr(GDir) dir = NULL;
	const char *name;

	if (unlink(path) == 0 || (dir = g_dir_open(path, 0, NULL)) == NULL)
		return;
	while ((name = g_dir_read_name(dir)) != NULL) {
		g_autofree char *below = g_build_filename(path, name, NULL);

		file_remove_all(below);
	}
	rmdir(path);
}

int
file_sync_dir(const char *path, struct err *e)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int r = 0;

	if (fd < 0)
		return err_errno(e, "%s", path);
	/* EINVAL: a file system that cannot and need not */
	if (fsync(fd) != 0 && errno != EINVAL)
		r = err_errno(e, "sync %s", path);
	close(fd);
	return r;
}

int
file_write_all(int fd, const void *bytes, size_t size, struct err *e)
{
	const char *data = bytes;

	while (size > 0) {
		ssize_t n = write(fd, data, size);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return err_errno(e, "write");
		data += n;
		size -= (size_t)n;
	}
	return 0;
}

static int
write_and_sync(int fd, const char *data, size_t size, struct err *e)
{
	if (file_write_all(fd, data, size, e) == -1)
		return -1;
	return fsync(fd) == 0 ? 0 : err_errno(e, "sync");
}

/* A file that was there keeps its mode, a new one gets that. */
static int
keep_mode(int fd, const char *path, mode_t fresh, struct err *e)
{
	struct stat st;

	if (fchmod(fd, stat(path, &st) == 0 ? st.st_mode & 07777 : fresh) != 0)
		return err_errno(e, "mode");
	return 0;
}

/* Writes the file beside and closes it. */
static int
fill_beside(int fd, const void *data, size_t size, struct err *e)
{
	int r = write_and_sync(fd, data, size, e);

	if (close(fd) != 0 && r == 0)
		r = err_errno(e, "close");
	return r;
}

int
file_check_ours(const char *path, const char *begins, struct err *e)
{
	const size_t size = strlen(begins);
	struct err ignored = { 0 };
	g_autoptr(GBytes) there = NULL;

	if (!g_file_test(path, G_FILE_TEST_IS_REGULAR))
		return 0;
	there = file_read(path, size, NULL, &ignored);
	if (there == NULL || g_bytes_get_size(there) == 0 ||
	    (g_bytes_get_size(there) == size &&
		memcmp(g_bytes_get_data(there, NULL), begins, size) == 0))
		return 0;
	return err_set(e, ERR_CLASH,
	    "%s is there already and holds something else; name another file",
	    path);
}

/* What can never be a file, or would be found out only when it is written. */
static int
check_name(const char *path, struct err *e)
{
	if (path[0] == '\0')
		return err_set(e, ERR_FORMAT, NAMELESS);
	return g_file_test(path, G_FILE_TEST_IS_DIR)
		   ? err_set(e, ERR_FORMAT, "%s: " FOLDER, path)
		   : 0;
}

/* fresh: the mode of a new file; 0: it is private, whatever was there. */
static int
replace(const char *path, mode_t fresh, const void *data, size_t size,
    struct err *e)
{
	g_autofree char *beside = g_strdup_printf("%s.XXXXXX", path);
	g_autofree char *folder = g_path_get_dirname(path);
	int fd;

	if (check_name(path, e) == -1)
		return -1;
	fd = mkostemp(beside, O_CLOEXEC);
	if (fd < 0)
		return err_errno(e, "%s", path);
	if (fresh != 0 && keep_mode(fd, path, fresh, e) == -1) {
		close(fd);
		unlink(beside);
		return err_more(e, "%s", path);
	}
	if (fill_beside(fd, data, size, e) != 0) {
		unlink(beside);
		return err_more(e, "%s", path);
	}
	if (rename(beside, path) != 0) {
		err_errno(e, "%s", path);
		unlink(beside);
		return -1;
	}
	return file_sync_dir(folder, e);
}

int
file_replace(const char *path, const void *data, size_t size, struct err *e)
{
	return replace(path, 0600, data, size, e);
}

int
file_replace_private(
    const char *path, const void *data, size_t size, struct err *e)
{
	return replace(path, 0, data, size, e);
}

int
file_replace_as(const char *path, mode_t fresh, const void *data, size_t size,
    struct err *e)
{
	return replace(path, fresh, data, size, e);
}

char *
file_target(const char *path)
{
	char *at = g_strdup(path);

	for (int links = 0; links < LINKS_MAX; links++) {
		g_autofree char *to = g_file_read_link(at, NULL);
		g_autofree char *folder = g_path_get_dirname(at);

		if (to == NULL)
			break;
		g_free(at);
		at = g_path_is_absolute(to)
			 ? g_steal_pointer(&to)
			 : g_build_filename(folder, to, NULL);
	}
	return at;
}

int
file_make_private(int fd, struct err *e)
{
	struct stat st;

	if (fstat(fd, &st) != 0)
		return err_errno(e, "stat");
	if (S_ISREG(st.st_mode) && (st.st_mode & 077) != 0 &&
	    fchmod(fd, st.st_mode & 0700) != 0)
		return err_errno(e, "mode");
	return 0;
}
