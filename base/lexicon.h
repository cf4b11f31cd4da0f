/* SPDX-License-Identifier: ISC */
/*
 * A table of texts as tools/pack_words.py writes it when the program is built:
 * its keys are looked up where they lie, and opening it costs nothing.
 */
#ifndef BASE_LEXICON_H
#define BASE_LEXICON_H

#include <stddef.h>

/* What stands behind that key; NULL if it is not there. */
const char *lexicon_find(const char *lexicon, const char *key);
size_t lexicon_size(const char *lexicon);
/* Key number n, from 0, in the order of bytes; its value stands behind its
 * NUL. */
const char *lexicon_key(const char *lexicon, size_t n);

#endif
