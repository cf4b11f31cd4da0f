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
#include "mail/outgoing/write_parts.h"

#include "base/err.h"
#include "mail/outgoing/base64.h"
#include "mail/outgoing/write.h"
#include "mail/outgoing/write_inner.h"

#include <stdint.h>
#include <string.h>

#define LINE_MAX_BYTES 76
#define NAME_MAX_BYTES 60 /* of a file */
#define HASH_MAX 128
/* Begins the line for which letter_fill puts a picture: in no other line of a
 * letter there is a control character. */
#define PICTURE_MARK '\x1a'

/* ---- checks ---- */

static int
check_text(const char *text, const char *what, struct err *err)
{
	if (text == NULL || !g_utf8_validate(text, -1, NULL))
		return err_set(err, ERR_FORMAT, "%s is not UTF-8", what);
	for (const char *p = text;; p++) {
		while (g_ascii_isprint(*p))
			p++;
		if (*p == '\0')
			return 0;
		if ((guchar)*p < 0x80 && *p != '\n' && *p != '\t')
			return err_set(err, ERR_FORMAT,
			    "%s holds a control character", what);
	}
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

/* A word at a time: most letters are. */
bool
parts_ascii(const char *text)
{
	const uint64_t high = UINT64_C(0x8080808080808080);
	size_t left = strlen(text);
	uint64_t word;

	for (; left >= sizeof(word); left -= sizeof(word)) {
		memcpy(&word, text, sizeof(word));
		if ((word & high) != 0)
			return false;
		text += sizeof(word);
	}
	for (; left > 0; left--)
		if ((*text++ & 0x80) != 0)
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
	if (!parts_ascii(text))
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
 * How many bytes from here on, so many at most, go out as they are wherever
 * they stand in a line, but for its beginning and its end.
 */
static size_t
plain_size(const char *text, size_t most)
{
	size_t n = 0;

	while (n < most && ((g_ascii_isprint(text[n]) && text[n] != '=') ||
			       text[n] == '\t'))
		n++;
	/* a blank that ends a line does not */
	if (n > 0 && (text[n] == '\n' || text[n] == '\0') &&
	    (text[n - 1] == ' ' || text[n - 1] == '\t'))
		n--;
	return n;
}

/* Quoted-printable: also the touchy beginnings of lines, and of those that
 * begin behind a soft break. */
static void
encode_text(GString *out, const char *text)
{
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
			size = plain_size(text, LINE_MAX_BYTES - 1 - column);
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
}

/* ---- fields of a part ---- */

/* What "Content-Type: text/plain" is followed by: on a new line where it has no
 * room, with the ";" that may come behind it. */
static void
add_parameter(GString *out, const char *name, const char *value)
{
	const char *line = strrchr(out->str, '\n');
	size_t column = out->len - (size_t)(line + 1 - out->str);
	bool quotes = strpbrk(value, " ()<>@,;:\\\"/[]?=") != NULL;
	const char *mark = quotes ? "\"" : "";
	g_autofree char *text =
	    g_strdup_printf("%s=%s%s%s", name, mark, value, mark);
	bool fits = column + strlen("; ;") + strlen(text) <= LINE_MAX_BYTES;

	g_string_append(out, fits ? "; " : ";\n\t");
	g_string_append(out, text);
}

static void
begin_type(GString *out, const char *type)
{
	g_string_append_printf(out, "Content-Type: %s", type);
}

/* The last of its fields but one. */
static void
end_type(GString *out, const char *encoding)
{
	g_string_append_printf(
	    out, "\nContent-Transfer-Encoding: %s\n", encoding);
}

static void
write_text(GString *out, const char *type, const char *text)
{
	bool plain = is_plain(text);

	begin_type(out, type);
	add_parameter(out, "charset", parts_ascii(text) ? "us-ascii" : "utf-8");
	end_type(out, plain ? "7bit" : "quoted-printable");
	g_string_append_c(out, '\n');
	if (plain)
		g_string_append(out, text);
	else
		encode_text(out, text);
	if (text[0] == '\0' || out->str[out->len - 1] != '\n')
		g_string_append_c(out, '\n');
}

/* ---- files and the picture ---- */

static void
dispose(GString *out, const char *how, const char *name)
{
	g_string_append_printf(out, "Content-Disposition: %s", how);
	add_parameter(out, "filename", name);
	g_string_append(out, "\n\n");
}

/* "text/calendar; method=PUBLISH" */
static void
write_file(GString *out, const struct attachment *file)
{
	g_auto(GStrv) pieces = g_strsplit(file->type, ";", -1);

	begin_type(out, g_strstrip(pieces[0]));
	for (char **piece = pieces + 1; *piece != NULL; piece++) {
		g_auto(GStrv) pair = g_strsplit(g_strstrip(*piece), "=", 2);

		if (pair[0] != NULL && pair[1] != NULL)
			add_parameter(out, pair[0], pair[1]);
	}
	end_type(out, "base64");
	dispose(out, "attachment", file->name);
	base64_append(out, file->bytes, "\n");
}

/* What the HTML calls "cid:HASH@HOST". */
static void
write_picture(GString *out, const struct outgoing *letter)
{
	g_autofree char *id = picture_cid(letter->picture->hash, letter->own);

	begin_type(out, "image/png");
	end_type(out, "base64");
	g_string_append_printf(out, "Content-Id: <%s>\n", id);
	dispose(out, "inline", letter->picture->name);
	g_string_append_printf(
	    out, "%c%s\n", PICTURE_MARK, letter->picture->hash);
}

char *
picture_cid(const char *hash, const char *own)
{
	return g_strdup_printf("%s@%s", hash, strchr(own, '@') + 1);
}

/* ---- the tree ---- */

/* Between the parts of a multipart, and newly allocated. */
static char *
boundary_of(const struct outgoing *letter, const char *kind)
{
	g_autofree char *sum = g_compute_checksum_for_string(
	    G_CHECKSUM_SHA256, letter->message_id, -1);

	/* "=_" stands in no text that is encoded */
	return g_strdup_printf("=_%c%.24s", kind[0], sum);
}

static void
begin_several(GString *out, const char *kind, const char *boundary)
{
	g_string_append_printf(out, "Content-Type: multipart/%s", kind);
	add_parameter(out, "boundary", boundary);
}

/* Before each part, and behind the last one. */
static void
next_part(GString *out, const char *boundary)
{
	g_string_append_printf(out, "\n--%s\n", boundary);
}

static void
end_several(GString *out, const char *boundary)
{
	g_string_append_printf(out, "\n--%s--\n", boundary);
}

/* The HTML, and the picture that it shows. */
static void
write_html(GString *out, const struct outgoing *letter)
{
	g_autofree char *boundary = NULL;

	if (letter->picture == NULL) {
		write_text(out, "text/html", letter->html);
		return;
	}
	boundary = boundary_of(letter, "related");
	begin_several(out, "related", boundary);
	add_parameter(out, "type", "text/html");
	g_string_append_c(out, '\n');
	next_part(out, boundary);
	write_text(out, "text/html", letter->html);
	next_part(out, boundary);
	write_picture(out, letter);
	end_several(out, boundary);
}

static void
write_body(GString *out, const struct outgoing *letter)
{
	g_autofree char *boundary = NULL;

	if (letter->html == NULL) {
		write_text(out, "text/plain", letter->text);
		return;
	}
	boundary = boundary_of(letter, "alternative");
	begin_several(out, "alternative", boundary);
	g_string_append_c(out, '\n');
	next_part(out, boundary);
	write_text(out, "text/plain", letter->text);
	next_part(out, boundary);
	write_html(out, letter);
	end_several(out, boundary);
}

void
parts_write(GString *out, const struct outgoing *letter)
{
	const GPtrArray *files = letter->attachments;
	g_autofree char *boundary = NULL;

	if (files == NULL || files->len == 0) {
		write_body(out, letter);
		return;
	}
	boundary = boundary_of(letter, "mixed");
	begin_several(out, "mixed", boundary);
	g_string_append_c(out, '\n');
	next_part(out, boundary);
	write_body(out, letter);
	for (guint i = 0; i < files->len; i++) {
		next_part(out, boundary);
		write_file(out, files->pdata[i]);
	}
	end_several(out, boundary);
}

/* ---- pictures, when the letter leaves ---- */

/* The hash behind a mark, up to the end of its line; NULL: no line ends there.
 * *line_end: how this line ends, as all of the letter do; unset if NULL.
 * *next: the next line, or what stands behind the mark. */
static char *
hash_at(
    const char *mark, const char *end, const char **line_end, const char **next)
{
	const char *stop = memchr(mark, '\n', (size_t)(end - mark));

	*next = mark + 1;
	if (stop == NULL)
		return NULL;
	*next = stop + 1;
	*line_end = stop[-1] == '\r' ? "\r\n" : "\n";
	stop -= stop[-1] == '\r';
	return g_strndup(mark + 1, (size_t)(stop - mark - 1));
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
		const char *line_end, *next;
		g_autofree char *hash = hash_at(mark, end, &line_end, &next);
		g_autoptr(GBytes) png = hash != NULL ? find(arg, hash) : NULL;

		g_string_append_len(out, p, mark - p);
		p = next;
		if (png != NULL)
			base64_append(out, png, line_end);
	}
	g_string_append_len(out, p, end - p);
	size = out->len;
	return g_bytes_new_take(g_string_free(out, FALSE), size);
}
