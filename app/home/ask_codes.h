/* SPDX-License-Identifier: ISC */
/* Codes by which people answer what they were asked: the one maker of them. */
#ifndef APP_HOME_ASK_CODES_H
#define APP_HOME_ASK_CODES_H

#include "mail/ticket.h"
#include "parse/code.h"

#include <stdbool.h>
#include <stdint.h>

struct home;

/*
 * What a code is made of, and the key in the id of the letter that asks.  When
 * and who was asked are part of it: after a backup was put back another
 * question may get the same number.
 */
struct ask_sign {
	const char *word; /* what it is about */
	int party; /* of those who must agree; 0: there is but one */
	int64_t number, at;
	int64_t person; /* 0: no part of it */
};
void ask_code(const struct home *, const struct ask_sign *,
    char code[REQUEST_CODE_SIZE + 1]);
void ask_key(
    const struct home *, const struct ask_sign *, char key[KEY_SIZE + 1]);
/* Is the text that code, or that key? */
bool ask_is_shown(
    const struct home *, const struct ask_sign *, const char *text);

#endif
