/* SPDX-License-Identifier: ISC */
/* Which person has a seat now. */
#ifndef APP_MATCHES_TABLE_TENURES_H
#define APP_MATCHES_TABLE_TENURES_H

struct table;
struct tenure_row;

/* The person who has it now, or NULL. */
const struct tenure_row *seat_tenure(const struct table *, int seat);
/* The name of the person who plays it, if it bears another's; else NULL. */
const char *seat_player(struct table *, int seat);

#endif
