/* SPDX-License-Identifier: ISC */
/* The log of a match: its moves, and what happened to it besides. */
#ifndef STORE_MATCHES_EVENTS_H
#define STORE_MATCHES_EVENTS_H

#include <glib.h>
#include <stdint.h>

struct store;

struct event_row {
	int64_t n;
	int seat;
	char *move; /* canonical text */
	GByteArray *draws; /* pairs n, value: uint32 little endian */
	int64_t at;
	int64_t inbox; /* the mail that asked for it; 0: none */
	char *by; /* "player", "plan", "deadline", "robot", "organiser" */
};
void event_row_free(struct event_row *);
/* n must be greater than every n of the match: else ERR_CLASH. */
int store_event_add(struct store *, int64_t match, const struct event_row *);
GPtrArray *store_events(struct store *, int64_t match);
/* Take the last one off; ERR_MISSING if there is none. */
int store_event_drop(struct store *, int64_t match);

/* What happened to a match besides moves: told to all its seats. */
struct notice_row {
	int64_t id, match;
	int64_t after; /* the number of the event it follows */
	int64_t at;
	char *phrase; /* key */
	char *args; /* JSON */
};
void notice_row_free(struct notice_row *);
int store_notice_add(struct store *, const struct notice_row *);
GPtrArray *store_notices(struct store *, int64_t match);

#endif
