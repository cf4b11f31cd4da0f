/* SPDX-License-Identifier: ISC */
/* Writing an archive: tar, zstd, checksum, file. */
#include "base/archive.h"

#include "base/archive_end.h"
#include "base/err.h"
#include "base/file.h"
#include "base/tar.h"
#include "base/zstd_stream.h"

#include <glib.h>
#include <string.h>
#include <unistd.h>

#define PIECE (64 * 1024)

struct archive_writer {
	int fd;
	GChecksum *sum; /* of what was written */
	struct zstd_packer *packer;
};

static int
take_packed(void *arg, const void *bytes, size_t size, struct err *e)
{
	struct archive_writer *w = arg;

	g_checksum_update(w->sum, bytes, (gssize)size);
	return file_write_all(w->fd, bytes, size, e);
}

struct archive_writer *
archive_create(int fd, struct err *e)
{
	struct archive_writer *w = g_new0(struct archive_writer, 1);

	w->fd = fd;
	w->sum = g_checksum_new(G_CHECKSUM_SHA256);
	w->packer = zstd_packer_new(take_packed, w, e);
	if (w->packer != NULL)
		return w;
	archive_writer_free(w);
	return NULL;
}

static int
put_header(struct archive_writer *w, const char *name, enum tar_type type,
    const struct archive_entry *entry, int64_t size, struct err *e)
{
	struct tar_header h = { .type = type,
		.mode = entry->mode,
		.size = size,
		.time = entry->time };
	unsigned char block[TAR_BLOCK];

	g_strlcpy(h.name, name, sizeof(h.name));
	tar_write(&h, block);
	return zstd_pack(w->packer, block, TAR_BLOCK, e);
}

/* Zeros up to the end of a block. */
static int
fill_up(struct archive_writer *w, int64_t size, struct err *e)
{
	static const char zeros[TAR_BLOCK];

	return zstd_pack(w->packer, zeros, tar_filling(size), e);
}

static int
begin(
    struct archive_writer *w, const struct archive_entry *entry, struct err *e)
{
	/* A folder's name has a "/" at its end, as tar has it. */
	g_autofree char *name =
	    g_strconcat(entry->name, entry->is_folder ? "/" : "", NULL);
	const size_t size = strlen(name) + 1;

	if (size - 1 > TAR_NAME_MAX &&
	    (put_header(w, "././@LongLink", TAR_LONG_NAME, entry, (int64_t)size,
		 e) == -1 ||
		zstd_pack(w->packer, name, size, e) == -1 ||
		fill_up(w, (int64_t)size, e) == -1))
		return -1;
	return put_header(w, name, entry->is_folder ? TAR_FOLDER : TAR_FILE,
	    entry, entry->is_folder ? 0 : entry->size, e);
}

int
archive_add(struct archive_writer *w, const struct archive_entry *entry,
    const void *bytes, struct err *e)
{
	if (begin(w, entry, e) == -1)
		return -1;
	if (entry->is_folder)
		return 0;
	if (zstd_pack(w->packer, bytes, (size_t)entry->size, e) == -1)
		return -1;
	return fill_up(w, entry->size, e);
}

int
archive_add_file(struct archive_writer *w, const struct archive_entry *entry,
    int from, struct err *e)
{
	g_autofree char *piece = g_malloc(PIECE);
	int64_t left = entry->size;

	if (begin(w, entry, e) == -1)
		return -1;
	while (left > 0) {
		ssize_t n = read(from, piece, (size_t)MIN(left, PIECE));

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return err_errno(e, "read");
		if (n == 0)
			return err_set(e, ERR_BUSY,
			    "it became shorter while it was read; try again");
		if (zstd_pack(w->packer, piece, (size_t)n, e) == -1)
			return -1;
		left -= n;
	}
	return fill_up(w, entry->size, e);
}

static int
put_end(struct archive_writer *w, struct err *e)
{
	g_autofree char *text =
	    g_strdup_printf(ARCHIVE_MARK "%d" ARCHIVE_SUM "%s\n",
		ARCHIVE_FORMAT, g_checksum_get_string(w->sum));

	g_assert(strlen(text) == ARCHIVE_TEXT_SIZE);
	if (file_write_all(w->fd, ARCHIVE_FRAME, ARCHIVE_FRAME_SIZE, e) == -1)
		return -1;
	return file_write_all(w->fd, text, ARCHIVE_TEXT_SIZE, e);
}

int
archive_end(struct archive_writer *w, struct err *e)
{
	static const char two_blocks[2 * TAR_BLOCK];

	if (zstd_pack(w->packer, two_blocks, sizeof(two_blocks), e) == -1 ||
	    zstd_pack_end(w->packer, e) == -1 || put_end(w, e) == -1)
		return -1;
	return fsync(w->fd) == 0 ? 0 : err_errno(e, "sync");
}

void
archive_writer_free(struct archive_writer *w)
{
	if (w == NULL)
		return;
	zstd_packer_free(w->packer);
	g_checksum_free(w->sum);
	g_free(w);
}
