/* SPDX-License-Identifier: ISC */
/*
 * Between authres.c, scan.c and received.c: the value of a field that servers
 * write, as it came, not decoded: folded, with comments in comments, quoted
 * strings, and blanks around "=".
 */
#ifndef MAIL_SENDERS_SCAN_H
#define MAIL_SENDERS_SCAN_H

#include <stdbool.h>
#include <stddef.h>

#define WORD_SIZE 256 /* a longer word is nothing that is looked for */

enum scan_kind { SCAN_END, SCAN_WORD, SCAN_SEMICOLON, SCAN_EQUALS };

struct scan {
	const char *p, *end;
	enum scan_kind kind;
	char word[WORD_SIZE]; /* lower case; "" if too long, or with a NUL */
	bool bare; /* only what the name of a host may have, and no quotes */
	const char *start; /* where the word begins in the field */
};
/* The next word (up to a gap or a sign; parts of it may be quoted) or sign;
 * comments are skipped. */
enum scan_kind scan_next(struct scan *);
/* If a comment comes next: where what is in it begins, and its size; p goes
 * behind it. */
const char *scan_comment(struct scan *, size_t *size);

bool scan_is_below(const char *host, const char *domain);
/* Does a name belong to the setting, "mx.example.org" or "*.example.org"? */
bool scan_is_ours(const char *host, const char *authserv);

/* ---- received.c ---- */

/* The server that wrote a Received. */
enum hop {
	HOP_FOREIGN,
	HOP_ENTRY, /* ours: it came to us here, and so did what stands below */
	HOP_INSIDE /* ours: it went from one program of ours to another */
};
enum hop received_hop(const char *p, const char *end, const char *authserv);

#endif
