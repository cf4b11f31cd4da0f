/* SPDX-License-Identifier: ISC */
/*
 * How tables of a series are scored, and what decides between equal points: a
 * rule, written as YAML.
 */
#ifndef SERIES_RULE_H
#define SERIES_RULE_H

#include "series/seating.h"

#include <stdbool.h>
#include <stddef.h>

struct err;

/* Points are counted in sixtieths: up to six who are equal share exactly. */
#define SERIES_POINT 60
#define SERIES_POINTS_MAX 1000

/* What decides between people with equal points, one after the other. */
enum series_tie {
	SERIES_TIE_WINS, /* tables won */
	SERIES_TIE_SCORE, /* points of the games, in sum */
	SERIES_TIE_OPPONENTS, /* points in the series of all whom one met */
	SERIES_TIES
};

struct series_rule {
	/* A table gives the points of the game itself, or points by place; of
	 * places that are not named, none. */
	bool by_score;
	int points[SERIES_SEATS], npoints;
	bool shares; /* equal places share what their places give; else each
			gets those of the best of them */
	int rest; /* for a round without a table */
	int absent; /* for a round before one came or after one left, and for a
		       table that one gave up */
	int unfinished; /* for a table without a result */
	enum series_tie ties[SERIES_TIES];
	int nties;
};

/* The names of those that are built in; NULL behind the last one. */
const char *series_rule_name(size_t i);
/* One of them, by name; false: there is none. */
bool series_rule_built_in(const char *name, struct series_rule *);
/* ERR_FORMAT "FILE:LINE: what" if it is none. */
int series_rule_read(struct series_rule *, const char *text, size_t size,
    const char *file, struct err *);
/* Says that no rule has that name, and what names one: files, too? */
int series_rule_unknown(const char *name, bool files, struct err *);
/* A built-in one by name, or that of a file; ERR_MISSING: neither. */
int series_rule_named(struct series_rule *, const char *name, struct err *);
/* The same as YAML, newly allocated. */
char *series_rule_text(const struct series_rule *);
const char *series_tie_word(enum series_tie);
/* 90 as "1.5", newly allocated; thirds are rounded: "2.67". */
char *series_points_text(int sixtieths);

#endif
