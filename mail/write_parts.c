/* SPDX-License-Identifier: ISC */
/*
 * What stands below the header of a letter:
 *
 *   mixed                    if files go with it
 *     alternative            if it has HTML
 *       text/plain
 *       related              if its HTML shows a picture
 *         text/html
 *         image/png          a mark with its hash: letter_fill puts it in
 *     FILE ...
 *
 * Boundaries come from the Message-ID, so that the same letter is the same
 * bytes each time.
 */
#include "mail/write_parts.h"

#include "base/err.h"
#include "mail/write.h"
#include "mail/write_inner.h"

#include <string.h>

#define LINE_MAX_BYTES 76
#define NAME_MAX_BYTES 60 /* of a file */
#define HASH_MAX 128
#define CODE_LINE 57 /* bytes in a line of base64 */
/* Begins the line for which letter_fill puts a picture: in no other line of a
 * letter there is a control character. */
#define PICTURE_MARK '\x1a'

/* ---- checks ---- */

static int
check_text(const char *text, const char *what, struct err *err)
{
	if (text == NULL || !g_utf8_validate(text, -1, NULL))
		return err_set(err, ERR_FORMAT, "%s is not UTF-8", what);
	for (const char *p = text; *p != '\0'; p++)
		if (((guchar)*p < ' ' && *p != '\n' && *p != '\t') ||
		    *p == 0x7f)
			return err_set(err, ERR_FORMAT,
			    "%s holds a control character", what);
	return 0;
}

/* Letters, digits and what else is in marks; not empty. */
static bool
is_made_of(const char *text, const char *marks, size_t max)
{
	size_t size = text != NULL ? strlen(text) : 0;

	for (size_t i = 0; i < size; i++)
		if (!g_ascii_isalnum(text[i]) && strchr(marks, text[i]) == NULL)
			return false;
	return size > 0 && size <= max;
}

static bool
file_name_ok(const char *name)
{
	return is_made_of(name, "-_.", NAME_MAX_BYTES) && *name != '.';
}

/* "text/calendar", or with parameters: "text/calendar; method=PUBLISH" */
static bool
type_ok(const char *type)
{
	size_t main = type != NULL ? strcspn(type, "/") : 0;

	return main > 0 && type[main] == '/' &&
	       g_ascii_isalnum(type[main + 1]) && strcspn(type, ";") > main &&
	       is_made_of(type, "/-+.;= ", 100);
}

int
parts_check(const struct outgoing *out, struct err *err)
{
	const GPtrArray *files = out->attachments;

	if (check_text(out->text, "text", err) < 0 ||
	    (out->html != NULL && check_text(out->html, "HTML", err) < 0))
		return -1;
	if (out->picture != NULL &&
	    (!is_made_of(out->picture->hash, "", HASH_MAX) ||
		!file_name_ok(out->picture->name)))
		return err_set(err, ERR_FORMAT, "no usable picture");
	for (guint i = 0; files != NULL && i < files->len; i++) {
		const struct attachment *file = files->pdata[i];

		if (!file_name_ok(file->name) || !type_ok(file->type) ||
		    file->bytes == NULL)
			return err_set(err, ERR_FORMAT, "no usable attachment");
	}
	return 0;
}

/* ---- text ---- */

static bool
is_ascii(const char *text)
{
	for (; *text != '\0'; text++)
		if ((*text & 0x80) != 0)
			return false;
	return true;
}

/* What servers change at the beginning of a line. */
static bool
is_touchy(const char *line)
{
	return line[0] == '.' || strncmp(line, "From ", 5) == 0;
}

/* Can the text go out as it is? */
static bool
is_plain(const char *text)
{
	if (!is_ascii(text))
		return false;
	while (*text != '\0') {
		size_t size = strcspn(text, "\n");
		if (size > LINE_MAX_BYTES || is_touchy(text) ||
		    (size > 0 && g_ascii_isspace(text[size - 1])))
			return false;
		text += size + (text[size] == '\n');
	}
	return true;
}

/* How many bytes of a line this one takes: itself, or "=2E". */
static size_t
code_size(const char *text, bool begins)
{
	bool last = text[1] == '\n' || text[1] == '\0';
	bool blank = *text == ' ' || *text == '\t';

	return *text == '=' || (*text & 0x80) != 0 || (blank && last) ||
		       (begins && is_touchy(text))
		   ? 3
		   : 1;
}

static void
add_code(GString *out, char c, size_t size)
{
	static const char digits[] = "0123456789ABCDEF";
	guchar byte = (guchar)c;

	if (size > 1) {
		g_string_append_c(out, '=');
		g_string_append_c(out, digits[byte >> 4]);
		c = digits[byte & 0xf];
	}
	g_string_append_c(out, c);
}

/*
 * How many bytes from here on go out as they are wherever they stand in a line,
 * but for its beginning and its end.
 */
static size_t
plain_size(const char *text)
{
	size_t n = 0;

	while ((text[n] >= ' ' && text[n] <= '~' && text[n] != '=') ||
	       text[n] == '\t')
		n++;
	/* a blank that ends a line does not */
	if (n > 0 && (text[n] == '\n' || text[n] == '\0') &&
	    (text[n - 1] == ' ' || text[n - 1] == '\t'))
		n--;
	return n;
}

/* Quoted-printable as GMime's, but for the touchy beginnings of lines, also of
 * those that begin behind a soft break. */
static GString *
encode_text(const char *text)
{
	GString *out = g_string_sized_new(strlen(text) * 5 / 4 + 1);
	size_t column = 0;

	while (*text != '\0') {
		bool last = text[1] == '\n' || text[1] == '\0';
		size_t size = 0;

		if (*text == '\n') {
			g_string_append_c(out, *text++);
			column = 0;
			continue;
		}
		/* most of it, up to where a line may have to break */
		if (column > 0 && column < LINE_MAX_BYTES - 1)
			size =
			    MIN(plain_size(text), LINE_MAX_BYTES - 1 - column);
		if (size > 0) {
			g_string_append_len(out, text, (gssize)size);
			column += size;
			text += size;
			continue;
		}
		size = code_size(text, column == 0);
		if (column + size > LINE_MAX_BYTES - (last ? 0 : 1)) {
			g_string_append(out, "=\n");
			column = 0;
			size = code_size(text, true);
		}
		add_code(out, *text++, size);
		column += size;
	}
	return out;
}

/* Bytes that are encoded already. */
static GMimeObject *
make_part(const char *type, const char *subtype, GMimeContentEncoding encoding,
    const GString *body)
{
	GMimePart *part = gmime.part_new_with_type(type, subtype);
	GMimeStream *stream =
	    gmime.stream_mem_new_with_buffer(body->str, body->len);
	GMimeDataWrapper *content =
	    gmime.data_wrapper_new_with_stream(stream, encoding);

	gmime.part_set_content_encoding(part, encoding);
	gmime.part_set_content(part, content);
	gmime.object_unref(content);
	gmime.object_unref(stream);
	return GMIME_OBJECT(part);
}

static GMimeObject *
make_text(const char *subtype, const char *text)
{
	bool plain = is_plain(text);
	g_autoptr(GString) body =
	    plain ? g_string_new(text) : encode_text(text);
	GMimeObject *part;

	if (body->len == 0 || body->str[body->len - 1] != '\n')
		g_string_append_c(body, '\n');
	part = make_part("text", subtype,
	    plain ? GMIME_CONTENT_ENCODING_7BIT
		  : GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE,
	    body);
	gmime.object_set_content_type_parameter(
	    part, "charset", is_ascii(text) ? "us-ascii" : "utf-8");
	return part;
}

/* ---- files and the picture ---- */

/* In lines of 76 characters. */
static void
append_base64(GString *out, GBytes *bytes, const char *line_end)
{
	gsize size;
	const guchar *data = g_bytes_get_data(bytes, &size);
	gsize lines = (size + CODE_LINE - 1) / CODE_LINE;
	gsize from = out->len, at;
	gint state = 0, save = 0;

	g_string_set_size(out, from + lines * (LINE_MAX_BYTES + 4) + 8);
	at = from;
	for (gsize i = 0; i < size; i += CODE_LINE) {
		at += g_base64_encode_step(data + i, MIN(size - i, CODE_LINE),
		    FALSE, out->str + at, &state, &save);
		if (i + CODE_LINE >= size)
			at += g_base64_encode_close(
			    FALSE, out->str + at, &state, &save);
		for (const char *p = line_end; *p != '\0'; p++)
			out->str[at++] = *p;
	}
	g_string_truncate(out, at);
}

static void
dispose(GMimeObject *part, const char *how, const char *name)
{
	gmime.object_set_disposition(part, how);
	gmime.object_set_content_disposition_parameter(part, "filename", name);
}

/* "text/calendar; method=PUBLISH" */
static GMimeObject *
make_file(const struct attachment *file)
{
	g_auto(GStrv) pieces = g_strsplit(file->type, ";", -1);
	g_auto(GStrv) type = g_strsplit(g_strstrip(pieces[0]), "/", 2);
	g_autoptr(GString) body = g_string_new(NULL);
	GMimeObject *part;

	append_base64(body, file->bytes, "\n");
	part = make_part(type[0], type[1], GMIME_CONTENT_ENCODING_BASE64, body);
	for (char **piece = pieces + 1; *piece != NULL; piece++) {
		g_auto(GStrv) pair = g_strsplit(g_strstrip(*piece), "=", 2);

		if (pair[0] != NULL && pair[1] != NULL)
			gmime.object_set_content_type_parameter(
			    part, pair[0], pair[1]);
	}
	dispose(part, "attachment", file->name);
	return part;
}

/* What the HTML calls "cid:HASH@HOST". */
static GMimeObject *
make_picture(const struct outgoing *out)
{
	g_autoptr(GString) body = g_string_new(NULL);
	g_autofree char *id = picture_cid(out->picture->hash, out->own);
	GMimeObject *part;

	g_string_append_c(body, PICTURE_MARK);
	g_string_append_printf(body, "%s\n", out->picture->hash);
	part = make_part("image", "png", GMIME_CONTENT_ENCODING_BASE64, body);
	gmime.object_set_content_id(part, id);
	dispose(part, "inline", out->picture->name);
	return part;
}

char *
picture_cid(const char *hash, const char *own)
{
	return g_strdup_printf("%s@%s", hash, strchr(own, '@') + 1);
}

/* ---- the tree ---- */

/* Takes the parts over; the second one may be NULL. */
static GMimeObject *
make_several(const struct outgoing *out, const char *kind, GMimeObject *first,
    GMimeObject *second)
{
	GMimeMultipart *several = gmime.multipart_new_with_subtype(kind);
	g_autofree char *sum = g_compute_checksum_for_string(
	    G_CHECKSUM_SHA256, out->message_id, -1);
	/* "=_" stands in no text that is encoded */
	g_autofree char *boundary = g_strdup_printf("=_%c%.24s", kind[0], sum);

	gmime.multipart_set_boundary(several, boundary);
	gmime.multipart_add(several, first);
	gmime.object_unref(first);
	if (second != NULL) {
		gmime.multipart_add(several, second);
		gmime.object_unref(second);
	}
	return GMIME_OBJECT(several);
}

GMimeObject *
parts_make(const struct outgoing *out)
{
	GMimeObject *part = make_text("plain", out->text);
	const GPtrArray *files = out->attachments;

	if (out->html != NULL) {
		GMimeObject *html = make_text("html", out->html);

		if (out->picture != NULL) {
			html = make_several(
			    out, "related", html, make_picture(out));
			gmime.object_set_content_type_parameter(
			    html, "type", "text/html");
		}
		part = make_several(out, "alternative", part, html);
	}
	if (files == NULL || files->len == 0)
		return part;
	part = make_several(out, "mixed", part, NULL);
	for (guint i = 0; i < files->len; i++) {
		GMimeObject *file = make_file(files->pdata[i]);

		gmime.multipart_add(GMIME_MULTIPART(part), file);
		gmime.object_unref(file);
	}
	return part;
}

/* ---- pictures, when the letter leaves ---- */

/* The hash in the line that begins there; NULL: it is no such line. */
static char *
hash_at(const char *mark, const char *end)
{
	const char *stop = memchr(mark, '\r', (size_t)(end - mark));

	return stop != NULL ? g_strndup(mark + 1, (size_t)(stop - mark - 1))
			    : NULL;
}

GBytes *
letter_fill(GBytes *raw, letter_picture *find, void *arg)
{
	gsize size;
	const char *p = g_bytes_get_data(raw, &size), *end;
	const char *mark = size > 0 ? memchr(p, PICTURE_MARK, size) : NULL;
	GString *out;

	if (mark == NULL)
		return g_bytes_ref(raw);
	end = p + size;
	out = g_string_sized_new(size + 200 * 1024);
	for (; mark != NULL;
	     mark = memchr(p, PICTURE_MARK, (size_t)(end - p))) {
		g_autofree char *hash = hash_at(mark, end);
		g_autoptr(GBytes) png = hash != NULL ? find(arg, hash) : NULL;

		g_string_append_len(out, p, mark - p);
		p = hash != NULL ? mark + 1 + strlen(hash) + 2 : mark + 1;
		if (png != NULL)
			append_base64(out, png, "\r\n");
	}
	g_string_append_len(out, p, end - p);
	size = out->len;
	return g_bytes_new_take(g_string_free(out, FALSE), size);
}
