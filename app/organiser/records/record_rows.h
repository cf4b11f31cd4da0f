/* SPDX-License-Identifier: ISC */
/* A record of another home as the rows that its match will have in this one. */
#ifndef APP_ORGANISER_RECORDS_RECORD_ROWS_H
#define APP_ORGANISER_RECORDS_RECORD_ROWS_H

#include <glib.h>
#include <jansson.h>
#include <stdint.h>

struct err;
struct match_row;

/* A match as it is to be written. */
struct incoming {
	char *file;
	struct match_row *row;
	int64_t number; /* of the match in its own home */
	GPtrArray *seats; /* struct seat_row * */
	GPtrArray *events; /* struct event_row * */
};
struct incoming *incoming_new(const char *file);
void incoming_free(void *);
/*
 * Fill it.  The record was verified (record_verify_result), so that its seeds,
 * draws and moves are as they must be; ERR_FORMAT says what else is wrong.
 */
int incoming_read(struct incoming *, const json_t *record, struct err *);

#endif
