/* SPDX-License-Identifier: ISC */
/* What one event of a match did, and told. */
#ifndef CORE_OUTCOME_H
#define CORE_OUTCOME_H

#include "core/decision.h"
#include "core/sentence.h"

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>

/* One piece of news: what is said, and to which seats. */
struct told {
	seatset to;
	struct say say;
};
bool told_to(const struct told *, int seat);

/* What one event did. */
struct outcome {
	GArray *news; /* struct told */
	GArray *draws; /* struct draw */
	json_t *chance; /* list as in the engine protocol */
};
void outcome_clear(struct outcome *);

#endif
