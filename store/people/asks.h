/* SPDX-License-Identifier: ISC */
/*
 * What people are asked by mail, to be answered with a code.  A part of
 * store.h: what stands there holds here too.
 */
#ifndef STORE_PEOPLE_ASKS_H
#define STORE_PEOPLE_ASKS_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct store;

enum ask {
	ASK_ALIAS, /* is that new address the person's? */
	ASK_SENDER, /* did the person write that mail? */
	ASK_ADDRESS, /* shall the person's letters go there? */
	ASK_FORGET, /* shall all about the person be deleted? */
	ASK_STRANGER, /* what an unknown address wishes */
	ASK_PERSON, /* what a known one wishes, without a key */
	ASK_INVITE, /* will the one invited take part? */
	ASK_MEANT, /* were those lines of the person's meant? */
	ASKS
};
#define AGREED_OLD 1 /* ADDRESS: said from an address of the person's */
#define AGREED_NEW 2 /* and from the new one */
struct ask_row {
	int64_t id;
	int64_t number; /* in its family */
	enum ask kind;
	/* the person asked, or the inviter; 0: a stranger is asked */
	int64_t person;
	char *address; /* in question, or where a wish was asked; else "" */
	int64_t match; /* INVITE: into which; MEANT: of which; 0: none */
	int seat; /* MEANT: of which; -1: none, the person's own lines */
	int64_t inbox; /* the mail that led to it; 0: none */
	char *name; /* of a stranger, or "" */
	char *language; /* STRANGER: that of the mail; INVITE: of the letter */
	char *lines; /* JSON: a list of what waits; NULL: nothing does */
	int64_t asked; /* 0: it waits for the organiser, without a code */
	int64_t closed; /* 0: it is open, as long as its time lasts */
	int agreed; /* the parties that did, of those that must */
	bool again; /* asked once more: the answer said neither yes nor no */
};
void ask_row_free(struct ask_row *);
/* Kinds that are numbered together: "question", "wish", "meant". */
const char *ask_family(enum ask);
/* Sets id and number. */
int store_ask_add(struct store *, struct ask_row *);
/* person, lines, closed, agreed, again */
int store_ask_update(struct store *, const struct ask_row *);
/* Open ones of a person that were asked after since: struct ask_row *. */
GPtrArray *store_asks_of(struct store *, int64_t person, int64_t since);
/* The same about an address. */
GPtrArray *store_asks_at(struct store *, const char *address, int64_t since);
/* How many of a kind were asked after since, up to now, open or not; of that
 * person, or (0) of all. */
int store_asks_count(struct store *, int64_t person, enum ask, int64_t since,
    int64_t now, int64_t *n);
/* When that person was last asked about that address; 0: never. */
int store_ask_last(
    struct store *, int64_t person, enum ask, const char *address, int64_t *at);
/* Was any wish asked there after since, up to now, open or not? */
int store_ask_wished(struct store *, const char *address, int64_t since,
    int64_t now, bool *wished);
/* Was somebody invited into that match at that address? */
int store_ask_invited(
    struct store *, int64_t match, const char *address, bool *invited);
/* All questions that the person was asked are closed. */
int store_asks_close(struct store *, int64_t person, int64_t now);

#endif
