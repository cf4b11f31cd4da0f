/* SPDX-License-Identifier: ISC */
/* A letter of ours to be written, and what all of them must be like. */
#ifndef TESTS_MAIL_OUTGOING_H
#define TESTS_MAIL_OUTGOING_H

#include "base/err.h"
#include "mail/incoming/read.h"
#include "mail/outgoing/write.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

#define KEY "abcdefg234567"
#define ID "g7.s2.t14.n3." KEY "@games.example"

static char *references[] = { "g7.root@games.example",
	"g7.s2.t13.n2." KEY "@games.example",
	"0123456789abcdef0123456789abcdef0123456789abcdef@mail.example.org",
	"a=b_c?d@example.org", NULL };

static const struct outgoing sample = {
	.own = "robot@games.example",
	.own_name = "Game robot",
	.reply_to = "robot+g7.s2.t14." KEY "@games.example",
	.to = "anna@example.org",
	.to_name = "Anna Maj",
	.subject = "[Mutineer 7] Harbour [g7-k3x7]",
	.message_id = ID,
	.in_reply_to = "a1@example.org",
	.references = references,
	.list_id = "Mutineer match 7 <g7.mutineer.games.example>",
	.thread_index = "AQIDBAUGBwgJCgsMDQ4PEBESExQVFg==",
	.language = "en",
	.answer = true,
	.instance = "1f2e3d",
	.date = 1793640360,
	.text = "Anna, it is your turn.\n\n-- \nGame robot\n",
};

static inline char *
write_letter(const struct outgoing *out)
{
	struct err err = { 0 };
	GBytes *bytes = letter_write(out, &err);
	gsize size;
	char *data;

	if (bytes == NULL)
		fail_msg("%s", err.text);
	data = g_bytes_unref_to_data(bytes, &size);
	data = g_realloc(data, size + 1);
	data[size] = '\0';
	assert_int_equal(strlen(data), size);
	return data;
}

/* Behind the name of its field or a blank in front: ids, addresses. */
static inline bool
is_one_word(const char *line, const char *end)
{
	const char *colon = memchr(line, ':', (size_t)(end - line));

	if (line[0] == ' ' || line[0] == '\t')
		line++;
	else if (colon != NULL && colon + 1 < end && colon[1] == ' ')
		line = colon + 2;
	return memchr(line, ' ', (size_t)(end - line)) == NULL;
}

/* 7 bit, CRLF, short lines, no "From " or lone '.' that servers change. */
static inline void
must_be_wire(const char *mail)
{
	const char *line = mail;

	for (const char *p = mail; *p != '\0'; p++) {
		unsigned char c = (unsigned char)*p;
		assert_true(c < 0x7f &&
			    (c >= ' ' || c == '\t' || c == '\n' || c == '\r'));
		if (*p == '\r')
			assert_int_equal(p[1], '\n');
		if (*p != '\n')
			continue;
		assert_int_equal(p[-1], '\r');
		if (p - 1 - line > 76 && !is_one_word(line, p - 1))
			fail_msg("long line: %.*s", (int)(p - line), line);
		assert_true(strncmp(line, "From ", 5) != 0);
		assert_true(*line != '.');
		line = p + 1;
	}
	assert_true(*line == '\0');
}

static inline void
must_come_back(const struct outgoing *out)
{
	g_autofree char *mail = write_letter(out);
	g_autoptr(GBytes) raw = g_bytes_new(mail, strlen(mail));
	struct letter *letter =
	    letter_read(raw, false, "other@host.example", NULL);
	size_t size = strlen(out->text);
	bool ends = size > 0 && out->text[size - 1] == '\n';
	g_autofree char *text = g_strconcat(out->text, ends ? "" : "\n", NULL);

	must_be_wire(mail);
	assert_string_equal(letter->text, text);
	assert_string_equal(letter->subject, out->subject);
	assert_string_equal(letter->from, out->own);
	assert_string_equal(letter->from_name, out->own_name);
	assert_string_equal(letter->message_id, out->message_id);
	assert_string_equal(g_ptr_array_index(letter->recipients, 0), out->to);
	assert_string_equal(
	    g_ptr_array_index(letter->references, 0), "a1@example.org");
	for (guint i = 0; i < 4; i++)
		assert_string_equal(
		    g_ptr_array_index(letter->references, 1 + i),
		    out->references[3 - i]);
	assert_non_null(letter->auto_submitted);
	letter_free(letter);
}

static inline void
refused(const struct outgoing *out)
{
	struct err err = { 0 };

	assert_null(letter_write(out, &err));
	assert_int_equal(err.code, ERR_FORMAT);
	assert_true(err.text[0] != '\0');
}

#endif
