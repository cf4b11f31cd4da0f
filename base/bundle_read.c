/* SPDX-License-Identifier: ISC */
/*
 * Reading a bundle.  Its checksum is looked at first, so what is read then
 * was written so; but anybody can write one, so names are not believed.
 */
#include "base/bundle.h"

#include "base/bundle_end.h"
#include "base/err.h"
#include "base/library.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <glib.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PIECE ((size_t)(64 * 1024))
#define DEPTH_MOST 64 /* parts of a name */
#define ON_DISK 4096 /* bytes that a file, however small, takes there */

/* What we call of it: libarchive.read_new is archive_read_new. */
#define ARCHIVE_POINTER(call) LIBRARY_MEMBER(archive_, call)
#define ARCHIVE_CALLS(X)            \
	X(entry_filetype)           \
	X(entry_hardlink)           \
	X(entry_mtime)              \
	X(entry_pathname)           \
	X(entry_perm)               \
	X(entry_size)               \
	X(error_string)             \
	X(read_data)                \
	X(read_free)                \
	X(read_new)                 \
	X(read_next_header)         \
	X(read_open)                \
	X(read_support_filter_zstd) \
	X(read_support_format_tar)
static struct {
	ARCHIVE_CALLS(ARCHIVE_POINTER)
} libarchive;

struct bundle_reader {
	int fd;
	int64_t at, size; /* of what is packed, without the end */
	struct archive *archive;
	char *name; /* of the entry, or NULL */
	char piece[PIECE];
	struct err *e; /* for what libarchive calls us to do */
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
read_end(int fd, int64_t size, char sum[BUNDLE_SUM_SIZE + 1], struct err *e)
{
	char end[BUNDLE_END_SIZE];
	const char *text = end + BUNDLE_FRAME_SIZE;
	const char *format = text + strlen(BUNDLE_MARK);
	size_t got = 0;

	if (size >= (int64_t)sizeof(end) &&
	    read_at(fd, end, sizeof(end), size - (int64_t)sizeof(end), &got,
		e) == -1)
		return -1;
	if (got != sizeof(end) ||
	    memcmp(end, BUNDLE_FRAME, BUNDLE_FRAME_SIZE) != 0 ||
	    end[sizeof(end) - 1] != '\n' ||
	    memcmp(text, BUNDLE_MARK, strlen(BUNDLE_MARK)) != 0 ||
	    memcmp(format + 1, BUNDLE_SUM, strlen(BUNDLE_SUM)) != 0)
		return not_whole(fd, e);
	if (*format != '0' + BUNDLE_FORMAT)
		return err_set(e, ERR_NEWER,
		    "it was made by a newer turnpost (format %c; this one "
		    "knows %d): use the newer one",
		    g_ascii_isprint(*format) ? *format : '?', BUNDLE_FORMAT);
	memcpy(sum, format + 1 + strlen(BUNDLE_SUM), BUNDLE_SUM_SIZE);
	sum[BUNDLE_SUM_SIZE] = '\0';
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
bundle_check(int fd, struct err *e)
{
	g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
	g_autofree char *piece = g_malloc(PIECE);
	char told[BUNDLE_SUM_SIZE + 1];
	int64_t size;
	size_t got;

	if (file_size(fd, &size, e) == -1 || read_end(fd, size, told, e) == -1)
		return -1;
	size -= (int64_t)BUNDLE_END_SIZE;
	for (int64_t at = 0; at < size; at += (int64_t)got) {
		if (read_at(fd, piece, MIN((size_t)(size - at), PIECE), at,
			&got, e) == -1)
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

static la_ssize_t
give_packed(struct archive *archive, void *arg, const void **bytes)
{
	struct bundle_reader *r = arg;
	size_t got;

	(void)archive;
	if (read_at(r->fd, r->piece, MIN((size_t)(r->size - r->at), PIECE),
		r->at, &got, r->e) == -1) {
		r->failed = true;
		return -1;
	}
	r->at += (int64_t)got;
	*bytes = r->piece;
	return (la_ssize_t)got;
}

/* What a call of libarchive said; a warning is as bad. */
static int
said(struct bundle_reader *r, la_ssize_t said, struct err *e)
{
	const char *why;

	if (said >= ARCHIVE_OK)
		return 0;
	if (r->failed)
		return -1;
	why = libarchive.error_string(r->archive);
	return err_set(e, ERR_DAMAGED,
	    "it holds what no turnpost puts into a backup (%s)",
	    why != NULL ? why : "?");
}

static int
set_up(struct bundle_reader *r, struct err *e)
{
	struct archive *a = r->archive;

	if (file_size(r->fd, &r->size, e) == -1)
		return -1;
	r->size -= (int64_t)BUNDLE_END_SIZE;
	if (said(r, libarchive.read_support_filter_zstd(a), e) == -1 ||
	    said(r, libarchive.read_support_format_tar(a), e) == -1)
		return -1;
	return said(r, libarchive.read_open(a, r, NULL, give_packed, NULL), e);
}

struct bundle_reader *
bundle_open(int fd, struct err *e)
{
	struct bundle_reader *r;

	if (open_library(e) == -1)
		return NULL;
	r = g_new0(struct bundle_reader, 1);
	r->fd = fd;
	r->archive = libarchive.read_new();
	g_assert(r->archive != NULL);
	r->e = e;
	if (set_up(r, e) == 0)
		return r;
	bundle_reader_free(r);
	return NULL;
}

int
bundle_read(
    struct bundle_reader *r, void *to, size_t room, size_t *got, struct err *e)
{
	la_ssize_t n;

	r->e = e;
	n = libarchive.read_data(r->archive, to, room);
	*got = n < 0 ? 0 : (size_t)n;
	return said(r, n, e);
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

static bool
is_good(const struct bundle_entry *entry, struct archive_entry *header)
{
	return is_name(entry->name) &&
	       libarchive.entry_hardlink(header) == NULL &&
	       (entry->is_folder ||
		   libarchive.entry_filetype(header) == AE_IFREG) &&
	       entry->size >= 0 && (!entry->is_folder || entry->size == 0);
}

int
bundle_next(struct bundle_reader *r, struct bundle_entry *entry, struct err *e)
{
	struct archive_entry *header;
	const char *name;
	int is;

	r->e = e;
	is = libarchive.read_next_header(r->archive, &header);
	if (is == ARCHIVE_EOF)
		return 0;
	if (said(r, is, e) == -1)
		return -1;
	name = libarchive.entry_pathname(header);
	g_free(r->name);
	r->name = g_strdup(name != NULL ? name : "");
	*entry = (struct bundle_entry){ r->name,
		libarchive.entry_filetype(header) == AE_IFDIR,
		libarchive.entry_perm(header) & 0777,
		libarchive.entry_size(header),
		MAX(libarchive.entry_mtime(header), 0) };
	/* A folder's name has a "/" at its end, as tar has it. */
	if (entry->is_folder && g_str_has_suffix(r->name, "/"))
		r->name[strlen(r->name) - 1] = '\0';
	return is_good(entry, header)
		   ? 1
		   : err_set(e, ERR_DAMAGED,
			 "it holds a name or a file that no turnpost puts into "
			 "a backup");
}

void
bundle_reader_free(struct bundle_reader *r)
{
	if (r == NULL)
		return;
	libarchive.read_free(r->archive);
	g_free(r->name);
	g_free(r);
}

/* ---- what it unpacks to ---- */

int
bundle_look_through(int fd, int64_t room, struct err *e)
{
	struct bundle_reader *r = bundle_open(fd, e);
	struct bundle_entry entry;
	int64_t left = room;
	int is = -1;

	if (r == NULL)
		return -1;
	while (left >= 0 && (is = bundle_next(r, &entry, e)) == 1)
		left = entry.size < left - ON_DISK ? left - ON_DISK - entry.size
						   : -1;
	bundle_reader_free(r);
	if (left < 0) {
		g_autofree char *there = g_format_size((guint64)MAX(room, 0));

		return err_set(e, ERR_IO,
		    "what is in it needs more than the %s of room that are "
		    "left there",
		    there);
	}
	return is;
}
