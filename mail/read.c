/* SPDX-License-Identifier: ISC */
/*
 * A mail as it came in, taken apart by GMime.  Nothing in it is believed:
 * any field may be missing, twice, or garbage, GMime may return NULL for
 * anything, and the tree of parts may be as deep as its sender likes.
 */
#include "mail/inner.h"
#include "mail/mime.h"

#include <string.h>

#define ADDRESSES_MAX 200
#define ADDRESS_BYTES_MAX (64 * 1024) /* of a field with addresses */
#define SUBJECT_MAX 2000
#define PLAIN_MAX 8 /* text parts that are kept in mind */
/* Of a text part, its transfer encoding undone; nobody types more. */
#define TEXT_MAX (256 * 1024)

void
mail_init(void)
{
	key_init();
	g_mime_init();
}

/* ---- header ---- */

static GPtrArray *
fields_of(GMimeObject *object)
{
	GPtrArray *fields = g_ptr_array_new_with_free_func(field_free);
	GMimeHeaderList *list = g_mime_object_get_header_list(object);
	int n = g_mime_header_list_get_count(list);

	/* One more than allowed, so that the excess is seen. */
	for (int i = 0; i < n && fields->len <= FIELDS_MAX; i++) {
		GMimeHeader *header = g_mime_header_list_get_header_at(list, i);
		g_ptr_array_add(
		    fields, field_new(g_mime_header_get_name(header),
				g_mime_header_get_raw_value(header)));
	}
	return fields;
}

static void
take_mailboxes(GPtrArray *out, InternetAddressList *list)
{
	for (int i = 0; i < internet_address_list_length(list); i++) {
		InternetAddress *ia =
		    internet_address_list_get_address(list, i);
		const char *address;
		if (out->len >= ADDRESSES_MAX)
			return;
		if (!INTERNET_ADDRESS_IS_MAILBOX(ia))
			continue; /* a group, which no answer of ours names */
		address = internet_address_mailbox_get_addr(
		    INTERNET_ADDRESS_MAILBOX(ia));
		if (address == NULL || !address_ok(address))
			continue;
		g_ptr_array_add(out, g_ascii_strdown(address, -1));
	}
}

/* Decoded, a field may hold more of them than in the raw mail. */
static int
count_colons(const char *value)
{
	int n = 0;

	for (; *value != '\0'; value++)
		n += *value == ':';
	return n;
}

/* So much of it as may hold ADDRESSES_MAX of them. */
static char *
first_addresses(const char *value)
{
	char *start = g_strndup(value, ADDRESS_BYTES_MAX);
	char *comma = strrchr(start, ',');

	if (strlen(start) == ADDRESS_BYTES_MAX && comma != NULL)
		*comma = '\0';
	return start;
}

static void
take_addresses(GPtrArray *out, const GPtrArray *fields, const char *name)
{
	for (guint i = 0; i < fields->len; i++) {
		const struct field *field = g_ptr_array_index(fields, i);
		InternetAddressList *list;
		g_autofree char *value = NULL;
		if (g_ascii_strcasecmp(field->name, name) != 0 ||
		    out->len >= ADDRESSES_MAX ||
		    count_colons(field->value) > GROUPS_MAX)
			continue;
		value = first_addresses(field->value);
		list = internet_address_list_parse(NULL, value);
		if (list == NULL)
			continue;
		take_mailboxes(out, list);
		g_object_unref(list);
	}
}

/* The writer, if there is exactly one. */
static void
take_from(struct letter *letter, GMimeMessage *message, const GPtrArray *fields)
{
	InternetAddressList *list = g_mime_message_get_from(message);
	g_autoptr(GPtrArray) found = g_ptr_array_new_with_free_func(g_free);
	g_autofree char *name = NULL, *address = NULL;

	if (list == NULL || internet_address_list_length(list) != 1 ||
	    fields_count(fields, "From") != 1)
		return;
	take_mailboxes(found, list);
	if (found->len != 1)
		return;
	g_free(letter->from);
	letter->from = g_strdup(g_ptr_array_index(found, 0));
	if (!address_split(fields_value(fields, "From"), &name, &address) ||
	    strcmp(address, letter->from) != 0)
		return;
	g_free(letter->from_name);
	letter->from_name = g_steal_pointer(&name);
}

static void
read_header(
    struct letter *letter, GMimeMessage *message, const GPtrArray *fields)
{
	static const char *const to[] = { "To", "Cc", "Delivered-To",
		"X-Original-To", "Envelope-To", "X-Forwarded-To" };
	g_autoptr(GPtrArray) ids = g_ptr_array_new_with_free_func(g_free);

	fields_ids(ids, fields, "Message-ID", false);
	if (ids->len == 1) {
		g_free(letter->message_id);
		letter->message_id = g_strdup(g_ptr_array_index(ids, 0));
	}
	take_from(letter, message, fields);
	for (size_t i = 0; i < G_N_ELEMENTS(to); i++)
		take_addresses(letter->recipients, fields, to[i]);
	fields_ids(letter->references, fields, "In-Reply-To", false);
	fields_ids(letter->references, fields, "References", true);
	fields_ids(letter->references, fields,
	    "X-Microsoft-Original-Message-ID", false);
	if (fields_value(fields, "Subject") != NULL) {
		g_autofree char *start =
		    g_strndup(fields_value(fields, "Subject"), SUBJECT_MAX);
		g_free(letter->subject);
		letter->subject = g_utf8_make_valid(start, -1);
	}
}

/* ---- parts ---- */

/* What the walk over the parts brings home; nothing is owned. */
struct parts {
	GMimePart *plain[PLAIN_MAX], *html; /* the first ones */
	int nplain;
	bool report; /* a bounce, a complaint */
};

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
	const char *label = g_mime_object_get_header(object, "Content-Type");

	if (g_mime_content_type_is_type(type, "text", "plain"))
		return true;
	return g_mime_content_type_is_type(
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
		if (g_mime_content_type_is_type(type, "message", reports[i]))
			return true;
	return false;
}

static void
look_at_part(struct parts *parts, GMimeObject *object, bool in_report)
{
	GMimeContentType *type = g_mime_object_get_content_type(object);
	GMimePart *part;

	if (type == NULL)
		return;
	parts->report |= is_report(type);
	if (!GMIME_IS_PART(object) || in_report)
		return;
	part = GMIME_PART(object);
	if (g_mime_part_is_attachment(part))
		return;
	if (parts->nplain < PLAIN_MAX && is_plain(object, type))
		parts->plain[parts->nplain++] = part;
	if (parts->html == NULL &&
	    g_mime_content_type_is_type(type, "text", "html"))
		parts->html = part;
}

/* The children, so that the first is looked at first. */
static void
push_children(GArray *stops, struct stop parent)
{
	GMimeMultipart *multipart = GMIME_MULTIPART(parent.object);
	int n = MIN(g_mime_multipart_get_count(multipart), PARTS_MAX);

	for (int i = n - 1; i >= 0; i--) {
		struct stop child = { .depth = parent.depth + 1,
			.in_report = parent.in_report };
		child.object = g_mime_multipart_get_part(multipart, i);
		if (child.object != NULL)
			g_array_append_val(stops, child);
	}
}

/* Mails inside the mail (GMimeMessagePart) are never looked into. */
static struct parts
find_parts(GMimeObject *root)
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
		if (!GMIME_IS_MULTIPART(at.object)) {
			look_at_part(&parts, at.object, at.in_report);
			continue;
		}
		if (g_mime_content_type_is_type(
			g_mime_object_get_content_type(at.object), "multipart",
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
	GMimeDataWrapper *content = g_mime_part_get_content(part);
	GMimeStream *source, *stream;
	GMimeFilter *filter;

	if (content == NULL)
		return NULL;
	source = g_mime_data_wrapper_get_stream(content);
	if (source == NULL)
		return NULL;
	g_mime_stream_reset(source);
	stream = g_mime_stream_filter_new(source);
	filter = g_mime_filter_basic_new(
	    g_mime_data_wrapper_get_encoding(content), FALSE);
	g_mime_stream_filter_add(GMIME_STREAM_FILTER(stream), filter);
	g_object_unref(filter);
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
	       (n = g_mime_stream_read(
		    stream, buf, MIN(sizeof(buf), TEXT_MAX - bytes->len))) > 0)
		g_byte_array_append(bytes, (const guint8 *)buf, (guint)n);
	g_object_unref(stream);
	if (bytes->len == TEXT_MAX)
		cut_at_line(bytes);
	return bytes;
}

static bool
parameter_is(GMimePart *part, const char *name, const char *value)
{
	const char *is =
	    g_mime_object_get_content_type_parameter(GMIME_OBJECT(part), name);

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

/* fallbacks: for text_decode */
static GString *
part_text(GMimePart *part, bool html, const char *fallbacks, bool *guessed)
{
	GByteArray *array = part_bytes(part);
	const char *bytes =
	    array->data == NULL ? "" : (const char *)array->data;
	const char *label = g_mime_object_get_content_type_parameter(
	    GMIME_OBJECT(part), "charset");
	g_autofree char *meta =
	    html && label == NULL ? meta_charset(bytes, array->len) : NULL;
	char *text = text_guess(bytes, array->len, label == NULL ? meta : label,
	    fallbacks, guessed);
	GString *out = g_string_new(text);

	g_free(text);
	g_byte_array_unref(array);
	text_line_ends(out);
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

static char *
plain_text(GMimePart *part, const char *fallbacks, bool *guessed)
{
	GString *text = part_text(part, false, fallbacks, guessed);
	char *out;

	text_break_tags(text);
	if (parameter_is(part, "format", "flowed")) {
		out =
		    text_unflow(text->str, parameter_is(part, "delsp", "yes"));
		g_string_free(text, TRUE);
		return out;
	}
	return g_string_free(text, FALSE);
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
 * The first plain part; html if that is blank; a later plain part if there is
 * none, since some programs begin with an empty one above a picture.
 */
static void
read_text(struct letter *letter, const struct parts *parts,
    const struct reading *reading)
{
	const char *fallbacks = text_fallbacks(letter->from, reading);

	if (parts->nplain > 0 &&
	    take_text(letter, parts->plain[0], false, fallbacks))
		return;
	if (parts->html != NULL &&
	    take_text(letter, parts->html, true, fallbacks))
		return;
	for (int i = 1; i < parts->nplain; i++)
		if (take_text(letter, parts->plain[i], false, fallbacks))
			return;
}

/* ---- the whole ---- */

GMimeMessage *
mime_parse(const char *bytes, size_t size)
{
	static const char *const charsets[] = { "utf-8", "windows-1252", NULL };
	GMimeParserOptions *options;
	GMimeStream *stream;
	GMimeParser *parser;
	GMimeMessage *message;
	GByteArray *copy;

	options = g_mime_parser_options_new();
	/* GMime asks the locale otherwise. */
	g_mime_parser_options_set_fallback_charsets(
	    options, (const char **)(uintptr_t)charsets);
	copy = g_byte_array_new_take((guint8 *)raw_shorten(bytes, size), size);
	stream = g_mime_stream_mem_new_with_byte_array(copy);
	g_mime_stream_mem_set_owner(GMIME_STREAM_MEM(stream), TRUE);
	parser = g_mime_parser_new_with_stream(stream);
	g_mime_parser_set_persist_stream(parser, FALSE);
	message = g_mime_parser_construct_message(parser, options);
	g_object_unref(parser);
	g_object_unref(stream);
	g_mime_parser_options_free(options);
	return message;
}

static struct letter *
letter_new(void)
{
	struct letter *letter = g_new0(struct letter, 1);

	letter->message_id = g_strdup("");
	letter->from = g_strdup("");
	letter->from_name = g_strdup("");
	letter->recipients = g_ptr_array_new_with_free_func(g_free);
	letter->references = g_ptr_array_new_with_free_func(g_free);
	letter->subject = g_strdup("");
	letter->text = g_strdup("");
	return letter;
}

static void
read_message(struct letter *letter, GMimeMessage *message, bool cut,
    const char *own, const struct reading *reading)
{
	g_autoptr(GPtrArray) fields = fields_of(GMIME_OBJECT(message));
	struct parts parts = find_parts(g_mime_message_get_mime_part(message));

	read_header(letter, message, fields);
	robot_judge(letter, fields, own, reading);
	if (parts.report &&
	    (letter->robot == NULL || letter->robot_unless_keyed)) {
		g_free(letter->robot);
		letter->robot = g_strdup("report of a mail server");
		letter->robot_unless_keyed = false;
	}
	if (!cut)
		read_text(letter, &parts, reading);
}

struct letter *
letter_read(
    GBytes *raw, bool cut, const char *own, const struct reading *reading)
{
	struct letter *letter = letter_new();
	GMimeMessage *message;
	size_t size;
	const char *bytes = g_bytes_get_data(raw, &size), *bomb;

	if (bytes == NULL)
		return letter;
	bytes = raw_after_mbox_line(bytes, &size);
	if ((bomb = raw_bomb(bytes, size)) != NULL) {
		letter->robot = g_strdup(bomb);
		return letter;
	}
	message = mime_parse(bytes, size);
	if (message != NULL) {
		read_message(letter, message, cut, own, reading);
		g_object_unref(message);
	}
	return letter;
}

void
letter_free(struct letter *letter)
{
	if (letter == NULL)
		return;
	g_free(letter->message_id);
	g_free(letter->from);
	g_free(letter->from_name);
	g_ptr_array_unref(letter->recipients);
	g_ptr_array_unref(letter->references);
	g_free(letter->subject);
	g_free(letter->robot);
	g_free(letter->text);
	g_free(letter);
}
