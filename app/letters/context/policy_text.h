/* SPDX-License-Identifier: ISC */
/* What a policy says. */
#ifndef APP_LETTERS_CONTEXT_POLICY_TEXT_H
#define APP_LETTERS_CONTEXT_POLICY_TEXT_H

#include <jansson.h>

struct policy;
struct reader;

/* What a policy says, a sentence each: a list of texts. */
json_t *policy_sentences(const struct reader *, const struct policy *);
/* The same of a match that begins at once: without what is before that. */
json_t *policy_sentences_at_once(const struct reader *, const struct policy *);
/* Those by which people choose among matches. */
json_t *policy_short(const struct reader *, const struct policy *);

#endif
