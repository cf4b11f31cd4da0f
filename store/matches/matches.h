/* SPDX-License-Identifier: ISC */
/* Matches. */
#ifndef STORE_MATCHES_MATCHES_H
#define STORE_MATCHES_MATCHES_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct store;

enum match_status {
	STATUS_MUSTER, /* waiting for everyone's ready */
	STATUS_RUNNING,
	STATUS_OVER, /* ended by its rules */
	STATUS_ENDED /* called off, by the organiser or in the muster */
};

struct match_row {
	int64_t id;
	char *game;
	int rules;
	char *name;
	enum match_status status;
	char *options; /* JSON */
	char *data; /* JSON, or NULL */
	char *preset; /* JSON: setup laid out by the organiser, or NULL */
	char *agreed; /* hex, a fingerprint of these; NULL: none was told */
	unsigned char server_seed[32];
	unsigned char seed[32]; /* zero until it runs */
	char *policy; /* JSON: what was agreed on; NULL (to add): "{}" */
	int64_t created, started, ended; /* 0: not yet */
	int64_t
	    last_event; /* number of the last event ever made; never reused */
	GByteArray *draws; /* of the setup; NULL until it runs */
	int wanted; /* seats it is to have; if there are less, some are free */
	int64_t paused; /* since then its clocks stand still; 0: they go */
	int64_t looked; /* the organiser did, then, and it is to be told */
};
void match_row_free(struct match_row *);
/* Over, or called off. */
bool match_is_past(const struct match_row *);
/* Sets id; writes the seats (their match field is set). */
int store_match_add(struct store *, struct match_row *, GPtrArray *seats);
struct match_row *store_match(struct store *, int64_t id);
/* All that are in one of the two, which may be the same: GArray of int64_t, in
 * order. */
GArray *store_match_ids(struct store *, enum match_status, enum match_status);
/* life, seed, started, ended, last_event, draws, wanted, paused, looked */
int store_match_update(struct store *, const struct match_row *);

#endif
