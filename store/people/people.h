/* SPDX-License-Identifier: ISC */
/* People, their addresses, and whether letters reach these. */
#ifndef STORE_PEOPLE_PEOPLE_H
#define STORE_PEOPLE_PEOPLE_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct store;

struct person {
	int64_t id;
	char *name;
	char *language; /* "en" */
	char *zone; /* IANA, or "" for the home's */
	char *address; /* where letters go: the first confirmed one */
	int64_t created;
	bool ascii; /* letters to the person have no other characters */
	bool plain; /* they are text alone; see store_preferences_set */
	int64_t
	    undeliverable; /* since when letters come back; 0: they arrive */
};
void person_free(struct person *);
/* id is set. ERR_CLASH if the address is known already. */
int store_person_add(struct store *, struct person *);
/* NULL if there is none (err untouched: code 0) or on an error. */
struct person *store_person(struct store *, int64_t id);
/* A server is asked for all who play that match, among them that person. */
int store_people_look(struct store *, int64_t match, int64_t id);
/* Addresses are compared ignoring case. */
struct person *store_person_by_address(struct store *, const char *address);
/* All that have an address, by name: GArray of int64_t; NULL on error. */
GArray *store_person_ids(struct store *);
/* name, language, zone, ascii; a new address becomes the one for letters, the
 * old ones stay known. ERR_CLASH if it is another person's. */
int store_person_set(struct store *, const struct person *);
/* Every address of a person, letters' one first: NULL-ended. */
char **store_addresses(struct store *, int64_t person);
/* Letters to that address come back since then; 0: they arrive again. */
int store_address_undeliverable(
    struct store *, const char *address, int64_t since);
/* The person writes from there too; fine if it is known.  ERR_CLASH if it is
 * another person's. */
int store_address_add(struct store *, int64_t person, const char *address);
/* The person writes from there no longer.  ERR_MISSING if it is none of the
 * person's addresses, ERR_CLASH if letters go there. */
int store_address_drop(struct store *, int64_t person, const char *address);

#endif
