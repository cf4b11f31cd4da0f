/* SPDX-License-Identifier: ISC */
/*
 * A letter of ours as the bytes that go out: 7 bit and CRLF on every road;
 * this is its header, write_parts.c has what is below.
 * Whatever comes in from outside (names, subjects, ids of others) is checked
 * first, so that none of it can begin a header of its own.
 */
#include "mail/outgoing/write.h"

#include "base/err.h"
#include "mail/address.h"
#include "mail/outgoing/write_inner.h"

#include <string.h>

#define LINE_MAX_BYTES 76
#define ID_MAX 250
/* Of an encoded word, before encoding: it fits behind "Thread-Topic: ". */
#define WORD_MAX_BYTES 36
#define PLAIN_MAX 60 /* bytes of a word that is not encoded */

/* ---- checks ---- */

/* Marks that turn the direction in which the rest of a line is written. */
static bool
turns(gunichar c)
{
	return c == 0x61c || c == 0x200e || c == 0x200f ||
	       (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

bool
words_ok(const char *words)
{
	if (!g_utf8_validate(words, -1, NULL))
		return false;
	for (const char *p = words; *p != '\0'; p = g_utf8_next_char(p)) {
		gunichar c = g_utf8_get_char(p);

		if (g_unichar_iscntrl(c) || c == 0x2028 || c == 0x2029 ||
		    turns(c))
			return false;
	}
	return true;
}

/* what names it in the error */
static int
check_words(const char *words, const char *what, struct err *err)
{
	if (words == NULL || !words_ok(words))
		return err_set(err, ERR_FORMAT,
		    "%s is not UTF-8 or holds a control character", what);
	return 0;
}

/* What looks like an encoded word is passed on as it is. */
static int
check_name(const char *name, const char *what, struct err *err)
{
	if (check_words(name, what, err) < 0)
		return -1;
	if (strstr(name, "=?") != NULL)
		return err_set(err, ERR_FORMAT, "%s holds \"=?\"", what);
	return 0;
}

static int
check_address(const char *address, const char *what, struct err *err)
{
	if (address == NULL || !address_ok(address))
		return err_set(err, ERR_FORMAT, "%s is not an address", what);
	return 0;
}

static int
check_id(const char *id, struct err *err)
{
	size_t size = id == NULL ? 0 : strlen(id);

	if (size == 0 || size > ID_MAX)
		return err_set(err, ERR_FORMAT, "no usable message id");
	for (size_t i = 0; i < size; i++)
		if (!g_ascii_isgraph(id[i]) || id[i] == '<' || id[i] == '>')
			return err_set(err, ERR_FORMAT,
			    "message id holds characters that no id may hold");
	return 0;
}

static int
check(const struct outgoing *out, struct err *err)
{
	if (check_address(out->own, "own address", err) < 0 ||
	    check_address(out->reply_to, "reply address", err) < 0 ||
	    check_address(out->to, "recipient", err) < 0 ||
	    check_name(out->own_name, "own name", err) < 0 ||
	    check_name(out->to_name, "name of the recipient", err) < 0 ||
	    check_words(out->subject, "subject", err) < 0 ||
	    check_name(out->language, "language", err) < 0 ||
	    check_name(out->instance, "instance", err) < 0 ||
	    check_id(out->message_id, err) < 0 || parts_check(out, err) < 0)
		return -1;
	if (out->list_id != NULL &&
	    check_name(out->list_id, "list id", err) < 0)
		return -1;
	if (out->thread_index != NULL &&
	    check_name(out->thread_index, "thread index", err) < 0)
		return -1;
	if (out->in_reply_to != NULL && check_id(out->in_reply_to, err) < 0)
		return -1;
	for (char *const *id = out->references; id != NULL && *id != NULL; id++)
		if (check_id(*id, err) < 0)
			return -1;
	return 0;
}

/* ---- header ---- */

/* Can it go out as it is, in lines that are broken at blanks? */
static bool
is_plain_words(const char *words)
{
	size_t word = 0;

	for (const char *p = words; *p != '\0'; p++)
		if ((word = *p == ' ' ? 0 : word + 1) > PLAIN_MAX)
			return false;
	return parts_ascii(words) && strstr(words, "=?") == NULL;
}

/*
 * What is not plain as encoded words (RFC 2047).
 */
static char *
encode_words(const char *words)
{
	GString *out = g_string_new(NULL);

	if (is_plain_words(words)) {
		g_string_assign(out, words);
		words = "";
	}
	while (*words != '\0') {
		size_t size = strnlen(words, WORD_MAX_BYTES);
		g_autofree char *word = NULL;
		while ((words[size] & 0xc0) == 0x80)
			size--;
		word = g_base64_encode((const guchar *)words, size);
		g_string_append_printf(
		    out, "%s=?utf-8?B?%s?=", out->len > 0 ? " " : "", word);
		words += size;
	}
	return g_string_free(out, FALSE);
}

/* A name in front of an address: words, in quote marks if need be. */
static char *
encode_name(const char *name)
{
	GString *out;

	if (!is_plain_words(name))
		return encode_words(name);
	out = g_string_new(NULL);
	for (const char *p = name; *p != '\0'; p++) {
		if (*p == '"' || *p == '\\')
			g_string_append_c(out, '\\');
		g_string_append_c(out, *p);
	}
	if (strpbrk(name, "()<>[]:;@\\,.\"") != NULL) {
		g_string_prepend_c(out, '"');
		g_string_append_c(out, '"');
	}
	return g_string_free(out, FALSE);
}

/* The same in every language. */
static void
add_date(GString *out, int64_t date)
{
	static const char *const days[] = { "Mon", "Tue", "Wed", "Thu", "Fri",
		"Sat", "Sun" };
	static const char *const months[] = { "Jan", "Feb", "Mar", "Apr", "May",
		"Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec" };
	GDateTime *when = g_date_time_new_from_unix_utc(date);

	if (when == NULL)
		return;
	g_string_append_printf(out, "Date: %s, %02d %s %04d %02d:%02d:%02d",
	    days[g_date_time_get_day_of_week(when) - 1],
	    g_date_time_get_day_of_month(when),
	    months[g_date_time_get_month(when) - 1], g_date_time_get_year(when),
	    g_date_time_get_hour(when), g_date_time_get_minute(when),
	    g_date_time_get_second(when));
	g_string_append(out, " +0000\n");
	g_date_time_unref(when);
}

/* Where the first line of text, behind so many bytes, is to be broken. */
static size_t
line_end(const char *text, size_t column)
{
	size_t best = 0, i;

	for (i = 1; text[i] != '\0'; i++) {
		/* Blanks alone would be no line of a field. */
		if (text[i] != ' ' || text[i + 1] == ' ' || text[i + 1] == '\0')
			continue;
		if (best > 0 && column + i > LINE_MAX_BYTES)
			return best;
		best = i;
	}
	return best > 0 && column + i > LINE_MAX_BYTES ? best : i;
}

/* A field, encoded already, that is broken at its blanks and nowhere else. */
static void
add(GString *out, const char *name, const char *value)
{
	size_t column = strlen(name) + 2;

	g_string_append(out, name);
	g_string_append(out, ": ");
	while (*value != '\0') {
		size_t size = line_end(value, column);

		g_string_append_len(out, value, (gssize)size);
		g_string_append_c(out, '\n');
		value += size;
		column = 0;
	}
	if (column > 0) /* nothing */
		g_string_append_c(out, '\n');
}

static void
add_mailbox(
    GString *text, const char *field, const char *name, const char *address)
{
	g_autofree char *encoded = encode_name(name);
	g_autofree char *value = g_strdup_printf(
	    name[0] == '\0' ? "%s%s" : "%s <%s>", encoded, address);

	add(text, field, value);
}

/* "<id>" of each, and blanks between. */
static void
add_references(GString *text, char *const *references)
{
	GString *ids = g_string_new(NULL);

	for (; references != NULL && *references != NULL; references++)
		g_string_append_printf(
		    ids, "%s<%s>", ids->len > 0 ? " " : "", *references);
	if (ids->len > 0)
		add(text, "References", ids->str);
	g_string_free(ids, TRUE);
}

/* The list button of a mail program gives nothing up: it asks how to. */
static void
add_list(GString *text, const struct outgoing *out)
{
	g_autofree char *address =
	    g_uri_escape_string(out->reply_to, "@", FALSE);
	g_autofree char *pause =
	    g_strdup_printf("<mailto:%s?subject=pause>", address);

	add(text, "List-Id", out->list_id);
	add(text, "List-Unsubscribe", pause);
}

static void
add_header(GString *text, const struct outgoing *out)
{
	g_autofree char *subject = encode_words(out->subject);

	add_mailbox(text, "From", out->own_name, out->own);
	add_mailbox(text, "Reply-To", "", out->reply_to);
	add_mailbox(text, "To", out->to_name, out->to);
	add(text, "Subject", subject);
	add_date(text, out->date);
	g_string_append_printf(text, "Message-Id: <%s>\n", out->message_id);
	if (out->in_reply_to != NULL) {
		g_autofree char *id = g_strdup_printf("<%s>", out->in_reply_to);
		add(text, "In-Reply-To", id);
	}
	add_references(text, out->references);
	if (out->thread_index != NULL) {
		add(text, "Thread-Topic", subject);
		add(text, "Thread-Index", out->thread_index);
	}
	add(text, "Auto-Submitted",
	    out->answer ? "auto-replied" : "auto-generated");
	/* Not "All": that would suppress reports of failed delivery too. */
	add(text, "X-Auto-Response-Suppress", "OOF, AutoReply, RN, NRN");
	if (out->list_id != NULL)
		add_list(text, out);
	add(text, "Content-Language", out->language);
	add(text, "X-Turnpost", out->instance);
}

/* ---- the whole ---- */

/* Lines that end as they do in mails; each, the last one too, has an end. */
static GBytes *
with_crlf(const GString *text)
{
	const char *const end = text->str + text->len;
	size_t lines = 0, size;
	char *bytes, *to;

	for (const char *p = text->str; p < end; lines++)
		p = (char *)memchr(p, '\n', (size_t)(end - p)) + 1;
	bytes = to = g_malloc(text->len + lines);
	for (const char *p = text->str; p < end; p += size + 1) {
		size = (size_t)((char *)memchr(p, '\n', (size_t)(end - p)) - p);
		to = mempcpy(to, p, size);
		*to++ = '\r';
		*to++ = '\n';
	}
	return g_bytes_new_take(bytes, text->len + lines);
}

GBytes *
letter_write(const struct outgoing *out, struct err *err)
{
	g_autoptr(GString) text = NULL;

	if (check(out, err) < 0) {
		err_more(err, "letter");
		return NULL;
	}
	text = g_string_sized_new(4 * strlen(out->text) / 3 + 4096);
	add_header(text, out);
	g_string_append(text, "MIME-Version: 1.0\n");
	parts_write(text, out);
	return with_crlf(text);
}
