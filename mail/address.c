/* SPDX-License-Identifier: ISC */
/*
 * Addresses and ids: persons' mailboxes, and our own addresses and
 * Message-IDs, which say in their local part what they are about (struct
 * ticket).  Readers are strict: whatever we would not have written ourselves,
 * but for the case of letters, is not ours.
 */
#include "mail/address.h"

#include "base/address.h"
#include "mail/ticket.h"
#include "mail/ticket_text.h"

#include <glib.h>
#include <string.h>

#define ADDRESS_MAX 254
#define LOCAL_MAX 64
#define LABEL_MAX 63 /* RFC 1035 */
#define SEAT_MAX 99
#define NAME_MAX_CHARS 40

bool
host_name_ok(const char *host)
{
	char before = '.';
	int label = 0;

	for (const char *p = host; *p != '\0'; p++) {
		label = *p == '.' ? 0 : label + 1;
		if (label > LABEL_MAX)
			return false;
		if (!g_ascii_isalnum(*p) && *p != '-' && *p != '.')
			return false;
		if (*p == '.' && (before == '.' || before == '-'))
			return false;
		if (*p == '-' && before == '.')
			return false;
		before = *p;
	}
	return before != '.' && before != '-';
}

/*
 * The length of the character of a local part at p, or 0.  Of what the RFCs
 * allow there, quoting and '/' are refused: addresses become names of folders
 * and words of command lines, and no person's real address has these.  Beyond
 * ASCII these are letters, digits, marks upon them, and pictures; nothing that
 * cannot be seen or turns the direction of writing.
 */
static size_t
local_char(const char *p, const char *start)
{
	gunichar c;

	if ((*p & 0x80) == 0)
		return g_ascii_isalnum(*p) ||
		       strchr("!#$%&'*+-.=?^_`{|}~", *p) != NULL;
	c = g_utf8_get_char(p);
	if (g_unichar_ismark(c)
		? p == start
		: !g_unichar_isalnum(c) &&
		      g_unichar_type(c) != G_UNICODE_OTHER_SYMBOL)
		return 0;
	return (size_t)g_unichar_to_utf8(c, NULL);
}

bool
address_ok(const char *address)
{
	const char *at = strchr(address, '@');

	if (at == NULL || at == address || at - address > LOCAL_MAX)
		return false;
	if (strlen(address) > ADDRESS_MAX || address[0] == '-' ||
	    !g_utf8_validate(address, -1, NULL))
		return false;
	for (const char *p = address; p < at;) {
		size_t size = local_char(p, address);

		if (size == 0)
			return false;
		p += size;
	}
	return host_name_ok(at + 1);
}

char *
address_read(const char *text)
{
	g_autofree char *plain = NULL;

	plain = address_plain(text);
	return plain != NULL && address_ok(plain) ? g_steal_pointer(&plain)
						  : NULL;
}

/* Quote marks gone, also of parts only: '"Maj," Anna' */
static char *
unquote(const char *text, size_t size)
{
	GString *out = g_string_new(NULL);
	const char *end = text + size;
	bool quoted = false;

	for (; text < end; text++) {
		if (*text == '"')
			quoted = !quoted;
		else if (quoted && *text == '\\' && text + 1 < end)
			g_string_append_c(out, *++text);
		else
			g_string_append_c(out, *text);
	}
	return g_strstrip(g_string_free(out, FALSE));
}

bool
address_split(const char *text, char **name, char **address)
{
	g_autofree char *copy = g_strstrip(g_strdup(text));
	const char *start = strrchr(copy, '<');
	size_t size = strlen(copy);
	g_autofree char *bare = NULL;

	*name = *address = NULL;
	if (start == NULL)
		bare = g_strdup(copy);
	else if (copy[size - 1] == '>')
		bare =
		    g_strndup(start + 1, size - (size_t)(start + 1 - copy) - 1);
	if (bare == NULL || (*address = address_read(bare)) == NULL)
		return false;
	*name = start == NULL ? g_strdup("")
			      : unquote(copy, (size_t)(start - copy));
	return true;
}

/* Letters and marks that nobody sees, such as fillers: with one of them a name
 * would look like another player's.  They are those of Unicode's
 * Default_Ignorable_Code_Point that GLib calls alphanumeric or marks. */
static bool
is_unseen(gunichar c)
{
	static const struct {
		gunichar first, last;
	} unseen[] = { { 0x34f, 0x34f }, { 0x115f, 0x1160 }, { 0x17b4, 0x17b5 },
		{ 0x180b, 0x180f }, { 0x3164, 0x3164 }, { 0xfe00, 0xfe0f },
		{ 0xffa0, 0xffa0 }, { 0xe0100, 0xe01ef } };

	for (size_t i = 0; i < G_N_ELEMENTS(unseen); i++)
		if (c >= unseen[i].first && c <= unseen[i].last)
			return true;
	return false;
}

bool
name_ok(const char *name)
{
	long chars = 0;
	bool letter = false, any = false;

	if (!g_utf8_validate(name, -1, NULL))
		return false;
	for (const char *p = name; *p != '\0'; p = g_utf8_next_char(p)) {
		gunichar c = g_utf8_get_char(p);
		/* Some scripts write vowels as marks upon a letter. */
		bool mark = g_unichar_ismark(c) && letter;
		letter = g_unichar_isalpha(c) || mark;
		if (letter || g_unichar_isdigit(c))
			any = true;
		else if (c > 0x7f || strchr(" -'.", (int)c) == NULL)
			return false;
		if (is_unseen(c))
			return false;
		chars++;
	}
	return any && chars <= NAME_MAX_CHARS && name[0] != ' ' &&
	       name[strlen(name) - 1] != ' ';
}

/* ---- tickets ---- */

char *
ticket_address(const struct ticket *ticket, const char *own, char delimiter)
{
	const char *at = strchr(own, '@');
	GString *s = g_string_new_len(own, at - own);

	g_string_append_c(s, delimiter);
	if (ticket->match == 0) {
		g_string_append_printf(s, "x.%s%s", ticket->key, at);
		return g_string_free(s, FALSE);
	}
	g_string_append_printf(s, "g%" G_GINT64_FORMAT, ticket->match);
	if (ticket->seat >= 0)
		g_string_append_printf(s, ".s%d", ticket->seat);
	g_string_append_printf(
	    s, ".t%" G_GINT64_FORMAT ".%s%s", ticket->turn, ticket->key, at);
	return g_string_free(s, FALSE);
}

char *
ticket_message_id(const struct ticket *ticket, const char *own)
{
	const char *at = strchr(own, '@');
	GString *s = g_string_new(NULL);

	if (ticket->match == 0) {
		g_string_append_c(s, 'x');
	} else {
		g_string_append_printf(s, "g%" G_GINT64_FORMAT, ticket->match);
		if (ticket->seat >= 0)
			g_string_append_printf(s, ".s%d", ticket->seat);
		g_string_append_printf(s, ".t%" G_GINT64_FORMAT, ticket->turn);
	}
	g_string_append_printf(s, ".n%s.%s%s", ticket->serial, ticket->key, at);
	return g_string_free(s, FALSE);
}

/* LETTER NUMBER '.': a number as we write it, without zeros in front. */
static bool
take_number(const char **text, char letter, int64_t *number)
{
	const char *p = *text;
	int64_t n = 0;
	int digits = 0;

	if (g_ascii_tolower(*p) != letter)
		return false;
	for (p++; g_ascii_isdigit(*p); p++) {
		if (++digits > 18)
			return false;
		n = n * 10 + (*p - '0');
	}
	if (digits == 0 || (digits > 1 && (*text)[1] == '0') || *p != '.')
		return false;
	*number = n;
	*text = p + 1;
	return true;
}

/* So many characters of a key. */
static bool
take_code(const char *text, size_t size, char *code)
{
	for (size_t i = 0; i < size; i++) {
		code[i] = g_ascii_tolower(text[i]);
		if (!g_ascii_islower(code[i]) &&
		    (code[i] < '2' || code[i] > '7'))
			return false;
	}
	code[size] = '\0';
	return true;
}

static bool
take_key(const char *text, char key[KEY_SIZE + 1])
{
	return strlen(text) == KEY_SIZE && take_code(text, KEY_SIZE, key);
}

/* 'n' SERIAL '.' */
static bool
take_serial(const char **text, char serial[SERIAL_SIZE + 1])
{
	const char *p = *text;

	if (g_ascii_tolower(*p) != 'n' ||
	    !take_code(p + 1, SERIAL_SIZE, serial) || p[SERIAL_SIZE + 1] != '.')
		return false;
	*text = p + SERIAL_SIZE + 2;
	return true;
}

/* The words of a ticket; with_serial: as in a Message-ID. */
static bool
take_ticket(const char *text, bool with_serial, struct ticket *out)
{
	struct ticket ticket = { .seat = -1 };
	int64_t seat;

	if (g_ascii_tolower(text[0]) == 'x' && text[1] == '.') {
		text += 2;
	} else {
		if (!take_number(&text, 'g', &ticket.match) ||
		    ticket.match == 0)
			return false;
		if (take_number(&text, 's', &seat)) {
			if (seat > SEAT_MAX)
				return false;
			ticket.seat = (int)seat;
		}
		if (!take_number(&text, 't', &ticket.turn))
			return false;
	}
	if (with_serial && !take_serial(&text, ticket.serial))
		return false;
	if (!take_key(text, ticket.key))
		return false;
	*out = ticket;
	return true;
}

/* What stands behind the robot's name and the delimiter, or NULL. */
static char *
words_of_address(const char *address, const char *own, char delimiter)
{
	const char *own_at = strchr(own, '@');
	const char *at = strchr(address, '@');
	size_t size = (size_t)(own_at - own);

	if (at == NULL || (size_t)(at - address) < size + 1 ||
	    g_ascii_strcasecmp(at, own_at) != 0 ||
	    g_ascii_strncasecmp(address, own, size) != 0 ||
	    address[size] != delimiter)
		return NULL;
	address += size + 1;
	return g_strndup(address, (size_t)(at - address));
}

bool
ticket_from_address(
    const char *address, const char *own, char delimiter, struct ticket *ticket)
{
	g_autofree char *words = words_of_address(address, own, delimiter);

	return words != NULL && take_ticket(words, false, ticket);
}

bool
ticket_from_message_id(const char *id, const char *own, struct ticket *ticket)
{
	const char *at = strchr(id, '@');
	g_autofree char *words = NULL;

	if (at == NULL || g_ascii_strcasecmp(at, strchr(own, '@')) != 0)
		return false;
	words = g_strndup(id, (size_t)(at - id));
	return take_ticket(words, true, ticket);
}

/* ---- answers to letters about several matches ---- */

char *
digest_address(int64_t person, const char *key, const char *own, char delimiter)
{
	const char *at = strchr(own, '@');

	return g_strdup_printf("%.*s%cd%" G_GINT64_FORMAT ".%s%s",
	    (int)(at - own), own, delimiter, person, key, at);
}

bool
digest_from_address(const char *address, const char *own, char delimiter,
    int64_t *person, char key[KEY_SIZE + 1])
{
	g_autofree char *words = words_of_address(address, own, delimiter);
	const char *text = words;

	return words != NULL && take_number(&text, 'd', person) &&
	       take_key(text, key);
}

/* ---- out of what is told to others ---- */

/* Where a run of them begins, or where the last match has ended; no run is
 * looked through from each of its characters. */
#define AT_FIRST(chars) "(?:\\G|(?<!" chars "))"
/* Keys and tags, whole or broken over lines, also as a link has them. */
#define CUT_KEYS                                                               \
	AT_FIRST("[\\w.+=%-]")                                                 \
	"[\\w.+=%-]*g\\d+\\.\\s*(s\\d+\\.\\s*)?t\\d+\\.\\s*"                   \
	"(n[a-z2-7]+\\.\\s*)?[a-z2-7]+(\\s*(@|%40)\\s*[\\w.-]+)?"              \
	"|\\bx\\.n[a-z2-7]{8}\\.[a-z2-7]+(@[\\w.-]+)?"                         \
	"|" AT_FIRST("[\\w.-]") "[\\w.-]+([+=-]|%2b)[bx]\\.\\s*[a-z2-7]+((@|%" \
				"40)[\\w.-]+)?"                                \
				"|" AT_FIRST(                                  \
				    "[\\w.+=%-]") "[\\w.+=%-]*\\bd\\d+\\.[a-"  \
						  "z2-7]{8,}(@[\\w.-]+)?"      \
						  "|(\\[|%5b)?\\bg\\d+-[a-z2-" \
						  "7]{4}\\b(\\]|%5d)?"         \
						  "|%5bg\\d+-[a-z2-7]{4}(%5d)" \
						  "?|#~.*|~#.*"
/* Marks that nobody sees, such as a zero-width space. */
#define CUT_UNSEEN "\\p{Cf}{0,8}"
#define CUT_SIGN "(?:[@\\x{ff20}\\x{fe6b}]|%40)"
#define CUT_AT CUT_UNSEEN CUT_SIGN CUT_UNSEEN
/*
 * A local part: of "o'brien" whole, of "'anna'" without the mark before it; '/'
 * within it, but not of a link, whose "/@name" is no address.
 */
#define CUT_CHAR "[^\\s<>()\\[\\],;:\"'/@\\x{ff20}\\x{fe6b}]"
#define CUT_WORD "(?<!" CUT_CHAR "')" CUT_CHAR "+"
#define CUT_LOCAL                                                             \
	"(?:\"[^\"\\n]{1,64}\"|" AT_FIRST("[^\\s<>()\\[\\],;:\"'@]") CUT_WORD \
	    "(?:['/]" CUT_CHAR "+){1,8}'?"                                    \
	    "|" AT_FIRST(CUT_CHAR) CUT_WORD "(?:'" CUT_CHAR "+){0,8}'?)"
/* Broken at a dot, but for one that ends a sentence. */
#define CUT_BREAK                                            \
	"(?:(?<=[.\\p{Cf}])\\n(?!(?-i:\\p{Lu}(?!\\p{Lu})))|" \
	"\\n(?=\\.\\w))"
#define CUT_RUN "[\\w.\\p{Cf}-]*"
#define CUT_HOST "\\w(?:" CUT_RUN "(?:" CUT_BREAK CUT_RUN "){0,4}\\w)?"
/* "5@noon", "17.30@home": an hour, for such a local part needs a dot. */
#define CUT_NO_HOUR                                   \
	"(?![^\\w\\s]?\\d{1,4}(?:[./]\\d{1,2})?@\\n?" \
	"\\w[\\w\\p{Cf}-]*+(?!\\.\\p{Cf}*\\w))"
/*
 * With a letter in the host, for "2@3" is a price; or numbers as of IP.  If it
 * is broken, a dot must be in it, for "@Boris" may begin a line.
 */
#define CUT_ADDRESS                                                    \
	CUT_NO_HOUR CUT_LOCAL                                          \
	    "(?:" CUT_AT "\\n?(?:\\[[^\\]\\s]*\\]?|\\d+(?:\\.\\d+){3}" \
	    "|(?=" CUT_RUN "[^\\W\\d_])" CUT_HOST ")"                  \
	    "|[ \\n]?" CUT_AT "[ \\n]?"                                \
	    "(?=[\\w\\p{Cf}-]+\\." CUT_RUN "[^\\W\\d_])" CUT_HOST ")"  \
	    "(?:" CUT_AT CUT_HOST ")*+"

char *
addresses_cut(const char *text)
{
	g_autoptr(GRegex) regex = g_regex_new(CUT_KEYS "|" CUT_ADDRESS,
	    G_REGEX_CASELESS | G_REGEX_OPTIMIZE, 0, NULL);
	char *cut;

	g_assert(regex != NULL);
	cut = g_regex_replace_literal(regex, text, -1, 0, "...", 0, NULL);
	return cut != NULL ? cut : g_strdup("...");
}

/* ---- envelope senders ---- */

char *
bounce_address(const char *word, const char *own, char delimiter)
{
	const char *at = strchr(own, '@');

	return g_strdup_printf(
	    "%.*s%cb.%s%s", (int)(at - own), own, delimiter, word, at);
}

bool
bounce_from_address(const char *address, const char *own, char delimiter,
    char word[KEY_SIZE + 1])
{
	g_autofree char *words = words_of_address(address, own, delimiter);

	return words != NULL && g_ascii_tolower(words[0]) == 'b' &&
	       words[1] == '.' && take_key(words + 2, word);
}
