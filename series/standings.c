/* SPDX-License-Identifier: ISC */
#include "series/standings.h"

#include "series/rule.h"

#include <glib.h>
#include <string.h>

struct series_standings {
	struct series_rule rule;
	struct series_standing of[SERIES_PEOPLE];
	unsigned char met[SERIES_PEOPLE][SERIES_PEOPLE];
};

struct series_standings *
series_standings_new(const struct series_rule *rule)
{
	struct series_standings *s = g_new0(struct series_standings, 1);

	s->rule = *rule;
	return s;
}

void
series_standings_free(struct series_standings *s)
{
	g_free(s);
}

/* What that seat of the table gives. */
static int
points_of(const struct series_rule *rule, const struct series_seat *seats,
    int n, int seat)
{
	int place = seats[seat].place, equal = 0, sum = 0;

	if (place < 1) /* none was noted */
		return 0;
	if (rule->by_score)
		return seats[seat].score * SERIES_POINT;
	for (int i = 0; i < n; i++)
		equal += seats[i].place == place;
	if (!rule->shares)
		equal = 1;
	for (int i = place - 1; i < place - 1 + equal && i < SERIES_SEATS; i++)
		sum += rule->points[i];
	return sum * SERIES_POINT / equal;
}

static void
meet(struct series_standings *s, const struct series_seat *seats, int n,
    int seat)
{
	for (int i = 0; i < n; i++)
		if (i != seat && seats[i].who >= 0)
			s->met[seats[seat].who][seats[i].who]++;
}

void
series_add_table(struct series_standings *s, const struct series_seat *seats,
    int n, bool finished)
{
	for (int i = 0; i < n; i++) {
		struct series_standing *one;

		if (seats[i].who < 0)
			continue;
		one = &s->of[seats[i].who];
		if (seats[i].gave_up || !finished) {
			one->points += SERIES_POINT *
				       (seats[i].gave_up ? s->rule.absent
							 : s->rule.unfinished);
			continue;
		}
		one->tables++;
		one->wins += seats[i].place == 1;
		one->score += seats[i].score;
		one->points += points_of(&s->rule, seats, n, i);
		meet(s, seats, n, i);
	}
}

void
series_add_without(struct series_standings *s, int who, bool absent)
{
	s->of[who].points +=
	    SERIES_POINT * (absent ? s->rule.absent : s->rule.rest);
}

/* More than nothing: a is better. */
static int
compare_tie(enum series_tie tie, const struct series_standing *a,
    const struct series_standing *b)
{
	switch (tie) {
	case SERIES_TIE_WINS:
		return a->wins - b->wins;
	case SERIES_TIE_SCORE:
		return a->score - b->score;
	case SERIES_TIE_OPPONENTS:
		return a->opponents - b->opponents;
	case SERIES_TIES:
		break;
	}
	g_assert_not_reached();
}

static int
compare(const struct series_rule *rule, const struct series_standing *a,
    const struct series_standing *b)
{
	int more = a->points - b->points;

	for (int i = 0; i < rule->nties && more == 0; i++)
		more = compare_tie(rule->ties[i], a, b);
	return more;
}

bool
series_tied_by(const struct series_rule *rule, enum series_tie tie,
    const struct series_standing *ranked, int n)
{
	for (int i = 1; i < n; i++) {
		const struct series_standing *a = &ranked[i - 1],
					     *b = &ranked[i];
		int first = 0;

		if (a->points != b->points)
			continue;
		while (first < rule->nties &&
		       compare_tie(rule->ties[first], a, b) == 0)
			first++;
		if (first < rule->nties && rule->ties[first] == tie)
			return true;
	}
	return false;
}

void
series_rank(const struct series_standings *s, const int *people, int n,
    struct series_standing *out)
{
	for (int i = 0; i < n; i++) {
		struct series_standing one = s->of[people[i]];
		int at = i;

		one.who = people[i];
		for (int k = 0; k < SERIES_PEOPLE; k++)
			one.opponents += s->met[one.who][k] * s->of[k].points;
		for (; at > 0 && compare(&s->rule, &one, &out[at - 1]) > 0;
		     at--)
			out[at] = out[at - 1];
		out[at] = one;
	}
	for (int i = 0; i < n; i++)
		out[i].place =
		    i > 0 && compare(&s->rule, &out[i], &out[i - 1]) == 0
			? out[i - 1].place
			: i + 1;
}

int
series_first(const struct series_standing *ranked, int n)
{
	int first = 0;

	while (first < n && ranked[first].place == 1)
		first++;
	return first;
}
