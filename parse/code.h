/* SPDX-License-Identifier: ISC */
/* Codes that answer questions. */
#ifndef PARSE_CODE_H
#define PARSE_CODE_H

#include <stdbool.h>

/*
 * Answers to questions bear a code of so many characters a-z2-7 with a digit
 * among them: "yes k3x9ab".  Without a code, yes and no are talk.
 */
#define REQUEST_CODE_SIZE 6
bool request_is_code(const char *);

#endif
