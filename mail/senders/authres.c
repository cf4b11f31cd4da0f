/* SPDX-License-Identifier: ISC */
/*
 * Authentication-Results (RFC 8601): what our own mail server found out about
 * the domain of From.  Anybody can write such a field, so only those count
 * that bear the name which the organiser gave, as it is, without quotes; stand
 * in the header of the mail itself; and stand at its top, where our server
 * writes: above the first Received that is not its own (received.c), and right
 * below the one with which the mail came to us only if none is above it.
 *
 * A server should take out those of its name that came with a mail; for where
 * it does not, what says "pass" counts only in the uppermost run of such
 * fields, without another field in between, and there only in the first one
 * that tells of DMARC, DKIM or SPF: programs write theirs on top, and a mail
 * brings its own below.  All others can but make it worse.
 */
#include "mail/senders/authres.h"

#include "base/address.h"
#include "mail/inner.h"
#include "mail/senders/scan.h"

#include <string.h>

#define HEADER_MAX 262144 /* bytes of the header that are looked at */

/* ---- domains ---- */

/*
 * A server that signs for a domain can speak for those below it, but not for
 * the one above: that one may have been lent to many.  Servers with SMTPUTF8
 * may write it in its own script (RFC 8616).
 */
static bool
is_aligned(const char *says, const char *from)
{
	const char *at = strrchr(says, '@');
	g_autofree char *signer = host_heard(at != NULL ? at + 1 : says);

	return strchr(signer, '.') != NULL &&
	       (g_ascii_strcasecmp(signer, from) == 0 ||
		   scan_is_below(from, signer));
}

/* ---- one field ---- */

/* What a method says, the worst last. */
enum says { NOTHING, PASS, OTHER, FAIL };

/* What one field says. */
struct told {
	const char *from; /* the domain of From */
	enum says dmarc, dkim, spf;
	int results;
};

/* "dkim=pass header.d=example.org ..." */
struct result {
	char method[WORD_SIZE], says[WORD_SIZE];
	bool domain, aligned; /* one was named; it is From's */
};

static bool
names_domain(const char *method, const char *property)
{
	static const char *const names[][2] = { { "dkim", "header.d" },
		{ "dkim", "header.i" }, { "dmarc", "header.from" },
		{ "spf", "smtp.mailfrom" } };

	for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
		if (strcmp(method, names[i][0]) == 0 &&
		    strcmp(property, names[i][1]) == 0)
			return true;
	return false;
}

static void
take_property(
    struct result *r, const char *name, const char *value, const char *from)
{
	const char *at = strrchr(value, '@');
	bool aligned = is_aligned(value, from);

	if (!names_domain(r->method, name))
		return;
	/* it proves nothing, so a domain of bounces is as good */
	if (strcmp(r->method, "spf") == 0)
		aligned |= scan_is_below(at != NULL ? at + 1 : value, from);
	/* all that are named must be: header.d and header.i of one result */
	r->aligned = (!r->domain || r->aligned) && aligned;
	r->domain = true;
}

static void
take_result(struct told *told, const struct result *r)
{
	bool pass = strcmp(r->says, "pass") == 0;
	enum says named = pass && r->domain && r->aligned ? PASS : OTHER;

	told->results += r->method[0] != '\0';
	if (strcmp(r->method, "dmarc") == 0) {
		if (strcmp(r->says, "fail") == 0)
			named = FAIL;
		else if (pass && !r->domain)
			named = PASS;
		told->dmarc = MAX(told->dmarc, named);
	} else if (strcmp(r->method, "spf") == 0) {
		told->spf = MAX(told->spf, named);
	} else if (strcmp(r->method, "dkim") == 0 && told->dkim != PASS) {
		told->dkim = named; /* of several signatures the best */
	}
}

/* NAME "=" VALUE at the scan; false: no such thing, it went past one word. */
static bool
take_pair(struct scan *s, char name[WORD_SIZE])
{
	g_strlcpy(name, s->word, WORD_SIZE);
	name[strcspn(name, "/")] = '\0'; /* "dkim/1" */
	if (scan_next(s) != SCAN_EQUALS)
		return false;
	return scan_next(s) == SCAN_WORD;
}

/* Up to the next semicolon. */
static void
read_result(struct told *told, struct scan *s)
{
	struct result r = { .method = "" };
	char name[WORD_SIZE];

	while (s->kind != SCAN_END && s->kind != SCAN_SEMICOLON) {
		if (s->kind != SCAN_WORD) {
			scan_next(s);
			continue;
		}
		if (!take_pair(s, name))
			continue;
		if (r.method[0] == '\0') {
			g_strlcpy(r.method, name, WORD_SIZE);
			g_strlcpy(r.says, s->word, WORD_SIZE);
		} else
			take_property(&r, name, s->word, told->from);
		scan_next(s);
	}
	take_result(told, &r);
}

/* ---- the header ---- */

/* Where one is, and what the fields said so far. */
struct found {
	const char *from; /* domain */
	const char *authserv;
	char *spelling; /* of the first field of ours, as it ends; owned */
	enum { ABOVE, INSIDE, BELOW } run; /* of the uppermost fields of ours */
	bool entered; /* past the Received with which it came to us */
	bool settled; /* nothing that passes counts any more */
	enum says dmarc, dkim; /* the worst */
	bool dmarc_pass, dkim_pass;
};

static void
note(struct found *found, const struct told *told)
{
	found->dmarc = MAX(found->dmarc, told->dmarc);
	found->dkim = MAX(found->dkim, told->dkim);
	if (found->settled)
		return;
	found->dmarc_pass = told->dmarc == PASS;
	found->dkim_pass = told->dkim == PASS;
	found->settled = told->dmarc != NOTHING || told->dkim != NOTHING ||
			 told->spf > PASS || told->results == 0;
}

/* How many labels a name has. */
static int
count_labels(const char *name)
{
	int n = 1;

	for (; *name != '\0'; name++)
		n += *name == '.';
	return n;
}

/* What is left of a name: its last labels, so many. */
static const char *
last_labels(const char *name, int n)
{
	for (int more = count_labels(name) - n; more > 0; more--)
		name = strchr(name, '.') + 1;
	return name;
}

/* Is the name that was read ours, and spelt as in the first field? */
static bool
is_ours(struct found *found, const struct scan *s)
{
	const char *own = found->authserv;
	g_autofree char *word = NULL;
	const char *spelling;

	if (!s->bare || !scan_is_ours(s->word, own))
		return false;
	word = g_strndup(s->start, strlen(s->word));
	spelling =
	    last_labels(word, count_labels(own) - g_str_has_prefix(own, "*."));
	if (found->spelling == NULL)
		found->spelling = g_strdup(spelling);
	return strcmp(found->spelling, spelling) == 0;
}

/* Is it by our server?  Then it says what it says. */
static bool
read_field(struct found *found, const char *p, const char *end)
{
	struct scan s = { .p = p, .end = end };
	struct told told = { .from = found->from };

	if (scan_next(&s) != SCAN_WORD || !is_ours(found, &s))
		return false;
	if (scan_next(&s) == SCAN_WORD)
		scan_next(&s); /* its version */
	if (s.kind != SCAN_SEMICOLON && s.kind != SCAN_END)
		return false;
	while (s.kind == SCAN_SEMICOLON) {
		scan_next(&s);
		read_result(&told, &s);
	}
	note(found, &told);
	return true;
}

/* The end of the field that begins at p: of its last folded line. */
static const char *
field_end(const char *p, const char *end)
{
	for (;;) {
		const char *nl = memchr(p, '\n', (size_t)(end - p));

		if (nl == NULL)
			return end;
		p = nl + 1;
		if (p == end || (*p != ' ' && *p != '\t'))
			return p;
	}
}

/* "NAME:" at p, behind it; else NULL. */
static const char *
after_name(const char *p, const char *end, const char *name)
{
	size_t size = strlen(name);

	if ((size_t)(end - p) <= size || g_ascii_strncasecmp(p, name, size))
		return NULL;
	for (p += size; p < end && (*p == ' ' || *p == '\t'); p++)
		;
	return p < end && *p == ':' ? p + 1 : NULL;
}

/* false: what stands below a Received is none of ours. */
static bool
pass_received(struct found *found, const char *p, const char *end)
{
	enum hop hop = found->entered ? HOP_FOREIGN
				      : received_hop(p, end, found->authserv);

	found->entered = hop == HOP_ENTRY;
	return hop == HOP_INSIDE || (hop == HOP_ENTRY && found->run == ABOVE);
}

static void
read_header(struct found *found, const char *p, const char *end)
{
	while (p < end && *p != '\n' && *p != '\r') {
		const char *after = field_end(p, end);
		const char *value = after_name(p, after, "Received");
		bool ours = false;

		if (value != NULL && !pass_received(found, value, after))
			return;
		value = after_name(p, after, "Authentication-Results");
		if (value != NULL)
			ours = read_field(found, value, after);
		if (ours && found->run == ABOVE)
			found->run = INSIDE;
		else if (!ours && found->run == INSIDE)
			found->run = BELOW;
		found->settled |= found->run == BELOW;
		p = after;
	}
}

static void
read_mail(struct found *found, GBytes *raw)
{
	size_t size;
	const char *bytes = raw_bytes(raw, &size);

	if (bytes == NULL)
		return;
	bytes = raw_after_mbox_line(bytes, &size);
	read_header(found, bytes, bytes + MIN(size, (size_t)HEADER_MAX));
}

enum verdict
authres_verdict(GBytes *raw, const char *authserv, const char *from)
{
	const char *at = strrchr(from, '@');
	struct found found = { .from = at == NULL ? "" : at + 1,
		.authserv = authserv };

	if (authserv == NULL)
		return VERDICT_NOT_CONFIGURED;
	if (found.from[0] != '\0')
		read_mail(&found, raw);
	g_free(found.spelling);
	if (found.dmarc == FAIL)
		return VERDICT_FAIL;
	return (found.dmarc_pass && found.dmarc == PASS) ||
		       (found.dkim_pass && found.dkim == PASS)
		   ? VERDICT_PASS
		   : VERDICT_NONE;
}

bool
authres_found(GBytes *raw, const char *authserv)
{
	struct found found = { .from = "", .authserv = authserv };

	read_mail(&found, raw);
	g_free(found.spelling);
	return found.run != ABOVE;
}
