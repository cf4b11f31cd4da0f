/* SPDX-License-Identifier: ISC */
#include "app/letters/kinds/held.h"

#include <glib.h>

static const struct reason {
	const char *key, *note;
} reasons[] = {
	[HELD_FORGED] = { "forged",
	    "our mail server says that it is not from that address" },
	[HELD_UNKNOWN_SENDER] = { "unknown-sender",
	    "the reply address is a player's, the sender's is unknown" },
	[HELD_OTHER_SENDER] = { "other-sender",
	    "the reply address is a player's, the sender is another person" },
	[HELD_UNCLEAR_SENDER] = { "unclear-sender",
	    "the reply address is a player's, the sender is not clear" },
	[HELD_TWO_SEATS] = { "two-seats", "it names more than one seat" },
};

const char *
held_note(enum held why)
{
	return reasons[why].note;
}

const char *
held_key(const char *note)
{
	for (gsize i = 0; i < G_N_ELEMENTS(reasons); i++)
		if (g_strcmp0(reasons[i].note, note) == 0)
			return reasons[i].key;
	return NULL;
}
