/* SPDX-License-Identifier: ISC */
/*
 * From the bytes of a text part to lines of UTF-8.  Labels lie: GMime's own
 * call believes them and drops letters ("zażółć" labelled us-ascii comes out
 * as "za"), so the choice of charset is made here.
 */
#include "mail/incoming/text.h"

#include "mail/incoming/reading.h"
#include "mail/inner.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>

#define BREAK_TAGS_SIZE 2000 /* only bodies this short may hold "<br>" */

/* ---- charsets ---- */

/* Without a mark in front iconv takes it for this machine's order. */
static const char *
utf16_order(const char *bytes, size_t size)
{
	size_t even = 0, odd = 0;

	if (size >= 2 && (memcmp(bytes, "\xff\xfe", 2) == 0 ||
			     memcmp(bytes, "\xfe\xff", 2) == 0))
		return "utf-16";
	for (size_t i = 0; i < size; i++)
		*(i % 2 == 0 ? &even : &odd) += bytes[i] == '\0';
	return odd > even ? "utf-16le" : "utf-16be";
}

/* NULL if it is no charset of mails; bad: bytes that are not of it. */
static GString *
convert(const char *in, size_t left, const char *label, size_t *bad)
{
	struct charset charset;
	GIConv cd;
	GString *out;
	char buf[4096], *src = (char *)(uintptr_t)in, *dst;
	gsize room, before, result;

	*bad = 0;
	if (!charset_find(label, &charset))
		return NULL;
	cd = g_iconv_open("UTF-8", charset.name);
	if (cd == (GIConv)-1)
		return NULL;
	out = g_string_sized_new(left + 16);
	while (left > 0) {
		dst = buf;
		room = sizeof(buf);
		before = left;
		result = g_iconv(cd, &src, &left, &dst, &room);
		g_string_append_len(out, buf, dst - buf);
		if (result != (gsize)-1 || (errno == E2BIG && left < before))
			continue;
		if (left == 0)
			break;
		g_string_append(out, "\357\277\275");
		src++;
		left--;
		++*bad;
	}
	g_iconv_close(cd);
	return out;
}

/* Is it text in which all or some letters have that many bytes? */
static bool
is_of_kind(const char *label, enum charset_kind kind)
{
	struct charset charset;

	return charset_find(label, &charset) && charset.kind >= kind;
}

static size_t
count_high(const char *bytes, size_t size)
{
	size_t n = 0;

	for (size_t i = 0; i < size; i++)
		n += (bytes[i] & 0x80) != 0;
	return n;
}

static bool
has_escape(const char *bytes, size_t size)
{
	const char *end = bytes + size;

	while ((bytes = memchr(bytes, '\033', (size_t)(end - bytes))) != NULL) {
		if (++bytes < end && (*bytes == '$' || *bytes == '('))
			return true;
	}
	return false;
}

/* Small letters without capitals: text in a wrong charset is not like that. */
static long
likeness(const GString *text)
{
	long n = 0;

	for (const char *p = text->str; *p != '\0'; p = g_utf8_next_char(p)) {
		gunichar c = g_utf8_get_char(p);
		n += g_unichar_islower(c) - g_unichar_isupper(c);
	}
	return n;
}

/* Of these charsets the one in which it looks most like writing. */
static GString *
guess(const char *bytes, size_t size, const char *fallbacks)
{
	g_auto(GStrv) names = g_strsplit(fallbacks, " ", 8);
	GString *best = NULL;
	size_t bad;

	for (char **name = names; *name != NULL; name++) {
		GString *out = convert(bytes, size, *name, &bad);
		if (out != NULL &&
		    (best == NULL || likeness(out) > likeness(best))) {
			if (best != NULL)
				g_string_free(best, TRUE);
			best = g_steal_pointer(&out);
		}
		if (out != NULL)
			g_string_free(out, TRUE);
	}
	if (best == NULL)
		best = convert(bytes, size, "windows-1252", &bad);
	return best;
}

/* Is it one of those that most mails name, in which ASCII is as it is? */
static bool
holds_ascii(const char *label)
{
	static const char *const names[] = { "utf-8", "us-ascii",
		"windows-1252", NULL };
	struct charset charset;

	return charset_find(label, &charset) &&
	       g_strv_contains(names, charset.name);
}

static GString *
decode(const char *bytes, size_t size, const char *charset,
    const char *fallbacks, bool *guessed)
{
	size_t bad, high = count_high(bytes, size);
	GString *out;

	/* opening a converter takes longer than reading most fields */
	if (high == 0 && holds_ascii(charset))
		return g_string_new_len(bytes, (gssize)size);
	if (high > 0 && !is_of_kind(charset, CHARSET_MANY) &&
	    !has_escape(bytes, size) &&
	    g_utf8_validate(bytes, (gssize)size, NULL))
		return g_string_new_len(bytes, (gssize)size);
	out = convert(bytes, size, charset, &bad);
	if (out != NULL && bad <= high / 4)
		return out;
	if (out != NULL)
		g_string_free(out, TRUE);
	*guessed = high > 0;
	return guess(bytes, size, fallbacks);
}

static void
blank_nuls(char *text, size_t size)
{
	const char *end = text + size;
	char *nul;

	while ((nul = memchr(text, '\0', (size_t)(end - text))) != NULL) {
		*nul = ' ';
		text = nul + 1;
	}
}

char *
text_guess(const char *bytes, size_t size, const char *charset,
    const char *fallbacks, bool *guessed)
{
	g_autofree char *copy = g_malloc(size + 1);
	bool wide;
	GString *out;
	char *valid;

	*guessed = false;
	wide = charset != NULL && is_of_kind(charset, CHARSET_WIDE);
	/* Text of two bytes a letter has NULs, in its line ends at least. */
	if (charset == NULL || (wide && memchr(bytes, '\0', size) == NULL)) {
		charset = "us-ascii";
		wide = false;
	}
	if (g_ascii_strcasecmp(charset, "utf-16") == 0)
		charset = utf16_order(bytes, size);
	if (fallbacks == NULL)
		fallbacks = "windows-1252";
	if (size > 0)
		memcpy(copy, bytes, size);
	if (!wide)
		blank_nuls(copy, size);
	out = decode(copy, size, charset, fallbacks, guessed);
	blank_nuls(out->str, out->len);
	valid = g_utf8_make_valid(out->str, (gssize)out->len);
	g_string_free(out, TRUE);
	return valid;
}

char *
text_decode(
    const char *bytes, size_t size, const char *charset, const char *fallbacks)
{
	bool guessed;

	return text_guess(bytes, size, charset, fallbacks, &guessed);
}

/* Behind "WORD " in the list, or NULL. */
static const char *
charsets_of(char *const *list, const char *word)
{
	size_t size = strlen(word);

	for (; *list != NULL; list++)
		if (g_ascii_strncasecmp(*list, word, size) == 0 &&
		    (*list)[size] == ' ')
			return *list + size + 1;
	return NULL;
}

const char *
text_fallbacks(const char *from, const struct reading *reading)
{
	const char *dot = strrchr(from, '.'), *found = NULL;

	if (reading == NULL || reading->charsets == NULL)
		return NULL;
	if (reading->language != NULL)
		found = charsets_of(reading->charsets, reading->language);
	if (found == NULL && dot != NULL)
		found = charsets_of(reading->charsets, dot + 1);
	return found;
}

/* ---- lines ---- */

void
text_line_ends(GString *text)
{
	size_t to = 0;

	for (size_t i = 0; i < text->len; i++) {
		char c = text->str[i];
		if (c == '\r' && text->str[i + 1] == '\n')
			continue;
		text->str[to++] = c == '\r' ? '\n' : c;
	}
	g_string_truncate(text, to);
}

/* Length of a "<br>", "<br/>" or "<br />" here, or 0. */
static size_t
break_tag_size(const char *p)
{
	static const char *const tags[] = { "<br>", "<br/>", "<br />" };

	for (size_t i = 0; i < G_N_ELEMENTS(tags); i++)
		if (g_ascii_strncasecmp(p, tags[i], strlen(tags[i])) == 0)
			return strlen(tags[i]);
	return 0;
}

void
text_break_tags(GString *text)
{
	size_t to = 0;

	if (text->len > BREAK_TAGS_SIZE)
		return;
	for (size_t i = 0; i < text->len;) {
		size_t size = break_tag_size(text->str + i);
		text->str[to++] = size > 0 ? '\n' : text->str[i];
		i += size > 0 ? size : 1;
	}
	g_string_truncate(text, to);
}

/* One line of a flowed text: what stands before, and in it. */
struct flow_line {
	int depth; /* of quoting */
	const char *start; /* behind marks and one stuffed blank */
	size_t size;
	bool flows; /* into the next one */
};

static struct flow_line
flow_line(const char *p, size_t size)
{
	struct flow_line line = { 0 };
	const char *end = p + size;

	if (p < end && end[-1] == '\r')
		end--;
	for (; p < end && *p == '>'; p++)
		line.depth++;
	if (p < end && *p == ' ')
		p++;
	line.start = p;
	line.size = (size_t)(end - p);
	line.flows = p < end && end[-1] == ' ' &&
		     !(line.size == 3 && memcmp(p, "-- ", 3) == 0);
	return line;
}

static void
flow_marks(GString *out, int depth)
{
	for (int i = 0; i < depth; i++)
		g_string_append_c(out, '>');
	if (depth > 0)
		g_string_append_c(out, ' ');
}

char *
text_unflow(const char *text, bool delsp)
{
	GString *out = g_string_sized_new(strlen(text) + 1);
	struct flow_line before = { 0 };
	bool open = false; /* the line before is still to be ended */
	const char *end = text + strlen(text);

	while (text < end) {
		const char *nl = memchr(text, '\n', (size_t)(end - text));
		size_t size = (size_t)((nl == NULL ? end : nl) - text);
		struct flow_line line = flow_line(text, size);
		bool sig = line.size == 3 && memcmp(line.start, "-- ", 3) == 0;
		if (open && (before.depth != line.depth || sig)) {
			g_string_append_c(out, '\n');
			open = false;
		}
		if (!open)
			flow_marks(out, line.depth);
		if (line.flows && delsp)
			line.size--;
		g_string_append_len(out, line.start, (gssize)line.size);
		open = line.flows;
		if (!open)
			g_string_append_c(out, '\n');
		before = line;
		text += size + (nl != NULL);
	}
	if (open)
		g_string_append_c(out, '\n');
	return g_string_free(out, FALSE);
}
