/* SPDX-License-Identifier: ISC */
/* A record checked. */
#ifndef APP_ORGANISER_RECORDS_RECORD_VERIFY_H
#define APP_ORGANISER_RECORDS_RECORD_VERIFY_H

#include "core/decision.h"

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;

/* What the ratings take from a record; texts belong to it. */
struct record_result {
	const char *game, *commitment;
	int64_t ended; /* 0: the record does not say */
	int64_t match;
	bool over;
	size_t seats;
	int places[GAME_MAX_SEATS];
	int64_t who[GAME_MAX_SEATS]; /* as struct rating_result has it */
};

/*
 * Replay it and compare all, as turnpost-record(5) tells: fingerprints, seeds,
 * draws, moves, result.  The report's lines tell what was found, and what no
 * fingerprint covers; -1 with err says what does not fit.
 */
int record_verify(const json_t *record, GString *report, struct err *);
/* The same, with what the ratings take from it. */
int record_verify_result(const json_t *record, GString *report,
    struct record_result *, struct err *);

#endif
