/* SPDX-License-Identifier: ISC */
/*
 * Questions that people are asked by mail before they are believed: is that
 * address hers, did she write that mail, shall her letters go elsewhere.  Each
 * is answered by "yes CODE" or "no CODE" from where it went to, within a week;
 * as long a mail is held.
 */
#include "app/players/asks.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/letters/compose.h"
#include "app/letters/context.h"
#include "app/letters/moments.h"
#include "app/matches/reader.h"
#include "app/players/handling.h"
#include "app/players/identity.h"
#include "base/err.h"
#include "base/log.h"
#include "mail/address.h"
#include "mail/key.h"
#include "mail/read.h"
#include "mail/ticket.h"
#include "parse/code.h"
#include "store/inbox.h"
#include "store/inbox_lists.h"
#include "store/matches.h"
#include "store/people.h"
#include "store/questions.h"
#include "store/transaction.h"

#include <string.h>

#define DAY INT64_C(86400)
#define OPEN_FOR (7 * DAY)
/* Whoever knows a key must not fill its owner's mailbox. */
#define ALIAS_AGAIN (30 * DAY) /* about the same address */
#define ASK_MAX 3 /* of a kind, within a day */

/*
 * A code has a digit, so that "no thanks" is none; of three that are made two
 * have one by themselves.  When and who was asked is part of it: after a
 * backup was put back another question may get the same number.
 */
static void
code_of(const struct home *home, const struct question_row *q, int party,
    char code[REQUEST_CODE_SIZE + 1])
{
	for (int i = 0;; i++) {
		g_autofree char *purpose =
		    g_strdup_printf("question%d.%d.%lld.%lld", party, i,
			(long long)q->person, (long long)q->asked);

		code_make(home->secret, purpose, q->id, -1, 0, code);
		if (request_is_code(code))
			return;
	}
}

/* In the id of the letter that asks it. */
static void
key_of(const struct home *home, const struct question_row *q, int party,
    char key[KEY_SIZE + 1])
{
	g_autofree char *purpose = g_strdup_printf("question%d.%lld.%lld",
	    party, (long long)q->person, (long long)q->asked);

	letter_key_make(home->secret, purpose, q->id, key);
}

bool
confirm_has_code(const struct home *home, const struct question_row *q,
    int party, const char *text)
{
	char code[REQUEST_CODE_SIZE + 1], key[KEY_SIZE + 1];

	/* Half a question is answered once, too. */
	if (q->closed != 0 || (q->agreed & party) != 0 ||
	    home->now - q->asked >= OPEN_FOR)
		return false;
	code_of(home, q, party, code);
	key_of(home, q, party, key);
	return strcmp(code, text) == 0 || key_equal(key, text);
}

/* ---- asking ---- */

json_t *
confirm_facts(const struct home *home, const struct question_row *q, int party,
    json_t *facts)
{
	static const char *const kinds[] = {
		[QUESTION_ALIAS] = "alias",
		[QUESTION_SENDER] = "sender",
		[QUESTION_ADDRESS] = "move",
		[QUESTION_FORGET] = "forget",
	};
	char code[REQUEST_CODE_SIZE + 1];

	code_of(home, q, party, code);
	json_object_set_new(facts, "code", json_string(code));
	json_object_set_new(facts, kinds[q->kind],
	    json_pack("{s:o}", "address", facts_address(q->address)));
	return facts;
}

int
confirm_mail_facts(struct handling *h, const struct person *owner,
    int64_t match, json_t *facts)
{
	const struct reader r = reader_person(h->home, owner);
	struct match_row *row;
	g_autofree char *at = reader_moment(&r, h->row->received);

	json_object_set_new(facts, "received", json_string(at));
	if (match == 0)
		return 0;
	row = store_match(h->home->store, match);
	if (row == NULL)
		return -1;
	json_object_set_new(facts, "match",
	    json_pack("{s:I, s:s, s:s}", "id", (json_int_t)row->id, "game",
		row->game, "name", row->name));
	match_row_free(row);
	return 0;
}

/* Was she asked about that mail, or that address, or too much? */
static int
may_ask(struct handling *h, const struct question_row *q, bool *may)
{
	g_autoptr(GPtrArray) open =
	    store_questions_open(h->home->store, q->person);
	int64_t last = 0, n;

	if (open == NULL ||
	    (q->kind == QUESTION_ALIAS &&
		store_question_last(h->home->store, q->person, q->kind,
		    q->address, &last) == -1) ||
	    store_questions_since(h->home->store, q->person, q->kind,
		h->home->now - DAY, &n) == -1)
		return -1;
	*may = n < ASK_MAX && (last == 0 || h->home->now - last >= ALIAS_AGAIN);
	for (guint i = 0; i < open->len; i++) {
		const struct question_row *old = open->pdata[i];

		*may &= old->inbox != q->inbox;
	}
	return 0;
}

static int
ask(struct handling *h, struct question_row *q)
{
	char key[KEY_SIZE + 1];
	struct person *owner;
	struct reader to;
	json_t *facts;
	int r = -1;

	if (store_question_add(h->home->store, q) == -1 ||
	    (owner = store_person(h->home->store, q->person)) == NULL)
		return -1;
	facts = confirm_facts(
	    h->home, q, AGREED_OLD, facts_person(h->home, owner->name));
	key_of(h->home, q, AGREED_OLD, key);
	to = reader_person(h->home, owner);
	to.key = key;
	if (confirm_mail_facts(h, owner, h->id.ticket.match, facts) == 0)
		r = letter_to(&to, "confirm", facts);
	else
		json_decref(facts);
	person_free(owner);
	return r;
}

int
confirm_ask(struct handling *h, enum question_kind kind)
{
	struct question_row q = {
		.kind = kind,
		.person = h->id.owner,
		.address = h->letter->from,
		.inbox = h->row->id,
		.asked = h->home->now,
	};
	bool may;

	if (may_ask(h, &q, &may) == -1)
		return -1;
	return may ? ask(h, &q) : 0;
}

/* ---- another address for letters ---- */

/* "anna@new.example" out of what a mail program may make of it, or NULL. */
static char *
address_meant(const char *text)
{
	g_autofree char *bare = NULL, *name = NULL;
	const char *link = strchr(text, '<');
	char *address;

	bare = link == NULL || link == text
		   ? g_strdup(text)
		   : g_strndup(text, (gsize)(link - text));
	if (!address_split(bare, &name, &address))
		return NULL;
	return address;
}

/* A newer wish takes the place of an older one. */
static int
close_moves(struct home *home, int64_t person)
{
	g_autoptr(GPtrArray) open = store_questions_open(home->store, person);

	if (open == NULL)
		return -1;
	for (guint i = 0; i < open->len; i++) {
		struct question_row *q = open->pdata[i];

		if (q->kind != QUESTION_ADDRESS)
			continue;
		q->closed = home->now;
		if (store_question_update(home->store, q) == -1)
			return -1;
	}
	return 0;
}

/* To the address that is known, and to the new one, which learns no name. */
static int
ask_both(struct home *home, const struct person *person,
    const struct question_row *q)
{
	json_t *old = confirm_facts(
	    home, q, AGREED_OLD, facts_person(home, person->name));
	json_t *new =
	    confirm_facts(home, q, AGREED_NEW, facts_person(home, ""));
	struct reader here = reader_person(home, person);
	struct reader there = reader_address(home, NULL, q->address);
	char key[KEY_SIZE + 1];

	here.key = there.key = key;
	key_of(home, q, AGREED_OLD, key);
	if (letter_to(&here, "confirm", old) == -1) {
		json_decref(new);
		return -1;
	}
	key_of(home, q, AGREED_NEW, key);
	return letter_to(&there, "confirm-new", new);
}

/* Why letters cannot go there: the key of a sentence, or NULL. */
static int
address_fault(struct home *home, const struct person *person,
    const char *address, const char **why)
{
	struct person *other;
	int64_t n;

	*why = NULL;
	home->err->code = 0;
	if (address == NULL || !address_ok(address) ||
	    address_is_robot(address, home->config->address)) {
		*why = "error.address-bad";
		return 0;
	}
	if (store_questions_since(home->store, person->id, QUESTION_ADDRESS,
		home->now - DAY, &n) == -1)
		return -1;
	other = store_person_by_address(home->store, address);
	if (other == NULL && home->err->code != 0)
		return -1;
	if (n >= ASK_MAX)
		*why = "error.address-often";
	else if (g_ascii_strcasecmp(address, person->address) == 0)
		*why = "error.address-same";
	else if (other != NULL && other->id != person->id)
		/* whose it is, is nobody's business */
		*why = "error.address-bad";
	person_free(other);
	return 0;
}

int
confirm_ask_move(
    struct home *home, int64_t person_id, const char *text, const char **why)
{
	g_autofree char *address = address_meant(text);
	struct person *person = store_person(home->store, person_id);
	struct question_row q = { .kind = QUESTION_ADDRESS,
		.person = person_id,
		.address = address,
		.asked = home->now };
	int r;

	if (person == NULL)
		return -1;
	r = address_fault(home, person, address, why);
	if (r == 0 && *why == NULL) {
		r = close_moves(home, person_id);
		if (r == 0)
			r = store_question_add(home->store, &q);
		if (r == 0)
			r = ask_both(home, person, &q);
	}
	person_free(person);
	return r;
}

/* ---- what nobody answered ---- */

static int
give_up(struct home *home, int64_t id)
{
	struct inbox_row *row = store_inbox(home->store, id);
	g_autofree char *held = NULL;
	int r;

	if (row == NULL)
		return -1;
	held = row->note;
	row->note = g_strdup_printf("%s; held for a week, then dropped", held);
	row->state = INBOX_IGNORED;
	row->handled = home->now;
	log_info("inbox %lld: %s", (long long)id, row->note);
	r = store_inbox_update(home->store, row);
	inbox_row_free(row);
	return r;
}

static int
give_all_up(struct home *home, const GArray *ids)
{
	for (guint i = 0; i < ids->len; i++)
		if (give_up(home, g_array_index(ids, int64_t, i)) == -1)
			return -1;
	return store_questions_expire(
	    home->store, home->now - OPEN_FOR, home->now);
}

int
confirm_tick(struct home *home, int *n)
{
	g_autoptr(GArray) ids =
	    store_inbox_held_since(home->store, home->now - OPEN_FOR);
	int r;

	if (ids == NULL || ids->len == 0)
		return ids == NULL ? -1 : 0;
	IN_TRANSACTION(home->store, r, give_all_up(home, ids));
	if (r == 0)
		*n += (int)ids->len;
	return r;
}
