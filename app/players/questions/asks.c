/* SPDX-License-Identifier: ISC */
/*
 * What people are asked by mail before they are believed, one table for all:
 * is that their address, did they write that mail, shall their letters go
 * elsewhere, what do they wish.  Each is answered by "yes CODE" or "no CODE"
 * from where it went to, within a week; as long a mail is held.
 */
#include "app/players/questions/asks.h"

#include "app/home/ask_codes.h"
#include "app/home/config.h"
#include "app/home/home.h"
#include "app/letters/context/addressed.h"
#include "app/letters/context/moments.h"
#include "app/letters/writing/compose.h"
#include "app/matches/table/reader.h"
#include "app/players/questions/ask_kinds.h"
#include "app/players/reading/handling.h"
#include "base/err.h"
#include "base/log.h"
#include "base/seconds.h"
#include "mail/address.h"
#include "mail/incoming/read.h"
#include "mail/ticket.h"
#include "parse/code.h"
#include "store/mails/inbox.h"
#include "store/mails/inbox_lists.h"
#include "store/matches/matches.h"
#include "store/people/asks.h"
#include "store/people/people.h"
#include "store/transaction.h"

#include <string.h>

/* A sender who knows a key must not fill its owner's mailbox. */
#define ALIAS_AGAIN (30 * DAY) /* about the same address */

/* ---- kinds ---- */

static const struct ask_kind kinds[ASKS] = {
	[ASK_ALIAS] = { "confirm", "alias", 3, AGREED_OLD, true, "yes-alias",
	    .no = "no-mail" },
	[ASK_SENDER] = { "confirm", "sender", 3, AGREED_OLD, true, "yes-sender",
	    .no = "no-mail" },
	[ASK_ADDRESS] = { "confirm", "move", 3, AGREED_OLD | AGREED_NEW, true,
	    "yes-move", .no = "no-move" },
	[ASK_FORGET] = { "forget", "forget", 3, AGREED_OLD, true, "yes-forget",
	    .no = "no-forget", .unkeyed = true },
	[ASK_STRANGER] = { "signup-ask", .ready = true },
	[ASK_PERSON] = { "signup-ask", .a_day = 3 },
	[ASK_INVITE] = { "signup-invite", .ready = true },
	[ASK_MEANT] = { "confirm", NULL, 3, 0, true, "yes-meant",
	    .no = "no-meant" },
};

const struct ask_kind *
ask_kind_of(const struct ask_row *row)
{
	return &kinds[row->kind];
}

static struct ask_sign
sign_of(const struct ask_row *row, int party)
{
	const struct ask_kind *kind = ask_kind_of(row);

	return (struct ask_sign){ .word = ask_family(row->kind),
		.party = party & kind->parties,
		.number = row->number,
		.person = kind->personal ? row->person : 0,
		.at = row->asked };
}

bool
ask_answered(const struct home *home, const struct ask_row *row, int party,
    const char *text)
{
	const struct ask_sign sign = sign_of(row, party);

	/* half of it is answered once, too */
	return (row->agreed & party) == 0 && ask_is_shown(home, &sign, text);
}

int
ask_often(struct home *home, int64_t person, enum ask kind, bool *often)
{
	int64_t n;

	g_assert(kinds[kind].a_day > 0);
	if (store_asks_count(home->store, person, kind, home->now - DAY,
		home->now, &n) == -1)
		return -1;
	*often = n >= kinds[kind].a_day;
	return 0;
}

/* Those that the person answers, or those that an address does. */
static GPtrArray *
only(GPtrArray *list, bool personal)
{
	for (guint i = list == NULL ? 0 : list->len; i-- > 0;)
		if (ask_kind_of(list->pdata[i])->personal != personal)
			g_ptr_array_remove_index(list, i);
	return list;
}

GPtrArray *
asks_personal(struct home *home, int64_t person)
{
	return only(
	    store_asks_of(home->store, person, home->now - ASK_OPEN_FOR), true);
}

GPtrArray *
asks_wished(struct home *home, const char *address)
{
	return only(
	    store_asks_at(home->store, address, home->now - ASK_OPEN_FOR),
	    false);
}

/* ---- asking ---- */

json_t *
ask_context(const struct home *home, const struct ask_row *row, int party,
    json_t *context)
{
	const struct ask_sign sign = sign_of(row, party);
	const char *subject = ask_kind_of(row)->subject;
	char code[REQUEST_CODE_SIZE + 1];

	ask_code(home, &sign, code);
	json_object_set_new(context, "code", json_string(code));
	if (subject != NULL)
		json_object_set_new(context, subject,
		    json_pack(
			"{s:o}", "address", context_address(row->address)));
	return context;
}

int
ask_post(
    struct reader to, const struct ask_row *row, int party, json_t *context)
{
	const struct ask_kind *kind = ask_kind_of(row);
	const struct ask_sign sign = sign_of(row, party);
	char key[KEY_SIZE + 1];

	ask_key(to.home, &sign, key);
	if (!kind->unkeyed)
		to.key = key;
	return letter_to(&to,
	    party == AGREED_NEW ? "confirm-new" : kind->letter,
	    ask_context(to.home, row, party, context));
}

int
confirm_mail_context(struct handling *h, const struct person *owner,
    int64_t match, json_t *context)
{
	const struct reader r = reader_person(h->home, owner);
	struct match_row *row;
	g_autofree char *at = reader_moment(&r, h->row->received);

	json_object_set_new(context, "received", json_string(at));
	if (match == 0)
		return 0;
	row = store_match(h->home->store, match);
	if (row == NULL)
		return -1;
	json_object_set_new(context, "match",
	    json_pack("{s:I, s:s, s:s}", "id", (json_int_t)row->id, "game",
		row->game, "name", row->name));
	match_row_free(row);
	return 0;
}

/* Was the player asked about that mail, or that address, or too much? */
static int
may_ask(struct handling *h, const struct ask_row *row, bool *may)
{
	g_autoptr(GPtrArray) open = asks_personal(h->home, row->person);
	int64_t last = 0;
	bool often;

	if (open == NULL ||
	    (row->kind == ASK_ALIAS &&
		store_ask_last(h->home->store, row->person, row->kind,
		    row->address, &last) == -1) ||
	    ask_often(h->home, row->person, row->kind, &often) == -1)
		return -1;
	*may = !often && (last == 0 || last > h->home->now ||
			     h->home->now - last >= ALIAS_AGAIN);
	for (guint i = 0; i < open->len; i++) {
		const struct ask_row *old = open->pdata[i];

		*may &= old->inbox != row->inbox;
	}
	return 0;
}

static int
ask(struct handling *h, struct ask_row *row)
{
	struct person *owner;
	json_t *context;
	int r = -1;

	if (store_ask_add(h->home->store, row) == -1 ||
	    (owner = store_person(h->home->store, row->person)) == NULL)
		return -1;
	context = context_person(h->home, owner->name);
	if (confirm_mail_context(h, owner, h->id.ticket.match, context) == 0)
		r = ask_post(
		    reader_person(h->home, owner), row, AGREED_OLD, context);
	else
		json_decref(context);
	person_free(owner);
	return r;
}

int
confirm_ask(struct handling *h, enum ask kind)
{
	struct ask_row row = {
		.kind = kind,
		.person = h->id.owner,
		.address = h->letter->from,
		.inbox = h->row->id,
		.asked = h->home->now,
	};
	bool may;

	if (may_ask(h, &row, &may) == -1)
		return -1;
	return may ? ask(h, &row) : 0;
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
	g_autoptr(GPtrArray) open = asks_personal(home, person);

	if (open == NULL)
		return -1;
	for (guint i = 0; i < open->len; i++) {
		struct ask_row *row = open->pdata[i];

		if (row->kind != ASK_ADDRESS)
			continue;
		row->closed = home->now;
		if (store_ask_update(home->store, row) == -1)
			return -1;
	}
	return 0;
}

/* To the address that is known, and to the new one, which learns no name. */
static int
ask_both(
    struct home *home, const struct person *person, const struct ask_row *row)
{
	if (ask_post(reader_person(home, person), row, AGREED_OLD,
		context_person(home, person->name)) == -1)
		return -1;
	return ask_post(reader_address(home, NULL, row->address), row,
	    AGREED_NEW, context_person(home, ""));
}

/* Why letters cannot go there: the key of a sentence, or NULL. */
static int
address_fault(struct home *home, const struct person *person,
    const char *address, const char **why)
{
	struct person *other;
	bool often;

	*why = NULL;
	home->err->code = 0;
	if (address == NULL || !address_ok(address) ||
	    address_is_automatic(address, home->config->address)) {
		*why = "error.address-bad";
		return 0;
	}
	if (ask_often(home, person->id, ASK_ADDRESS, &often) == -1)
		return -1;
	other = store_person_by_address(home->store, address);
	if (other == NULL && home->err->code != 0)
		return -1;
	if (often)
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
	struct ask_row row = { .kind = ASK_ADDRESS,
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
			r = store_ask_add(home->store, &row);
		if (r == 0)
			r = ask_both(home, person, &row);
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
	log_info("mail-dropped", "inbox %lld: %s", (long long)id, row->note);
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
	return 0;
}

int
confirm_tick(struct home *home, int *n)
{
	g_autoptr(GArray) ids =
	    store_inbox_held_since(home->store, home->now - ASK_OPEN_FOR);
	int r;

	if (ids == NULL || ids->len == 0)
		return ids == NULL ? -1 : 0;
	IN_TRANSACTION(home->store, r, give_all_up(home, ids));
	if (r == 0)
		*n += (int)ids->len;
	return r;
}
