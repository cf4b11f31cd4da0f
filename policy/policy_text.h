/* SPDX-License-Identifier: ISC */
/*
 * Policies written down: an object of texts, one a key: {"time": "3d",
 * "settle": "5m"}.  In YAML a list or a map stands for the text of its parts
 * with ", " between them.  turnpost.yaml(5) lists keys and values.
 */
#ifndef POLICY_POLICY_TEXT_H
#define POLICY_POLICY_TEXT_H

#include "policy/policy.h"

#include <jansson.h>
#include <stddef.h>

struct err;
struct ynode;

/* What holds where nothing else is said. */
void policy_default(struct policy *);
/* One key.  ERR_FORMAT: what the value must be like, or no such key. */
int policy_set(
    struct policy *, const char *key, const char *value, struct err *);
/* Each as "KEY=VALUE"; NULL, or NULL-ended.  ERR_FORMAT says which one, and
 * what is wrong. */
int policy_set_all(struct policy *, char *const *, struct err *);
/* Keys of a map, with "FILE:LINE" in messages as yaml_read has them. */
int policy_from_yaml(struct policy *, const struct ynode *map, struct err *);
/* An object of texts; keys that it lacks stay as they are. */
int policy_from_json(struct policy *, const json_t *, struct err *);
/* The text of such an object, of a match; for one thread. */
int policy_read(const char *text, struct policy *, struct err *);
/* All keys. */
json_t *policy_json(const struct policy *);
/* The key i, for help; NULL behind the last one. */
const char *policy_key(size_t i);

const char *majority_word(enum policy_majority);

#endif
