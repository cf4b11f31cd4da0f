/* SPDX-License-Identifier: ISC */
/* Secrets and keys, and what a reply address of ours says with them. */
#ifndef MAIL_TICKET_H
#define MAIL_TICKET_H

#include <stdint.h>

#define KEY_SIZE 13 /* characters a-z2-7: 65 bits */
#define SERIAL_SIZE 8 /* the same characters: 40 bits */
#define SECRET_SIZE 32

/* What a reply address or a Message-ID of ours says. */
struct ticket {
	int64_t match; /* 0: none, an answer outside any match */
	int seat; /* -1: none */
	int64_t turn; /* number of the last event when the letter was made */
	char serial[SERIAL_SIZE + 1]; /* only in a Message-ID, else "" */
	char key[KEY_SIZE + 1];
};

#endif
