/* SPDX-License-Identifier: ISC */
/*
 * A mail as it came in, taken apart by GMime unless it is a simple one
 * (simple.c).  Nothing in it is believed:
 * any field may be missing, twice, or garbage, GMime may return NULL for
 * anything, and the tree of parts may be as deep as its sender likes.
 */
#include "mail/incoming/read.h"

#include "base/address.h"
#include "mail/address.h"
#include "mail/incoming/simple.h"
#include "mail/incoming/text_part.h"
#include "mail/incoming/writer.h"
#include "mail/inner.h"
#include "mail/mail.h"
#include "mail/mime.h"

#include <stdint.h>
#include <string.h>

#define ADDRESSES_MAX 200
#define ADDRESS_BYTES_MAX (64 * 1024) /* of a field with addresses */
#define SUBJECT_MAX 2000

void
mail_init(void)
{
	key_init();
#ifdef __SANITIZE_ADDRESS__
	/* The search for leaks does not survive threads, as librsvg begins
	 * them, that know nothing of a library that came later. */
	mail_open(NULL);
#endif
}

/* ---- header ---- */

static GPtrArray *
fields_of(GMimeObject *object)
{
	GPtrArray *fields = g_ptr_array_new_with_free_func(field_free);
	GMimeHeaderList *list = gmime.object_get_header_list(object);
	int n = gmime.header_list_get_count(list);

	/* One more than allowed, so that the excess is seen. */
	for (int i = 0; i < n && fields->len <= FIELDS_MAX; i++) {
		GMimeHeader *header = gmime.header_list_get_header_at(list, i);
		g_ptr_array_add(
		    fields, field_new(gmime.header_get_name(header),
				gmime.header_get_raw_value(header)));
	}
	return fields;
}

static void
take_address(GPtrArray *out, const char *address)
{
	g_autofree char *heard = address_heard(address);

	if (address_ok(heard))
		g_ptr_array_add(out, g_steal_pointer(&heard));
}

static void
take_mailboxes(GPtrArray *out, InternetAddressList *list)
{
	for (int i = 0; i < gmime.address_list_length(list); i++) {
		InternetAddress *ia = gmime.address_list_get_address(list, i);
		const char *address;
		if (out->len >= ADDRESSES_MAX)
			return;
		if (!mime_is_mailbox(ia))
			continue; /* a group, which no answer of ours names */
		address = gmime.address_mailbox_get_addr(
		    INTERNET_ADDRESS_MAILBOX(ia));
		if (address != NULL)
			take_address(out, address);
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
take_simple(GPtrArray *out, const char *value)
{
	g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func(g_free);

	simple_addresses(value, all);
	for (guint i = 0; i < all->len && out->len < ADDRESSES_MAX; i++)
		take_address(out, g_ptr_array_index(all, i));
}

static void
take_any(GPtrArray *out, const char *value)
{
	g_autofree char *start = first_addresses(value);
	InternetAddressList *list = gmime.address_list_parse(NULL, start);

	if (list == NULL)
		return;
	take_mailboxes(out, list);
	gmime.object_unref(list);
}

static void
take_addresses(
    GPtrArray *out, const GPtrArray *fields, const char *name, bool simple)
{
	for (guint i = 0; i < fields->len; i++) {
		const struct field *field = g_ptr_array_index(fields, i);
		if (g_ascii_strcasecmp(field->name, name) != 0 ||
		    out->len >= ADDRESSES_MAX ||
		    count_colons(field->value) > GROUPS_MAX)
			continue;
		if (simple)
			take_simple(out, field->value);
		else
			take_any(out, field->value);
	}
}

/* As it stands in the mail. */
static const char *
raw_from(GMimeMessage *message)
{
	GMimeHeaderList *list =
	    gmime.object_get_header_list(GMIME_OBJECT(message));
	int n = gmime.header_list_get_count(list);

	for (int i = 0; i < n; i++) {
		GMimeHeader *header = gmime.header_list_get_header_at(list, i);

		if (g_ascii_strcasecmp(gmime.header_get_name(header), "From") ==
		    0)
			return gmime.header_get_raw_value(header);
	}
	return NULL;
}

/* Does From name exactly one? */
static bool
has_one_writer(GMimeMessage *message, const GPtrArray *fields, GPtrArray *found)
{
	InternetAddressList *list;
	const char *raw, *first;

	if (fields_count(fields, "From") != 1)
		return false;
	if (message == NULL) {
		g_autoptr(GPtrArray) all =
		    g_ptr_array_new_with_free_func(g_free);

		simple_addresses(fields_value(fields, "From"), all);
		if (all->len == 1)
			take_address(found, g_ptr_array_index(all, 0));
		return all->len == 1;
	}
	list = gmime.message_get_from(message);
	if (list == NULL || gmime.address_list_length(list) != 1)
		return false;
	take_mailboxes(found, list);
	raw = raw_from(message);
	first = found->len == 0 ? NULL : g_ptr_array_index(found, 0);
	return first == NULL || (raw != NULL && writer_alone(raw, first));
}

/* The writer, if there is exactly one. */
static void
take_from(struct letter *letter, GMimeMessage *message, const GPtrArray *fields)
{
	g_autoptr(GPtrArray) found = g_ptr_array_new_with_free_func(g_free);
	g_autofree char *name = NULL, *address = NULL;

	if (!has_one_writer(message, fields, found) || found->len != 1)
		return;
	g_free(letter->from);
	letter->from = g_strdup(g_ptr_array_index(found, 0));
	if (!address_split(fields_value(fields, "From"), &name, &address) ||
	    strcmp(address, letter->from) != 0)
		return;
	g_free(letter->from_name);
	letter->from_name = g_steal_pointer(&name);
}

/* message: NULL of a simple mail */
static void
read_header(
    struct letter *letter, GMimeMessage *message, const GPtrArray *fields)
{
	static const char *const to[] = { "To", "Cc", "Bcc", "Delivered-To",
		"X-Original-To", "Envelope-To", "X-Forwarded-To" };
	g_autoptr(GPtrArray) ids = g_ptr_array_new_with_free_func(g_free);

	fields_ids(ids, fields, "Message-ID", false);
	if (ids->len == 1) {
		g_free(letter->message_id);
		letter->message_id = g_strdup(g_ptr_array_index(ids, 0));
	}
	take_from(letter, message, fields);
	for (size_t i = 0; i < G_N_ELEMENTS(to); i++)
		take_addresses(
		    letter->recipients, fields, to[i], message == NULL);
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
	char *plain;

	g_assert(gmime.init != NULL); /* mail_open */
	options = gmime.parser_options_new();
	/* GMime asks the locale otherwise. */
	gmime.parser_options_set_fallback_charsets(
	    options, (const char **)(uintptr_t)charsets);
	plain = raw_shorten(bytes, size);
	raw_refuse_nul(plain, size);
	copy = g_byte_array_new_take((guint8 *)plain, size);
	stream = gmime.stream_mem_new_with_byte_array(copy);
	gmime.stream_mem_set_owner(GMIME_STREAM_MEM(stream), TRUE);
	parser = gmime.parser_new_with_stream(stream);
	gmime.parser_set_persist_stream(parser, FALSE);
	message = gmime.parser_construct_message(parser, options);
	gmime.object_unref(parser);
	gmime.object_unref(stream);
	gmime.parser_options_free(options);
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
	struct parts parts = parts_find(gmime.message_get_mime_part(message));

	read_header(letter, message, fields);
	auto_submitted_judge(letter, fields, own, reading);
	if (parts.report && (letter->auto_submitted == NULL ||
				letter->auto_submitted_unless_keyed)) {
		g_free(letter->auto_submitted);
		letter->auto_submitted = g_strdup("report of a mail server");
		letter->auto_submitted_unless_keyed = false;
	}
	if (!cut)
		parts_text(&parts, letter, reading);
}

static void
read_simple(struct letter *letter, const struct simple *mail, bool cut,
    const char *own, const struct reading *reading)
{
	read_header(letter, NULL, mail->fields);
	auto_submitted_judge(letter, mail->fields, own, reading);
	if (!cut)
		simple_text(mail, letter, reading);
}

static struct letter *
read_letter(GBytes *raw, bool cut, const char *own,
    const struct reading *reading, bool fully)
{
	struct letter *letter = letter_new();
	struct simple *simple = NULL;
	GMimeMessage *message;
	size_t size;
	const char *bytes = raw_bytes(raw, &size), *bomb;

	if (bytes == NULL)
		return letter;
	bytes = raw_after_mbox_line(bytes, &size);
	if ((bomb = raw_bomb(bytes, size)) != NULL) {
		letter->auto_submitted = g_strdup(bomb);
		return letter;
	}
	if (!fully && (simple = simple_read(bytes, size)) != NULL)
		read_simple(letter, simple, cut, own, reading);
	else if ((message = mime_parse(bytes, size)) != NULL) {
		read_message(letter, message, cut, own, reading);
		gmime.object_unref(message);
	}
	simple_free(simple);
	return letter;
}

int
letter_open(GBytes *raw, struct err *e)
{
	size_t size;
	const char *bytes = raw_bytes(raw, &size);
	struct simple *simple;

	bytes = raw_after_mbox_line(bytes, &size);
	simple = simple_read(bytes, size);
	if (simple == NULL)
		return mail_open(e);
	simple_free(simple);
	return 0;
}

struct letter *
letter_read(
    GBytes *raw, bool cut, const char *own, const struct reading *reading)
{
	return read_letter(raw, cut, own, reading, false);
}

struct letter *
letter_read_fully(
    GBytes *raw, bool cut, const char *own, const struct reading *reading)
{
	return read_letter(raw, cut, own, reading, true);
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
	g_free(letter->auto_submitted);
	g_free(letter->text);
	g_free(letter);
}
