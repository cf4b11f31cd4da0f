/* SPDX-License-Identifier: ISC */
/*
 * Reading an archive.  Its checksum is looked at first, so what is read then
 * was written so; but anybody can write one, so names are not believed.
 */
#include "base/archive.h"

#include "base/archive_end.h"
#include "base/err.h"
#include "base/tar.h"
#include "base/zstd_stream.h"

#include <errno.h>
#include <glib.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PIECE (64 * 1024)
#define LONG_NAME_MAX 4096
#define DEPTH_MOST 64 /* parts of a name */

struct archive_reader {
	int fd;
	int64_t at, size; /* of what is packed, without the end */
	struct zstd_unpacker *unpacker;
	char *name; /* of the entry, or NULL */
	int64_t left; /* of its bytes */
	size_t filling; /* zeros behind them */
};

/* Fewer only at the end of the file. */
static int
read_at(int fd, void *to, size_t size, int64_t at, size_t *got, struct err *e)
{
	*got = 0;
	while (*got < size) {
		ssize_t n = pread(
		    fd, (char *)to + *got, size - *got, at + (int64_t)*got);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return err_errno(e, "read");
		if (n == 0)
			break;
		*got += (size_t)n;
	}
	return 0;
}

/* ---- is it whole ---- */

static int
not_whole(int fd, struct err *e)
{
	static const unsigned char begins[] = { 0x28, 0xb5, 0x2f, 0xfd };
	unsigned char head[sizeof(begins)];
	size_t got;

	if (read_at(fd, head, sizeof(head), 0, &got, e) == -1)
		return -1;
	if (got == sizeof(head) && memcmp(head, begins, sizeof(head)) == 0)
		return err_set(e, ERR_DAMAGED,
		    "its end is missing, or another program has packed it");
	return err_set(e, ERR_FORMAT, "this is no backup of turnpost");
}

/* What its end says: the format, and the checksum. */
static int
read_end(int fd, int64_t size, char sum[ARCHIVE_SUM_SIZE + 1], struct err *e)
{
	char end[ARCHIVE_END_SIZE];
	const char *text = end + ARCHIVE_FRAME_SIZE;
	const char *format = text + strlen(ARCHIVE_MARK);
	size_t got = 0;

	if (size >= (int64_t)sizeof(end) &&
	    read_at(fd, end, sizeof(end), size - (int64_t)sizeof(end), &got,
		e) == -1)
		return -1;
	if (got != sizeof(end) ||
	    memcmp(end, ARCHIVE_FRAME, ARCHIVE_FRAME_SIZE) != 0 ||
	    end[sizeof(end) - 1] != '\n' ||
	    memcmp(text, ARCHIVE_MARK, strlen(ARCHIVE_MARK)) != 0 ||
	    memcmp(format + 1, ARCHIVE_SUM, strlen(ARCHIVE_SUM)) != 0)
		return not_whole(fd, e);
	if (*format != '0' + ARCHIVE_FORMAT)
		return err_set(e, ERR_NEWER,
		    "it was made by a newer turnpost (format %c; this one "
		    "knows %d): use the newer one",
		    g_ascii_isprint(*format) ? *format : '?', ARCHIVE_FORMAT);
	memcpy(sum, format + 1 + strlen(ARCHIVE_SUM), ARCHIVE_SUM_SIZE);
	sum[ARCHIVE_SUM_SIZE] = '\0';
	return 0;
}

static int
file_size(int fd, int64_t *size, struct err *e)
{
	struct stat st;

	if (fstat(fd, &st) == -1)
		return err_errno(e, "stat");
	if (!S_ISREG(st.st_mode))
		return err_set(e, ERR_FORMAT, "this is not a file");
	*size = st.st_size;
	return 0;
}

int
archive_check(int fd, struct err *e)
{
	g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
	g_autofree char *piece = g_malloc(PIECE);
	char told[ARCHIVE_SUM_SIZE + 1];
	int64_t size;
	size_t got;

	if (file_size(fd, &size, e) == -1 || read_end(fd, size, told, e) == -1)
		return -1;
	size -= (int64_t)ARCHIVE_END_SIZE;
	for (int64_t at = 0; at < size; at += (int64_t)got) {
		if (read_at(fd, piece, (size_t)MIN(size - at, PIECE), at, &got,
			e) == -1)
			return -1;
		if (got == 0)
			return err_set(e, ERR_DAMAGED,
			    "it became shorter while it was read");
		g_checksum_update(sum, (guchar *)piece, (gssize)got);
	}
	if (strcmp(told, g_checksum_get_string(sum)) != 0)
		return err_set(e, ERR_DAMAGED,
		    "it is damaged: its bytes do not match its checksum");
	return 0;
}

/* ---- entries ---- */

static int
give_packed(void *arg, void *bytes, size_t room, size_t *got, struct err *e)
{
	struct archive_reader *r = arg;

	room = (size_t)MIN((int64_t)room, r->size - r->at);
	if (read_at(r->fd, bytes, room, r->at, got, e) == -1)
		return -1;
	r->at += (int64_t)*got;
	return 0;
}

struct archive_reader *
archive_open(int fd, struct err *e)
{
	struct archive_reader *r = g_new0(struct archive_reader, 1);

	r->fd = fd;
	if (file_size(fd, &r->size, e) == 0) {
		r->size -= (int64_t)ARCHIVE_END_SIZE;
		r->unpacker = zstd_unpacker_new(give_packed, r, e);
	}
	if (r->unpacker != NULL)
		return r;
	archive_reader_free(r);
	return NULL;
}

static int
read_all(struct archive_reader *r, void *to, size_t size, struct err *e)
{
	size_t got;

	if (zstd_unpack(r->unpacker, to, size, &got, e) == -1)
		return -1;
	return got == size ? 0 : err_set(e, ERR_DAMAGED, "its end is missing");
}

int
archive_read(
    struct archive_reader *r, void *to, size_t room, size_t *got, struct err *e)
{
	*got = (size_t)MIN((int64_t)room, r->left);
	if (read_all(r, to, *got, e) == -1)
		return -1;
	r->left -= (int64_t)*got;
	return 0;
}

/* To the end of the entry's last block. */
static int
pass_over(struct archive_reader *r, struct err *e)
{
	char block[TAR_BLOCK];
	size_t got;

	while (r->left > 0)
		if (archive_read(r, block, sizeof(block), &got, e) == -1)
			return -1;
	got = r->filling;
	r->filling = 0;
	return read_all(r, block, got, e);
}

static int
read_header(struct archive_reader *r, struct tar_header *h, struct err *e)
{
	unsigned char block[TAR_BLOCK];
	int is;

	if (pass_over(r, e) == -1 || read_all(r, block, TAR_BLOCK, e) == -1)
		return -1;
	is = tar_read(block, h);
	if (is == -1)
		return err_set(e, ERR_DAMAGED,
		    "it holds what no turnpost puts into a backup");
	if (is == 1) {
		r->left = h->size;
		r->filling = tar_filling(h->size);
	}
	return is;
}

static int
read_long_name(struct archive_reader *r, const struct tar_header *h,
    char **name, struct err *e)
{
	size_t got;

	if (h->size < 1 || h->size > LONG_NAME_MAX)
		return err_set(e, ERR_DAMAGED, "a name in it is too long");
	*name = g_malloc0((size_t)h->size + 1);
	return archive_read(r, *name, (size_t)h->size, &got, e);
}

static bool
is_name(const char *name)
{
	g_auto(GStrv) parts = g_strsplit(name, "/", -1);

	for (char **part = parts; *part != NULL; part++)
		if (**part == '\0' || strcmp(*part, ".") == 0 ||
		    strcmp(*part, "..") == 0)
			return false;
	/* Each folder is open while those in it are read or removed. */
	return parts[0] != NULL && g_strv_length(parts) <= DEPTH_MOST;
}

int
archive_next(
    struct archive_reader *r, struct archive_entry *entry, struct err *e)
{
	struct tar_header h;
	int is;

	g_clear_pointer(&r->name, g_free);
	is = read_header(r, &h, e);
	if (is == 1 && h.type == TAR_LONG_NAME) {
		if (read_long_name(r, &h, &r->name, e) == -1)
			return -1;
		is = read_header(r, &h, e);
		if (is == 0 || (is == 1 && h.type == TAR_LONG_NAME))
			return err_set(e, ERR_DAMAGED, "a name in it is alone");
	}
	if (is != 1)
		return is;
	if (r->name == NULL)
		r->name = g_strdup(h.name);
	if (h.type == TAR_FOLDER && g_str_has_suffix(r->name, "/"))
		r->name[strlen(r->name) - 1] = '\0';
	*entry = (struct archive_entry){ r->name, h.type == TAR_FOLDER, h.mode,
		h.size, h.time };
	if (!is_name(r->name) || (entry->is_folder && h.size != 0))
		return err_set(e, ERR_DAMAGED,
		    "it holds a name that no turnpost puts into a backup");
	return 1;
}

void
archive_reader_free(struct archive_reader *r)
{
	if (r == NULL)
		return;
	zstd_unpacker_free(r->unpacker);
	g_free(r->name);
	g_free(r);
}
