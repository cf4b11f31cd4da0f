/* SPDX-License-Identifier: ISC */
/*
 * Who wrote a Received: our own server, which is one that names itself, behind
 * "by", as the organiser has named it; and if so, whether the mail came from
 * outside there, or from a filter or another program of ours.
 *
 * What stands behind "from" is what the sender called itself; so what the
 * server itself found out counts: the address from which it was called.
 */
#include "mail/senders/scan.h"

#include <arpa/inet.h>
#include <glib.h>
#include <netinet/in.h>
#include <string.h>

/* What a server of ours wrote behind "from". */
struct caller {
	char *helo; /* NULL: it names none */
	char *comment;
};

static bool
begins(const char *text, const char *with)
{
	return g_ascii_strncasecmp(text, with, strlen(with)) == 0;
}

/* An address of a machine, as it goes over the wire. */
struct ip {
	int family; /* AF_INET or AF_INET6 */
	guint8 bytes[sizeof(struct in6_addr)];
};

/* "127.0.0.1]", "IPv6:::1]": up to the bracket; false: it is no address. */
static bool
read_ip(const char *text, struct ip *ip)
{
	g_autofree char *number = NULL;

	if (begins(text, "IPv6:"))
		text += strlen("IPv6:");
	if (strchr(text, ']') == NULL)
		return false;
	number = g_strndup(text, strcspn(text, "]"));
	ip->family = strchr(number, ':') != NULL ? AF_INET6 : AF_INET;
	return inet_pton(ip->family, number, ip->bytes) == 1;
}

static bool
is_this_machine(const char *text)
{
	static const guint8 one[sizeof(struct in6_addr)] = { [15] = 1 };
	struct ip ip;

	if (!read_ip(text, &ip))
		return false;
	return ip.family == AF_INET ? ip.bytes[0] == 127
				    : memcmp(ip.bytes, one, sizeof(one)) == 0;
}

/* Of a network that nobody outside can call from: RFC 1918 and RFC 4193. */
static bool
is_private(const char *text)
{
	struct ip ip;

	if (!read_ip(text, &ip))
		return false;
	if (ip.family == AF_INET6)
		return (ip.bytes[0] & 0xfe) == 0xfc;
	return ip.bytes[0] == 10 ||
	       (ip.bytes[0] == 172 && (ip.bytes[1] & 0xf0) == 16) ||
	       (ip.bytes[0] == 192 && ip.bytes[1] == 168);
}

/*
 * "mail.example.org [127.0.0.1]", and of some servers "[127.0.0.1] helo=x":
 * a name in front of the number is one that the server has looked up.
 */
static bool
is_inside(const struct caller *c, const char *authserv)
{
	const char *ip = strchr(c->comment, '[');
	g_autofree char *name = NULL;
	size_t size;

	if (c->helo == NULL)
		return true;
	if (ip == NULL) /* "from [127.0.0.1] (helo=x)", of Exim */
		return c->helo[0] == '[' && is_this_machine(c->helo + 1) &&
		       (c->comment[0] == '\0' || begins(c->comment, "helo=") ||
			   begins(c->comment, "port="));
	size = (size_t)(ip - c->comment);
	name = g_strndup(c->comment, size);
	g_strchomp(name);
	for (const char *p = name; *p != '\0'; p++)
		if (!g_ascii_isalnum(*p) && strchr("-._", *p) == NULL)
			return false;
	ip++;
	/* Sendmail looks it up as well, but tells it if it is not so */
	if (strstr(ip, "may be forged") != NULL)
		return false;
	return is_this_machine(ip) || scan_is_ours(name, authserv) ||
	       (is_private(ip) && scan_is_ours(c->helo, authserv));
}

/* Up to "by", behind which it goes on; false: it names nobody. */
static bool
read_caller(struct scan *s, struct caller *c)
{
	const char *comment;
	size_t size;

	if (scan_next(s) == SCAN_WORD && strcmp(s->word, "from") == 0) {
		if (scan_next(s) != SCAN_WORD)
			return false;
		c->helo = g_strdup(s->word);
		comment = scan_comment(s, &size);
		c->comment = g_strndup(comment, size);
		scan_next(s);
	} else {
		c->comment = g_strdup("");
	}
	return s->kind == SCAN_WORD && strcmp(s->word, "by") == 0;
}

/*
 * Amavis stands between two times of the server, and calls itself so: "by
 * localhost (mx.example.org [127.0.0.1]) (amavisd-new, port 10024)".
 */
static bool
is_filter(struct scan *s, const char *authserv)
{
	size_t size;
	const char *text = scan_comment(s, &size);
	g_autofree char *comment = g_strndup(text, size);
	char *ip = strstr(comment, " [");

	if (ip == NULL || !is_this_machine(ip + 2))
		return false;
	*ip = '\0';
	return scan_is_ours(comment, authserv);
}

/* Over LMTP mail goes to the mailbox, never from one host to another. */
static bool
says_lmtp(struct scan *s)
{
	while (scan_next(s) != SCAN_END && s->kind != SCAN_SEMICOLON)
		if (s->kind == SCAN_WORD && strcmp(s->word, "with") == 0)
			return scan_next(s) == SCAN_WORD &&
			       g_str_has_prefix(s->word, "lmtp");
	return false;
}

static enum hop
judge(struct scan *s, const struct caller *c, const char *authserv)
{
	if (scan_next(s) != SCAN_WORD)
		return HOP_FOREIGN;
	/* its hosts among themselves: "by 2002:a05:6a10:1 with SMTP id x" */
	if (c->helo == NULL && scan_is_ours("mx.google.com", authserv) &&
	    g_str_has_prefix(s->word, "2002:a"))
		return HOP_INSIDE;
	if (!s->bare)
		return HOP_FOREIGN;
	if (strcmp(s->word, "localhost") == 0)
		return is_filter(s, authserv) ? HOP_INSIDE : HOP_FOREIGN;
	if (!scan_is_ours(s->word, authserv))
		return HOP_FOREIGN;
	return is_inside(c, authserv) || says_lmtp(s) ? HOP_INSIDE : HOP_ENTRY;
}

enum hop
received_hop(const char *p, const char *end, const char *authserv)
{
	struct scan s = { .p = p, .end = end };
	struct caller c = { NULL, NULL };
	enum hop hop = HOP_FOREIGN;

	if (read_caller(&s, &c))
		hop = judge(&s, &c, authserv);
	g_free(c.helo);
	g_free(c.comment);
	return hop;
}
