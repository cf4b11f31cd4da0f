/* SPDX-License-Identifier: ISC */
/* What happened in a match, as it is told. */
#include "app/matches/table/report.h"

#include "app/matches/table/table.h"
#include "core/match.h"
#include "core/outcome.h"
#include "core/rules.h"
#include "core/say.h"

#include <string.h>

void
report_free(void *p)
{
	struct report *report = p;

	phrase_free(report->notice);
	outcome_clear(&report->outcome);
	g_free(report);
}

struct report *
report_add(struct table *t, int64_t n)
{
	struct report *report = g_new0(struct report, 1);

	report->n = n;
	g_ptr_array_add(t->reports, report);
	return report;
}

void
report_state(const struct table *t, struct report *report)
{
	struct result result = { 0 };

	t->game->result(match_state(t->match), &result);
	memcpy(report->score, result.score, sizeof(report->score));
	report->asked = match_to_act(t->match);
}
