/* SPDX-License-Identifier: ISC */
/* An organiser who plays, and looks at what is hidden. */
#ifndef APP_MATCHES_TABLE_ORGANISER_SEATS_H
#define APP_MATCHES_TABLE_ORGANISER_SEATS_H

struct table;

/* Which seats are the organiser's, in a new table or when somebody comes. */
int reveal_load(struct table *);
/* Are there looks to be told? */
int reveal_settle(struct table *);

#endif
