/* SPDX-License-Identifier: ISC */
/* Letters that did not reach their readers. */
#ifndef STORE_MAILS_BOUNCES_H
#define STORE_MAILS_BOUNCES_H

#include <stdbool.h>
#include <stdint.h>

struct outbox_row;
struct store;

/* A letter that did not reach its reader. */
struct bounce_row {
	int64_t id;
	char *address;
	int64_t outbox; /* the letter */
	int64_t inbox; /* the mail that said so; 0: refused at the door */
	int64_t at;
	char *code; /* "5.1.1" (RFC 3463) */
	char *says; /* the server's words, one line */
};
int store_bounce_add(struct store *, const struct bounce_row *);
/* Was it noted, with this code, and has no letter reached its reader since? */
int store_bounce_known(
    struct store *, int64_t outbox, const char *code, bool *known);
/*
 * On how many days (UTC) letters to this address came back, behind the last
 * letter before that one which was sent and did not.
 */
int store_bounce_days(
    struct store *, const char *address, int64_t outbox, int64_t *days);
/* A letter reached the reader: what came back before counts no more. */
int store_bounce_over(struct store *, const char *address);
/* That letter does not arrive: its reader is told again what stood in it. */
int store_letter_lost(struct store *, const struct outbox_row *);
/*
 * No letter goes to this address: those that wait become dead with that note,
 * and the seats that should have got them, or those that came back, are again
 * told what stood in them.
 */
int store_bounce_stop(struct store *, const char *address, const char *note);
/*
 * The same, of seats' letters: others go elsewhere instead of those that
 * wait.
 */
int store_letters_moved(struct store *, const char *address, const char *note);

#endif
