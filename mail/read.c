/* SPDX-License-Identifier: ISC */
/*
 * A mail as it came in, taken apart by GMime.  Nothing in it is believed:
 * any field may be missing, twice, or garbage, GMime may return NULL for
 * anything, and the tree of parts may be as deep as its sender likes.
 */
#include "mail/read.h"

#include "base/address.h"
#include "mail/address.h"
#include "mail/inner.h"
#include "mail/mail.h"
#include "mail/mime.h"
#include "mail/text_part.h"

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
take_mailboxes(GPtrArray *out, InternetAddressList *list)
{
	for (int i = 0; i < gmime.address_list_length(list); i++) {
		InternetAddress *ia = gmime.address_list_get_address(list, i);
		g_autofree char *heard = NULL;
		const char *address;
		if (out->len >= ADDRESSES_MAX)
			return;
		if (!mime_is_mailbox(ia))
			continue; /* a group, which no answer of ours names */
		address = gmime.address_mailbox_get_addr(
		    INTERNET_ADDRESS_MAILBOX(ia));
		if (address == NULL)
			continue;
		heard = address_heard(address);
		if (address_ok(heard))
			g_ptr_array_add(out, g_steal_pointer(&heard));
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
		list = gmime.address_list_parse(NULL, value);
		if (list == NULL)
			continue;
		take_mailboxes(out, list);
		gmime.object_unref(list);
	}
}

/* The writer, if there is exactly one. */
static void
take_from(struct letter *letter, GMimeMessage *message, const GPtrArray *fields)
{
	InternetAddressList *list = gmime.message_get_from(message);
	g_autoptr(GPtrArray) found = g_ptr_array_new_with_free_func(g_free);
	g_autofree char *name = NULL, *address = NULL;

	if (list == NULL || gmime.address_list_length(list) != 1 ||
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

struct letter *
letter_read(
    GBytes *raw, bool cut, const char *own, const struct reading *reading)
{
	struct letter *letter = letter_new();
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
	message = mime_parse(bytes, size);
	if (message != NULL) {
		read_message(letter, message, cut, own, reading);
		gmime.object_unref(message);
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
	g_free(letter->auto_submitted);
	g_free(letter->text);
	g_free(letter);
}
