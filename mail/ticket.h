/* SPDX-License-Identifier: ISC */
/* What a reply address of ours says. */
#ifndef MAIL_TICKET_H
#define MAIL_TICKET_H

#include "mail/secret.h"

#include <stdint.h>

/* What a reply address or a Message-ID of ours says. */
struct ticket {
	int64_t match; /* 0: none, an answer outside any match */
	int seat; /* -1: none */
	int64_t turn; /* number of the last event when the letter was made */
	char serial[SERIAL_SIZE + 1]; /* only in a Message-ID, else "" */
	char key[KEY_SIZE + 1];
};

#endif
