/* SPDX-License-Identifier: ISC */
/* Writing a bundle: libarchive packs it, the checksum is ours. */
#include "base/bundle.h"

#include "base/bundle_end.h"
#include "base/err.h"
#include "base/file.h"
#include "base/library.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <glib.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#define PIECE ((size_t)(64 * 1024))
#define LEVEL "6"

/* What we call of it: libarchive.write_new is archive_write_new. */
#define ARCHIVE_POINTER(call) LIBRARY_MEMBER(archive_, call)
#define ARCHIVE_CALLS(X)                 \
	X(entry_free)                    \
	X(entry_new)                     \
	X(entry_set_filetype)            \
	X(entry_set_mtime)               \
	X(entry_set_pathname)            \
	X(entry_set_perm)                \
	X(entry_set_size)                \
	X(error_string)                  \
	X(write_add_filter_zstd)         \
	X(write_close)                   \
	X(write_data)                    \
	X(write_fail)                    \
	X(write_free)                    \
	X(write_header)                  \
	X(write_new)                     \
	X(write_open)                    \
	X(write_set_bytes_in_last_block) \
	X(write_set_filter_option)       \
	X(write_set_format_gnutar)
static struct {
	ARCHIVE_CALLS(ARCHIVE_POINTER)
} libarchive;

struct bundle_writer {
	int fd;
	GChecksum *sum; /* of what was written */
	struct archive *archive;
	bool ended;
	struct err *e; /* for what libarchive calls us to do, or NULL */
	bool failed; /* that did, and said why in e */
};

static int
open_library(struct err *e)
{
#define CALL(call) LIBRARY_CALL(archive_, call, libarchive)
	static const struct library_call calls[] = { ARCHIVE_CALLS(CALL) };
#undef CALL
	static struct library library = { library_archive, calls,
		G_N_ELEMENTS(calls), false };

	return library_need(&library, e);
}

static la_ssize_t
take_packed(struct archive *archive, void *arg, const void *bytes, size_t size)
{
	struct bundle_writer *w = arg;

	(void)archive;
	if (w->failed || file_write_all(w->fd, bytes, size, w->e) == -1) {
		w->failed = true;
		return -1;
	}
	g_checksum_update(w->sum, bytes, (gssize)size);
	return (la_ssize_t)size;
}

/* What a call of libarchive said; even a warning means that bytes were lost. */
static int
said(struct bundle_writer *w, la_ssize_t said, struct err *e)
{
	const char *why;

	if (said >= ARCHIVE_OK)
		return 0;
	if (w->failed)
		return -1;
	why = libarchive.error_string(w->archive);
	return err_set(e, ERR_IO, "libarchive: %s", why != NULL ? why : "?");
}

static int
set_up(struct bundle_writer *w, struct err *e)
{
	struct archive *a = w->archive;

	if (said(w, libarchive.write_set_format_gnutar(a), e) == -1 ||
	    said(w, libarchive.write_add_filter_zstd(a), e) == -1 ||
	    said(w,
		libarchive.write_set_filter_option(
		    a, "zstd", "compression-level", LEVEL),
		e) == -1 ||
	    /* Nothing fills it up behind what zstd has packed. */
	    said(w, libarchive.write_set_bytes_in_last_block(a, 1), e) == -1)
		return -1;
	return said(w, libarchive.write_open(a, w, NULL, take_packed, NULL), e);
}

struct bundle_writer *
bundle_create(int fd, struct err *e)
{
	struct bundle_writer *w;

	if (open_library(e) == -1)
		return NULL;
	w = g_new0(struct bundle_writer, 1);
	w->fd = fd;
	w->sum = g_checksum_new(G_CHECKSUM_SHA256);
	w->archive = libarchive.write_new();
	g_assert(w->archive != NULL);
	w->e = e;
	if (set_up(w, e) == 0)
		return w;
	bundle_writer_free(w);
	return NULL;
}

static int
begin(struct bundle_writer *w, const struct bundle_entry *entry, struct err *e)
{
	struct archive_entry *header = libarchive.entry_new();
	int r;

	g_assert(header != NULL);
	libarchive.entry_set_pathname(header, entry->name);
	libarchive.entry_set_filetype(
	    header, entry->is_folder ? AE_IFDIR : AE_IFREG);
	libarchive.entry_set_perm(header, (__LA_MODE_T)entry->mode);
	libarchive.entry_set_size(header, entry->is_folder ? 0 : entry->size);
	libarchive.entry_set_mtime(header, MAX(entry->time, 0), 0);
	w->e = e;
	r = said(w, libarchive.write_header(w->archive, header), e);
	libarchive.entry_free(header);
	return r;
}

static int
put(struct bundle_writer *w, const void *bytes, size_t size, struct err *e)
{
	w->e = e;
	return said(w, libarchive.write_data(w->archive, bytes, size), e);
}

int
bundle_add(struct bundle_writer *w, const struct bundle_entry *entry,
    const void *bytes, struct err *e)
{
	if (begin(w, entry, e) == -1)
		return -1;
	return entry->is_folder ? 0 : put(w, bytes, (size_t)entry->size, e);
}

int
bundle_add_file(struct bundle_writer *w, const struct bundle_entry *entry,
    int from, struct err *e)
{
	g_autofree char *piece = g_malloc(PIECE);
	int64_t left = entry->size;

	if (begin(w, entry, e) == -1)
		return -1;
	while (left > 0) {
		ssize_t n = read(from, piece, MIN((size_t)left, PIECE));

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return err_errno(e, "read");
		if (n == 0)
			return err_set(e, ERR_BUSY,
			    "it became shorter while it was read; try again");
		if (put(w, piece, (size_t)n, e) == -1)
			return -1;
		left -= n;
	}
	return 0;
}

static int
put_end(struct bundle_writer *w, struct err *e)
{
	g_autofree char *text =
	    g_strdup_printf(BUNDLE_MARK "%d" BUNDLE_SUM "%s\n", BUNDLE_FORMAT,
		g_checksum_get_string(w->sum));

	g_assert(strlen(text) == BUNDLE_TEXT_SIZE);
	if (file_write_all(w->fd, BUNDLE_FRAME, BUNDLE_FRAME_SIZE, e) == -1)
		return -1;
	return file_write_all(w->fd, text, BUNDLE_TEXT_SIZE, e);
}

int
bundle_end(struct bundle_writer *w, struct err *e)
{
	w->e = e;
	if (said(w, libarchive.write_close(w->archive), e) == -1 ||
	    put_end(w, e) == -1)
		return -1;
	w->ended = true;
	return fsync(w->fd) == 0 ? 0 : err_errno(e, "sync");
}

void
bundle_writer_free(struct bundle_writer *w)
{
	if (w == NULL)
		return;
	/* It would otherwise go on writing to its end. */
	if (!w->ended)
		libarchive.write_fail(w->archive);
	libarchive.write_free(w->archive);
	g_checksum_free(w->sum);
	g_free(w);
}
