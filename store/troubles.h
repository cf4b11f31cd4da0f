/* SPDX-License-Identifier: ISC */
/* What does not work until somebody mends it. */
#ifndef STORE_TROUBLES_H
#define STORE_TROUBLES_H

#include <glib.h>
#include <stdint.h>

struct store;

/* What does not work until somebody mends it. */
struct trouble_row {
	char *what; /* "send", "receive imap:USER@HOST/FOLDER" */
	char *why; /* one sentence, with what to do */
	int64_t since, last; /* first and last seen */
};
void trouble_row_free(struct trouble_row *);
/* It is so now; since when stays as it was first noted. */
int store_trouble_note(
    struct store *, const char *what, const char *why, int64_t now);
/* It works again; fine if it always did. */
int store_trouble_over(struct store *, const char *what);
/* Oldest first: struct trouble_row *. */
GPtrArray *store_troubles(struct store *);

#endif
