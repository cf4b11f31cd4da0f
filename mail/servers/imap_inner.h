/* SPDX-License-Identifier: ISC */
/* What the files of a session share: imap.c requests,
 * imap_list.c what waits, imap_fetch.c a mail, imap_move.c moving away. */
#ifndef MAIL_SERVERS_IMAP_INNER_H
#define MAIL_SERVERS_IMAP_INNER_H

#include "mail/servers/curl.h"

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;
struct server;

struct imap {
	const struct server *server;
	const char *folder, *done;
	CURL *curl; /* NULL: to be set up */
	bool used; /* it was logged in before */
	bool opened; /* the folder was, on this connection */
	char text[CURL_ERROR_SIZE];
	char *url; /* of the server */
	char *path; /* the folder as part of a URL */
	uint32_t validity;
	unsigned abilities;
	bool able; /* they were asked for */
	GByteArray *answer;
	size_t room; /* for it */
	GString *no; /* how the server said no */
	char words[LAST_WORDS_SIZE]; /* its last, if they were a complaint */
	bool bye; /* it said goodbye */
};

/* A path of the server's URL, or (custom) our own words; the answer, of at most
 * room bytes, is in imap->answer. */
int imap_request(struct imap *, const char *path, const char *custom,
    size_t room, CURLcode *, struct err *);
/* Our own words to the server, or (in_folder) with its folder open.  The answer
 * is in imap->answer. */
int imap_ask(struct imap *, bool in_folder, const char *words, struct err *);
/* What the server can do: in imap->abilities. */
int imap_ask_abilities(struct imap *, struct err *);

/* Lines of the answer, one after the other. */
struct imap_lines {
	const char *at, *line;
	size_t left, size;
};
struct imap_lines imap_answer_lines(const struct imap *);
bool imap_answer_next(struct imap_lines *);

/* ---- imap_list.c ---- */

int imap_list_slice(struct imap *, bool bare, uint32_t first, uint32_t end,
    GArray *mails, uint32_t *on, struct err *);

#endif
