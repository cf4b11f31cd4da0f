/* SPDX-License-Identifier: ISC */
/* A match of the toy game and the words that tables of lines are read with. */
#ifndef TESTS_CORE_READER_H
#define TESTS_CORE_READER_H

#include "core/match.h"
#include "core/words.h"
#include "tests/core/toy.h"

struct reader {
	struct words *words;
	struct match *match;
};

struct form {
	const char *what, *form, *canonical;
};

static inline int
reader_new(void **state, const struct form *forms, size_t n, char *const *names)
{
	struct reader *r = g_new(struct reader, 1);

	r->words = words_new();
	for (size_t i = 0; i < n; i++)
		words_add(
		    r->words, forms[i].what, forms[i].form, forms[i].canonical);
	r->match = toy_match(names);
	*state = r;
	return r->match == NULL;
}

static inline int
reader_free(void **state)
{
	struct reader *r = *state;

	words_free(r->words);
	match_free(r->match);
	g_free(r);
	return 0;
}

#endif
