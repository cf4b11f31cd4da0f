/* SPDX-License-Identifier: ISC */
/*
 * Lines that an IMAP server answers with (RFC 3501, 4731, 9051), read
 * strictly: a line with anything odd in it is none of ours.  Any bytes may
 * come, for a server may be broken or in wrong hands.
 */
#include "mail/servers/imap.h"

#include <string.h>

#define NESTING_MAX 8 /* of lists in lists; such servers send one or two */

/* Where in a line we are. */
struct at {
	const char *p, *end;
};

bool
imap_next_line(
    const char **bytes, size_t *left, const char **line, size_t *size)
{
	const char *nl;

	if (*left == 0)
		return false;
	nl = memchr(*bytes, '\n', *left);
	*line = *bytes;
	*size = nl == NULL ? *left : (size_t)(nl - *bytes);
	*bytes += *size + (nl != NULL);
	*left -= *size + (nl != NULL);
	if (*size > 0 && (*line)[*size - 1] == '\r')
		--*size;
	return true;
}

/* ---- pieces ---- */

static bool
take_char(struct at *at, char c)
{
	if (at->p == at->end || *at->p != c)
		return false;
	at->p++;
	return true;
}

/* Characters of an atom; '[' begins a section, see take_section. */
static bool
is_atom(char c)
{
	return c > ' ' && c < 0x7f && strchr("(){\"[", c) == NULL;
}

static size_t
atom_size(const struct at *at)
{
	const char *p = at->p;

	while (p < at->end && is_atom(*p))
		p++;
	return (size_t)(p - at->p);
}

/* The word, and after it a blank, a bracket or the end. */
static bool
take_word(struct at *at, const char *word)
{
	size_t size = atom_size(at);

	if (size != strlen(word) || g_ascii_strncasecmp(at->p, word, size) != 0)
		return false;
	at->p += size;
	return true;
}

/* A number of digits alone, up to max. */
static bool
take_number(struct at *at, int64_t max, int64_t *n)
{
	size_t size = atom_size(at);

	if (size == 0)
		return false;
	*n = 0;
	for (size_t i = 0; i < size; i++) {
		if (!g_ascii_isdigit(at->p[i]) ||
		    *n > (max - (at->p[i] - '0')) / 10)
			return false;
		*n = *n * 10 + (at->p[i] - '0');
	}
	at->p += size;
	return true;
}

/* A number that names something: 1 to 4294967295. */
static bool
take_id(struct at *at, uint32_t *n)
{
	int64_t wide;

	if (!take_number(at, UINT32_MAX, &wide) || wide == 0)
		return false;
	*n = (uint32_t)wide;
	return true;
}

static bool
take_quoted(struct at *at)
{
	if (!take_char(at, '"'))
		return false;
	while (at->p < at->end && *at->p != '"') {
		if (*at->p == '\\')
			at->p++;
		if (at->p < at->end)
			at->p++;
	}
	return take_char(at, '"');
}

/* "[HEADER.FIELDS (FROM)]<0>" and what else hangs on an item's name. */
static bool
take_section(struct at *at)
{
	while (at->p < at->end && *at->p != ']')
		at->p++;
	if (!take_char(at, ']'))
		return false;
	at->p += atom_size(at);
	return true;
}

static bool
take_name(struct at *at)
{
	size_t size = atom_size(at);

	at->p += size;
	if (at->p < at->end && *at->p == '[')
		return take_section(at);
	return size > 0;
}

/*
 * Any value: an atom, a quoted string, a list.  No literals: their bytes stand
 * on other lines.
 */
static bool
skip_value(struct at *at)
{
	int depth = 0;

	do {
		if (take_char(at, '(')) {
			if (++depth > NESTING_MAX)
				return false;
			while (take_char(at, ' '))
				;
			continue;
		}
		if (depth > 0 && take_char(at, ')'))
			depth--;
		else if (at->p < at->end && *at->p == '"') {
			if (!take_quoted(at))
				return false;
		} else if (!take_name(at))
			return false;
		if (depth > 0)
			while (take_char(at, ' '))
				;
	} while (depth > 0);
	return true;
}

/* "* 12 WORD" or "* WORD": what follows is left. */
static bool
begin(struct at *at, const char *line, size_t size, const char *word)
{
	*at = (struct at){ line, line + size };
	return take_char(at, '*') && take_char(at, ' ') && take_word(at, word);
}

static bool
begin_numbered(
    struct at *at, const char *line, size_t size, const char *word, int64_t *n)
{
	*at = (struct at){ line, line + size };
	return take_char(at, '*') && take_char(at, ' ') &&
	       take_number(at, UINT32_MAX, n) && take_char(at, ' ') &&
	       take_word(at, word);
}

/* ---- lines ---- */

static bool
fetch_item(struct at *at, struct imap_mail *mail)
{
	if (take_word(at, "UID"))
		return take_char(at, ' ') && take_id(at, &mail->uid);
	if (take_word(at, "RFC822.SIZE"))
		return take_char(at, ' ') &&
		       take_number(at, INT64_MAX, &mail->size);
	return take_name(at) && take_char(at, ' ') && skip_value(at);
}

bool
imap_read_fetch(const char *line, size_t size, struct imap_mail *mail)
{
	struct at at;
	int64_t n;

	*mail = (struct imap_mail){ 0, -1 };
	if (!begin_numbered(&at, line, size, "FETCH", &n) ||
	    !take_char(&at, ' ') || !take_char(&at, '('))
		return false;
	do {
		if (!fetch_item(&at, mail))
			return false;
	} while (take_char(&at, ' '));
	return take_char(&at, ')') && at.p == at.end && mail->uid != 0;
}

static bool
status_item(struct at *at, struct imap_status *status)
{
	int64_t n;

	if (take_word(at, "UIDVALIDITY"))
		return take_char(at, ' ') && take_id(at, &status->validity);
	if (take_word(at, "UIDNEXT"))
		return take_char(at, ' ') && take_id(at, &status->next);
	if (!take_word(at, "MESSAGES"))
		return take_name(at) && take_char(at, ' ') && skip_value(at);
	if (!take_char(at, ' ') || !take_number(at, UINT32_MAX, &n))
		return false;
	status->mails = (uint32_t)n;
	return true;
}

bool
imap_read_status(const char *line, size_t size, struct imap_status *status)
{
	struct at at;

	*status = (struct imap_status){ 0 };
	/* The folder may be a name with brackets in it: no matter. */
	if (!begin(&at, line, size, "STATUS") || !take_char(&at, ' ') ||
	    !skip_value(&at) || !take_char(&at, ' ') || !take_char(&at, '('))
		return false;
	do {
		if (!status_item(&at, status))
			return false;
	} while (take_char(&at, ' '));
	if (!take_char(&at, ')'))
		return false;
	while (take_char(&at, ' ')) /* some end the line with a blank */
		;
	return at.p == at.end && status->validity != 0 && status->next != 0;
}

bool
imap_read_search(const char *line, size_t size, GArray *uids)
{
	struct at at;
	uint32_t uid;

	if (!begin(&at, line, size, "SEARCH"))
		return false;
	while (take_char(&at, ' ')) {
		if (at.p == at.end)
			break; /* some end the line with a blank */
		if (*at.p == '(') /* (MODSEQ n), at the end */
			return skip_value(&at) && at.p == at.end;
		if (!take_id(&at, &uid))
			return false;
		g_array_append_val(uids, uid);
	}
	return at.p == at.end;
}

bool
imap_read_esearch(
    const char *line, size_t size, uint32_t *least, uint32_t *count)
{
	struct at at;
	int64_t n;

	*least = 0;
	*count = UINT32_MAX;
	if (!begin(&at, line, size, "ESEARCH"))
		return false;
	while (take_char(&at, ' ')) {
		if (take_word(&at, "MIN")) {
			if (!take_char(&at, ' ') || !take_id(&at, least))
				return false;
		} else if (take_word(&at, "COUNT")) {
			if (!take_char(&at, ' ') ||
			    !take_number(&at, UINT32_MAX, &n))
				return false;
			*count = (uint32_t)n;
		} else if (!skip_value(&at))
			return false;
	}
	return at.p == at.end;
}

bool
imap_read_exists(const char *line, size_t size, uint32_t *n)
{
	struct at at;
	int64_t wide;

	if (!begin_numbered(&at, line, size, "EXISTS", &wide) || at.p != at.end)
		return false;
	*n = (uint32_t)wide;
	return true;
}

bool
imap_read_capability(const char *line, size_t size, unsigned *abilities)
{
	static const struct {
		const char *word;
		unsigned can;
	} words[] = {
		{ "MOVE", IMAP_MOVE },
		{ "UIDPLUS", IMAP_UIDPLUS },
		{ "ESEARCH", IMAP_ESEARCH },
		{ "IDLE", IMAP_IDLE },
		{ "IMAP4rev2",
		    IMAP_MOVE | IMAP_UIDPLUS | IMAP_ESEARCH | IMAP_IDLE },
	};
	struct at at;

	*abilities = 0;
	if (!begin(&at, line, size, "CAPABILITY"))
		return false;
	while (take_char(&at, ' ')) {
		size_t i = 0;

		while (
		    i < G_N_ELEMENTS(words) && !take_word(&at, words[i].word))
			i++;
		if (i < G_N_ELEMENTS(words))
			*abilities |= words[i].can;
		else if (at.p < at.end && !take_name(&at))
			return false;
	}
	return at.p == at.end;
}

char
imap_read_end(const char *line, size_t size, const char **text)
{
	static const char *const words[] = { "OK", "NO", "BAD" };
	struct at at = { line, line + size };
	size_t tag;

	*text = line;
	if (size > 0 && line[0] == '+')
		return '+';
	if (begin(&at, line, size, "BYE"))
		return 'Y';
	at.p = line;
	tag = atom_size(&at);
	at.p += tag;
	if (tag == 0 || line[0] == '*' || !take_char(&at, ' '))
		return 0;
	for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
		if (take_word(&at, words[i])) {
			take_char(&at, ' ');
			*text = at.p;
			return words[i][0];
		}
	return 0;
}
