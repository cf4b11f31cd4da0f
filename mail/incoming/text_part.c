/* SPDX-License-Identifier: ISC */
/*
 * Which part of a mail is its text, and the text in it.  The tree of parts may
 * be as deep and wide as its sender likes.
 */
#include "mail/incoming/text_part.h"

#include "mail/incoming/read.h"
#include "mail/incoming/simple.h"
#include "mail/incoming/text.h"
#include "mail/inner.h"
#include "mail/mime.h"

#include <string.h>

/* Of a text part, its transfer encoding undone; nobody types more. */
#define TEXT_MAX (256 * 1024)
#define STUB_MAX 600 /* bytes of a text that only names its html */

/* A part still to be looked at. */
struct stop {
	GMimeObject *object;
	int depth;
	bool in_report;
};

/*
 * Text, or to be taken for it: a type that cannot be read counts as text
 * (RFC 2045, 5.2), but GMime makes octets of it.
 */
static bool
is_plain(GMimeObject *object, GMimeContentType *type)
{
	const char *label = gmime.object_get_header(object, "Content-Type");

	if (gmime.content_type_is_type(type, "text", "plain"))
		return true;
	return gmime.content_type_is_type(
		   type, "application", "octet-stream") &&
	       label != NULL && strchr(label, '/') == NULL;
}

/* What servers tell about a mail, and programs about its being read. */
static bool
is_report(GMimeContentType *type)
{
	static const char *const reports[] = { "delivery-status",
		"global-delivery-status", "feedback-report",
		"disposition-notification", "global-disposition-notification" };

	for (size_t i = 0; i < G_N_ELEMENTS(reports); i++)
		if (gmime.content_type_is_type(type, "message", reports[i]))
			return true;
	return false;
}

static bool
is_winmail(GMimeObject *object, GMimeContentType *type)
{
	const char *name =
	    gmime.object_get_content_disposition_parameter(object, "filename");

	if (name == NULL)
		name = gmime.object_get_content_type_parameter(object, "name");
	return gmime.content_type_is_type(type, "application", "ms-tnef") ||
	       gmime.content_type_is_type(type, "application", "vnd.ms-tnef") ||
	       (name != NULL && g_ascii_strcasecmp(name, "winmail.dat") == 0);
}

/* What that part is to its writer, or NULL. */
static const char *
part_came(GMimeObject *object, GMimeContentType *type)
{
	static const char *const types[][3] = {
		{ "application", "pgp-encrypted", "encrypted" },
		{ "application", "pkcs7-mime", "encrypted" },
		{ "application", "x-pkcs7-mime", "encrypted" },
		{ "application", "pdf", "pdf" },
		{ "image", "*", "picture" },
		{ "audio", "*", "sound" },
	};

	if (is_winmail(object, type))
		return "winmail";
	for (size_t i = 0; i < G_N_ELEMENTS(types); i++)
		if (gmime.content_type_is_type(type, types[i][0], types[i][1]))
			return types[i][2];
	return mime_is_part(object) &&
		       gmime.part_is_attachment(GMIME_PART(object))
		   ? "file"
		   : NULL;
}

static void
look_at_part(struct parts *parts, GMimeObject *object, bool in_report)
{
	GMimeContentType *type = gmime.object_get_content_type(object);
	GMimePart *part;

	if (type == NULL)
		return;
	parts->report |= is_report(type);
	if (parts->came == NULL)
		parts->came = part_came(object, type);
	if (!mime_is_part(object) || in_report)
		return;
	part = GMIME_PART(object);
	if (gmime.part_is_attachment(part))
		return;
	if (parts->nplain < PLAIN_MAX && is_plain(object, type))
		parts->plain[parts->nplain++] = part;
	if (parts->html == NULL &&
	    gmime.content_type_is_type(type, "text", "html"))
		parts->html = part;
}

/* The children, so that the first is looked at first. */
static void
push_children(GArray *stops, struct stop parent)
{
	GMimeMultipart *multipart = GMIME_MULTIPART(parent.object);
	int n = MIN(gmime.multipart_get_count(multipart), PARTS_MAX);

	for (int i = n - 1; i >= 0; i--) {
		struct stop child = { .depth = parent.depth + 1,
			.in_report = parent.in_report };
		child.object = gmime.multipart_get_part(multipart, i);
		if (child.object != NULL)
			g_array_append_val(stops, child);
	}
}

/* Mails inside the mail (GMimeMessagePart) are never looked into. */
struct parts
parts_find(GMimeObject *root)
{
	struct parts parts = { 0 };
	struct stop at = { .object = root };
	g_autoptr(GArray) stops = g_array_new(FALSE, FALSE, sizeof(at));
	int looked_at = 0;

	if (root != NULL)
		g_array_append_val(stops, at);
	while (stops->len > 0 && looked_at++ < PARTS_MAX) {
		at = g_array_index(stops, struct stop, stops->len - 1);
		g_array_set_size(stops, stops->len - 1);
		if (!mime_is_multipart(at.object)) {
			look_at_part(&parts, at.object, at.in_report);
			continue;
		}
		if (gmime.content_type_is_type(
			gmime.object_get_content_type(at.object), "multipart",
			"report"))
			parts.report = at.in_report = true;
		if (at.depth < DEPTH_MAX)
			push_children(stops, at);
	}
	return parts;
}

/* A character cut in two would make all of it look like no UTF-8. */
static void
cut_at_line(GByteArray *bytes)
{
	const guint8 *end = memrchr(bytes->data, '\n', bytes->len);

	if (end != NULL)
		g_byte_array_set_size(bytes, (guint)(end + 1 - bytes->data));
}

/* The bytes of a part as a stream, its transfer encoding undone, or NULL. */
static GMimeStream *
part_stream(GMimePart *part)
{
	GMimeDataWrapper *content = gmime.part_get_content(part);
	GMimeStream *source, *stream;
	GMimeFilter *filter;

	if (content == NULL)
		return NULL;
	source = gmime.data_wrapper_get_stream(content);
	if (source == NULL)
		return NULL;
	gmime.stream_reset(source);
	stream = gmime.stream_filter_new(source);
	filter = gmime.filter_basic_new(
	    gmime.data_wrapper_get_encoding(content), FALSE);
	gmime.stream_filter_add(GMIME_STREAM_FILTER(stream), filter);
	gmime.object_unref(filter);
	return stream;
}

/* The first ones; GMime's own way to them knows no limit. */
static GByteArray *
part_bytes(GMimePart *part)
{
	GByteArray *bytes = g_byte_array_new();
	GMimeStream *stream = part_stream(part);
	char buf[4096];
	ssize_t n;

	if (stream == NULL)
		return bytes;
	while (bytes->len < TEXT_MAX &&
	       (n = gmime.stream_read(
		    stream, buf, MIN(sizeof(buf), TEXT_MAX - bytes->len))) > 0)
		g_byte_array_append(bytes, (const guint8 *)buf, (guint)n);
	gmime.object_unref(stream);
	if (bytes->len == TEXT_MAX)
		cut_at_line(bytes);
	return bytes;
}

static bool
parameter_is(GMimePart *part, const char *name, const char *value)
{
	const char *is =
	    gmime.object_get_content_type_parameter(GMIME_OBJECT(part), name);

	return is != NULL && g_ascii_strcasecmp(is, value) == 0;
}

/* The charset that html itself names, or NULL; newly allocated. */
static char *
meta_charset(const char *bytes, size_t size)
{
	g_autofree char *start =
	    g_ascii_strdown(bytes, (gssize)MIN(size, 1024));
	const char *name = strstr(start, "charset=");

	if (name == NULL)
		return NULL;
	name += strlen("charset=");
	name += strspn(name, "\"' ");
	return g_strndup(
	    name, strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-_"));
}

/* label: its charset's, or NULL; fallbacks: for text_decode */
static GString *
decoded(const GByteArray *array, const char *label, const char *fallbacks,
    bool *guessed)
{
	const char *bytes =
	    array->data == NULL ? "" : (const char *)array->data;
	char *text = text_guess(bytes, array->len, label, fallbacks, guessed);
	GString *out = g_string_new(text);

	g_free(text);
	text_line_ends(out);
	return out;
}

static GString *
part_text(GMimePart *part, bool html, const char *fallbacks, bool *guessed)
{
	GByteArray *array = part_bytes(part);
	const char *bytes =
	    array->data == NULL ? "" : (const char *)array->data;
	const char *label = gmime.object_get_content_type_parameter(
	    GMIME_OBJECT(part), "charset");
	g_autofree char *meta =
	    html && label == NULL ? meta_charset(bytes, array->len) : NULL;
	GString *out =
	    decoded(array, label == NULL ? meta : label, fallbacks, guessed);

	g_byte_array_unref(array);
	return out;
}

/* Nothing to be seen in it? */
static bool
is_blank(const char *text)
{
	for (; *text != '\0'; text = g_utf8_next_char(text)) {
		gunichar c = g_utf8_get_char(text);
		if (!g_unichar_isspace(c) && !g_unichar_iscntrl(c) &&
		    g_unichar_type(c) != G_UNICODE_FORMAT)
			return false;
	}
	return true;
}

/* Nothing but pictures: "[image: boat.png]", "[cid:1]"? */
static bool
is_placeholder(const char *text)
{
	const char *p = text + strspn(text, " \t\n");
	bool any = false;

	while (*p == '[' && (p = strchr(p, ']')) != NULL) {
		any = true;
		p += 1 + strspn(p + 1, " \t\n");
	}
	return any && p != NULL && *p == '\0';
}

/*
 * Only that its HTML is to be looked at, or with what program?  Such a line is
 * short, and no answer that quotes.
 */
static bool
is_stub(const char *text)
{
	g_autofree char *low = NULL;

	if (strlen(text) > STUB_MAX || strchr(text, '>') != NULL)
		return false;
	if (is_placeholder(text))
		return true;
	low = g_ascii_strdown(text, -1);
	return strstr(low, "html") != NULL || strstr(low, "mime") != NULL;
}

/* A text, but one that only its reader's own program can make words of. */
static bool
is_armoured(const char *text)
{
	text += strspn(text, " \t\n");
	return g_str_has_prefix(text, "-----BEGIN PGP MESSAGE-----");
}

/* text is taken */
static char *
unflowed(GString *text, bool flowed, bool delsp)
{
	char *out;

	text_break_tags(text);
	if (!flowed)
		return g_string_free(text, FALSE);
	out = text_unflow(text->str, delsp);
	g_string_free(text, TRUE);
	return out;
}

static char *
plain_text(GMimePart *part, const char *fallbacks, bool *guessed)
{
	return unflowed(part_text(part, false, fallbacks, guessed),
	    parameter_is(part, "format", "flowed"),
	    parameter_is(part, "delsp", "yes"));
}

static char *
html_part_text(GMimePart *part, const char *fallbacks, bool *guessed)
{
	GString *html = part_text(part, true, fallbacks, guessed);
	char *out = html_text(html->str, html->len);

	g_string_free(html, TRUE);
	return out;
}

/* The text of this part is the letter's, unless it is blank. */
static bool
take_text(
    struct letter *letter, GMimePart *part, bool html, const char *fallbacks)
{
	bool guessed;
	g_autofree char *text = html ? html_part_text(part, fallbacks, &guessed)
				     : plain_text(part, fallbacks, &guessed);

	bool blank = is_blank(text);

	/* A blank one is better than none. */
	if (blank && letter->part != NULL)
		return false;
	g_free(letter->text);
	letter->text = g_steal_pointer(&text);
	letter->part = html ? "text/html" : "text/plain";
	letter->guessed = guessed;
	return !blank;
}

/*
 * The first plain part; html if that is blank or only names it; a later plain
 * part if there is none, since some programs begin with an empty one above a
 * picture.
 */
static void
choose_text(
    const struct parts *parts, struct letter *letter, const char *fallbacks)
{
	if (parts->nplain > 0 &&
	    take_text(letter, parts->plain[0], false, fallbacks)) {
		if (parts->html != NULL && is_stub(letter->text))
			take_text(letter, parts->html, true, fallbacks);
		return;
	}
	if (parts->html != NULL &&
	    take_text(letter, parts->html, true, fallbacks))
		return;
	for (int i = 1; i < parts->nplain; i++)
		if (take_text(letter, parts->plain[i], false, fallbacks))
			return;
}

static void
judge_text(struct letter *letter, const char *came)
{
	if (is_blank(letter->text))
		letter->came = came;
	else if (is_armoured(letter->text))
		letter->came = "encrypted";
}

void
parts_text(const struct parts *parts, struct letter *letter,
    const struct reading *reading)
{
	choose_text(parts, letter, text_fallbacks(letter->from, reading));
	judge_text(letter, parts->came);
}

void
simple_text(const struct simple *mail, struct letter *letter,
    const struct reading *reading)
{
	GString *text = decoded(mail->text, mail->charset,
	    text_fallbacks(letter->from, reading), &letter->guessed);

	g_free(letter->text);
	letter->text = unflowed(text, mail->flowed, mail->delsp);
	letter->part = "text/plain";
	judge_text(letter, NULL);
}
