/* SPDX-License-Identifier: ISC */
/* What a series is made with, as an organiser writes it in a mail. */
#ifndef APP_PLAYERS_SIGNUP_ARRANGE_ORDER_H
#define APP_PLAYERS_SIGNUP_ARRANGE_ORDER_H

#include "app/series/organise.h"

#include <glib.h>

struct err;

struct arrange_order {
	struct series_order order; /* points into what follows */
	char **parts;
	GPtrArray *options, *policy; /* texts, NULL-ended */
};
/* ERR_FORMAT; it is to be cleared in any case. */
int arrange_order_read(struct arrange_order *, const char *text, struct err *);
void arrange_order_clear(struct arrange_order *);

#endif
