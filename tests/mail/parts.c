/* SPDX-License-Identifier: ISC */
/* What stands below the header of letters of ours. */
#include "base/err.h"
#include "mail/incoming/read.h"
#include "mail/mail.h"
#include "mail/outgoing/write.h"
#include "mail/outgoing/write_parts.h"
#include "tests/mail/outgoing.h"

#include <stdint.h>

#define HASH "0123456789abcdef"

static const struct shown_picture picture = { (char *)HASH,
	(char *)"match-7.png" };

/* The n-th line that begins so, up to its end; NULL: there are not so many. */
static char *
line_of(const char *mail, const char *begin)
{
	const char *at = strstr(mail, begin);

	return at != NULL ? g_strndup(at, strcspn(at, "\r")) : NULL;
}

static guint
count(const char *mail, const char *part)
{
	guint n = 0;

	for (const char *p = mail; (p = strstr(p, part)) != NULL; p++)
		n++;
	return n;
}

static void
test_alternative(void **state)
{
	struct outgoing out = sample;
	g_autofree char *mail = NULL, *again = NULL, *type = NULL;
	g_autofree char *boundary = NULL;
	const char *text, *html;

	(void)state;
	out.html = "<!DOCTYPE html>\n<p>\303\226l = <b>oil</b></p>\n";
	mail = write_letter(&out);
	again = write_letter(&out);
	assert_string_equal(mail, again);
	must_be_wire(mail);
	type = line_of(mail, "Content-Type: multipart/alternative");
	assert_non_null(type);
	assert_non_null(strstr(type, "boundary=\"=_a"));
	boundary = g_strndup(strstr(type, "=_a"), 27);
	assert_int_equal(count(mail, boundary), 4);
	text = strstr(mail, "Content-Type: text/plain; charset=us-ascii");
	html = strstr(mail, "Content-Type: text/html; charset=utf-8");
	assert_true(text != NULL && html != NULL && text < html);
	assert_non_null(strstr(html, "<p>=C3=96l =3D <b>oil</b></p>\r\n"));
	/* programs without HTML read what they always did */
	must_come_back(&out);
	out.message_id = "x.n1.abcdefg234567@games.example";
	g_free(again);
	again = write_letter(&out);
	assert_null(strstr(again, boundary));
}

/* What letter_fill asks for. */
static GBytes *
find(void *arg, const char *hash)
{
	GBytes *png = arg;

	assert_string_equal(hash, HASH);
	return png != NULL ? g_bytes_ref(png) : NULL;
}

static GBytes *
noise(gsize size)
{
	guchar *data = g_malloc(size + 1);

	for (gsize i = 0; i < size; i++)
		data[i] = (guchar)(i * 37 + i / 251);
	return g_bytes_new_take(data, size);
}

/* Between the header of the picture's part and its boundary. */
static void
check_picture(const char *mail, GBytes *png)
{
	const char *from = strstr(mail, "Content-Type: image/png");
	const char *to;
	g_autofree char *code = NULL;
	g_autofree guchar *data = NULL;
	gsize size;

	assert_non_null(from);
	from = strstr(from, "\r\n\r\n") + 4;
	to = strstr(from, "--=_");
	code = g_strndup(from, (gsize)(to - from));
	data = g_base64_decode(code, &size);
	assert_int_equal(size, g_bytes_get_size(png));
	assert_memory_equal(data, g_bytes_get_data(png, NULL), size);
}

static void
test_picture(void **state)
{
	static const gsize sizes[] = { 1, 56, 57, 58, 114, 70000 };
	struct outgoing out = sample;
	struct err err = { 0 };

	(void)state;
	out.html = "<p><img src=\"cid:" HASH "@games.example\" alt=\"x\"></p>";
	out.picture = &picture;
	for (size_t i = 0; i < G_N_ELEMENTS(sizes); i++) {
		g_autoptr(GBytes) png = noise(sizes[i]);
		g_autoptr(GBytes) raw = letter_write(&out, &err);
		g_autoptr(GBytes) full = letter_fill(raw, find, png);
		g_autoptr(GBytes) again = letter_fill(raw, find, png);
		g_autofree char *mail = g_strndup(
		    g_bytes_get_data(full, NULL), g_bytes_get_size(full));

		g_autoptr(GBytes) bare = letter_local(raw);
		g_autoptr(GBytes) filled = letter_fill(bare, find, png);
		g_autoptr(GBytes) local = letter_local(full);

		assert_true(g_bytes_equal(full, again));
		/* whatever is done first */
		assert_true(g_bytes_equal(filled, local));
		must_be_wire(mail);
		assert_non_null(
		    strstr(mail, "Content-Type: multipart/related"));
		assert_non_null(strstr(mail, "type=\"text/html\""));
		assert_non_null(
		    strstr(mail, "Content-Id: <" HASH "@games.example>"));
		assert_non_null(strstr(
		    mail, "Content-Disposition: inline; filename=match-7.png"));
		check_picture(mail, png);
	}
}

/* It goes all the same: its words say what the picture would show. */
static void
test_lost_picture(void **state)
{
	struct outgoing out = sample;
	struct err err = { 0 };
	g_autoptr(GBytes) raw = NULL, full = NULL, plain = NULL, same = NULL;
	g_autoptr(GBytes) gone = NULL, none = NULL;
	g_autofree char *mail = NULL;

	(void)state;
	out.html = "<p>x</p>";
	out.picture = &picture;
	raw = letter_write(&out, &err);
	full = letter_fill(raw, find, NULL);
	mail = g_strndup(g_bytes_get_data(full, NULL), g_bytes_get_size(full));
	must_be_wire(mail);
	assert_non_null(strstr(mail, "image/png"));
	out.picture = NULL;
	plain = letter_write(&out, &err);
	same = letter_fill(plain, find, NULL);
	assert_ptr_equal(same, plain);
	/* one whose bytes are not kept any more */
	gone = g_bytes_new(NULL, 0);
	none = letter_fill(gone, find, NULL);
	assert_int_equal(g_bytes_get_size(none), 0);
}

/* What does not fit behind its field begins a line, and what is no single
 * word gets quote marks. */
static void
test_parameters(void **state)
{
	static const char type[] = "text/calendar; method=a/b; name=123";
	static char fits[] = "a-name-of-33-characters-that-fits";
	static char long_name[] = "a-name-of-34-characters-that-folds";
	struct attachment files[] = { { fits, (char *)(uintptr_t)type, NULL },
		{ long_name, (char *)(uintptr_t)type, NULL } };
	g_autoptr(GPtrArray) list = g_ptr_array_new();
	g_autoptr(GBytes) bytes = g_bytes_new_static("x", 1), raw = NULL;
	g_autofree char *mail = NULL;
	struct outgoing out = sample;
	struct err err = { 0 };

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(files); i++) {
		files[i].bytes = bytes;
		g_ptr_array_add(list, &files[i]);
	}
	out.attachments = list;
	raw = letter_write(&out, &err);
	mail = g_strndup(g_bytes_get_data(raw, NULL), g_bytes_get_size(raw));
	must_be_wire(mail);
	assert_non_null(strstr(mail, "calendar; method=\"a/b\"; name=123\r\n"));
	assert_non_null(
	    strstr(mail, "\r\nContent-Disposition: attachment; filename="
			 "a-name-of-33-characters-that-fits\r\n"));
	assert_non_null(
	    strstr(mail, "\r\nContent-Disposition: attachment;\r\n\tfilename="
			 "a-name-of-34-characters-that-folds\r\n"));
}

static void
test_files(void **state)
{
	static const char ics[] = "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n";
	struct attachment files[] = {
		{ (char *)"deadline.ics",
		    (char *)"text/calendar; method=PUBLISH; charset=utf-8",
		    NULL },
		{ (char *)"replay.json", (char *)"application/json", NULL },
	};
	g_autoptr(GPtrArray) list = g_ptr_array_new();
	g_autoptr(GBytes) data = noise(1000);
	struct outgoing out = sample;
	g_autofree char *mail = NULL, *code = NULL;
	const char *mixed, *alternative, *calendar, *json;

	(void)state;
	files[0].bytes = g_bytes_new_static(ics, strlen(ics));
	files[1].bytes = data;
	g_ptr_array_add(list, &files[0]);
	g_ptr_array_add(list, &files[1]);
	out.html = "<p>x</p>";
	out.attachments = list;
	mail = write_letter(&out);
	must_be_wire(mail);
	must_come_back(&out);
	mixed = strstr(mail, "Content-Type: multipart/mixed");
	alternative = strstr(mail, "Content-Type: multipart/alternative");
	calendar = strstr(mail, "Content-Type: text/calendar; method=PUBLISH;"
				" charset=utf-8");
	json = strstr(mail, "Content-Type: application/json");
	assert_true(mixed != NULL && mixed < alternative &&
		    alternative < calendar && calendar < json);
	assert_non_null(strstr(calendar,
	    "Content-Disposition: attachment; filename=deadline.ics"));
	code = g_base64_encode((const guchar *)ics, strlen(ics));
	assert_non_null(strstr(calendar, code));
	g_bytes_unref(files[0].bytes);
}

/* Names, types and hashes stand in headers. */
static void
test_bad_parts(void **state)
{
	static const char *const names[] = { "", "a/b", "a\r\nX: y", "\303\226",
		".x", "a b" };
	static const char *const types[] = { "", "text", "/x", "text/",
		"text/x\r\nX: y", "text;x/y" };
	g_autoptr(GPtrArray) list = g_ptr_array_new();
	g_autoptr(GBytes) data = noise(10);
	struct attachment file = { NULL, (char *)"a/b", data };
	struct shown_picture bad = { (char *)HASH, NULL };
	struct outgoing out = sample;

	(void)state;
	g_ptr_array_add(list, &file);
	out.attachments = list;
	for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
		file.name = (char *)(uintptr_t)names[i];
		refused(&out);
	}
	file.name = (char *)"a.b";
	for (size_t i = 0; i < G_N_ELEMENTS(types); i++) {
		file.type = (char *)(uintptr_t)types[i];
		refused(&out);
	}
	out = sample;
	out.html = "<p>\001</p>";
	refused(&out);
	out.html = "<p>x</p>";
	out.picture = &bad;
	for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
		bad.name = (char *)(uintptr_t)names[i];
		refused(&out);
	}
	bad = (struct shown_picture){ (char *)"x\r\ny", (char *)"a.png" };
	refused(&out);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_alternative),
		cmocka_unit_test(test_picture),
		cmocka_unit_test(test_lost_picture),
		cmocka_unit_test(test_parameters),
		cmocka_unit_test(test_files),
		cmocka_unit_test(test_bad_parts),
	};

	mail_init();
	return cmocka_run_group_tests_name("parts", tests, NULL, NULL);
}
