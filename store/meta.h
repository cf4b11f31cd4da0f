/* SPDX-License-Identifier: ISC */
/* Small values of this home, by key. */
#ifndef STORE_META_H
#define STORE_META_H

struct store;

/* Small values of this home (keys, instance id); NULL text if unset,
 * to unset. */
int store_meta_get(struct store *, const char *key, char **value);
int store_meta_set(struct store *, const char *key, const char *value);

#endif
