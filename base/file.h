/* SPDX-License-Identifier: ISC */
/* Whole files, in and out. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <glib.h>
#include <stddef.h>
#include <sys/types.h>

struct err;

/*
 * Up to max bytes of a file.  *whole_size tells how big it is, so that
 * a caller sees when something was cut; whole_size may be NULL.
 * NULL with ERR_MISSING if it is not there, ERR_FORMAT if it is a folder,
 * ERR_IO otherwise.
 */
GBytes *file_read(
    const char *path, size_t max, size_t *whole_size, struct err *);
/* The same from an open descriptor, to its end or to max bytes. */
GBytes *file_read_fd(int fd, size_t max, struct err *);
/* Make a folder and its parents, mode 0700; fine if it is there. */
int file_mkdir(const char *path, struct err *);
/* A file, or a folder with all that is in it; it may be gone. */
void file_remove_all(const char *path);
/* fsync a folder, so that the names in it last. */
int file_sync_dir(const char *path, struct err *);
/* ERR_CLASH if a file is there that begins with something else: it is not to be
 * written over, such as the settings by a slip. */
int file_check_ours(const char *path, const char *begins, struct err *);
/* Write beside, fsync, rename over: the old or the new file, never half. */
int file_replace(const char *path, const void *data, size_t size, struct err *);
/* The same for nobody else to read, whatever mode a file had that was there. */
int file_replace_private(
    const char *path, const void *data, size_t size, struct err *);
/* The same; a file that was not there gets that mode, not 0. */
int file_replace_as(const char *path, mode_t fresh, const void *data,
    size_t size, struct err *);
/*
 * Where links lead from there, though nothing may be there yet: what to give
 * to the functions above for the link to stay.  Newly allocated.
 */
char *file_target(const char *path);
/* All of it, to an open descriptor; it is not synced. */
int file_write_all(int fd, const void *bytes, size_t size, struct err *);
/* If an open descriptor leads to a file, let nobody else read it. */
int file_make_private(int fd, struct err *);

#endif
