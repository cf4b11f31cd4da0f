/* SPDX-License-Identifier: ISC */
/* What a policy says. */
#ifndef APP_LETTERS_POLICY_TEXT_H
#define APP_LETTERS_POLICY_TEXT_H

#include <jansson.h>

struct home;
struct policy;

/* What a policy says, a sentence each: a list of texts. */
json_t *policy_sentences(struct home *, const struct policy *);
/* Those by which people choose among matches. */
json_t *policy_short(struct home *, const struct policy *);

#endif
