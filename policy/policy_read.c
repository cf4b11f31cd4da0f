/* SPDX-License-Identifier: ISC */
/*
 * Policies as matches keep them.  Most matches of a home have one of a few, and
 * each mail reads that of its match: what a text came to is kept, so that it is
 * taken apart once.
 */
#include "policy/policy_text.h"

#include "base/err.h"

#include <glib.h>

#define KEPT_MAX 64

static int
parse(const char *text, struct policy *p, struct err *e)
{
	json_t *json = json_loads(text, 0, NULL);
	int r;

	policy_default(p);
	if (json == NULL)
		return err_set(e, ERR_DAMAGED, "its policy is no longer JSON");
	r = policy_from_json(p, json, e);
	json_decref(json);
	return r;
}

int
policy_read(const char *text, struct policy *p, struct err *e)
{
	static GHashTable *kept; /* text -> struct policy * */
	const struct policy *known;

	if (kept == NULL)
		kept = g_hash_table_new_full(
		    g_str_hash, g_str_equal, g_free, g_free);
	if ((known = g_hash_table_lookup(kept, text)) != NULL) {
		*p = *known;
		return 0;
	}
	if (parse(text, p, e) == -1)
		return -1;
	if (g_hash_table_size(kept) >= KEPT_MAX)
		g_hash_table_remove_all(kept);
	g_hash_table_insert(kept, g_strdup(text), g_memdup2(p, sizeof(*p)));
	return 0;
}
