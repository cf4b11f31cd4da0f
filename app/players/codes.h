/* SPDX-License-Identifier: ISC */
/* "yes CODE" and "no CODE". */
#ifndef APP_PLAYERS_CODES_H
#define APP_PLAYERS_CODES_H

struct handling;

/*
 * Do what the codes in the mail say.  If it is obeyed, the answer to its other
 * lines tells what came of them; else a mail that holds some is answered, and
 * done.
 */
int codes_read(struct handling *);

#endif
