/* SPDX-License-Identifier: ISC */
#include "app/home/store_copy.h"

#include "base/err.h"
#include "store/copy.h"
#include "store/store.h"

#include <glib.h>
#include <stdbool.h>

static struct store *
open_source(const char *from, struct err *e)
{
	int schema = 0, newest = 0;
	struct store *st = store_look(from, &schema, &newest, e);

	if (st == NULL || schema == newest)
		return st;
	store_close(st);
	err_set(e, ERR_MISSING,
	    "%s is from an older turnpost; let \"turnpost run\" bring it from "
	    "schema %d to %d first",
	    from, schema, newest);
	return NULL;
}

int
store_copy_between(const char *from, const char *to,
    void (*copied)(void *arg, const char *table, int64_t rows), void *arg,
    struct err *e)
{
	struct store *source, *target;
	int r;

	if (store_is_remote(from) == store_is_remote(to))
		return err_set(e, ERR_FORMAT,
		    "one of the two must be a file like turnpost.db, and the "
		    "other one a database like postgresql://HOST/DATABASE");
	if ((source = open_source(from, e)) == NULL)
		return -1;
	target = store_open(to, true, e);
	r = target == NULL ? -1 : store_copy(source, target, copied, arg);
	store_close(source);
	store_close(target);
	return r;
}
