/* SPDX-License-Identifier: ISC */
/*
 * Who is speaking.  A From line is nothing: everybody can write it.  What a
 * mail is about is told by four carriers: the address it was sent to and the
 * ids it answers hold a seat's whole key, which is proof; its subject and the
 * cut line that it quotes hold a short tag, which only finds the seat.  All
 * that are there must name the same seat.
 *
 * Reply-To and Sender are never looked at.
 */
#include "app/players/reading/identity.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/home/reply_keys.h"
#include "base/err.h"
#include "mail/incoming/read.h"
#include "mail/senders/authres.h"
#include "mail/tags.h"
#include "mail/ticket.h"
#include "mail/ticket_text.h"
#include "store/mails/inbox.h"
#include "store/matches/seats.h"
#include "store/matches/signup.h"
#include "store/people/people.h"

#include <string.h>

/*
 * Tags of one mail that may fit no seat.  A seat's tag changes with its
 * address, so that a long quotation may hold an old one; a sender of more
 * tries them out.
 */
#define STRAY_MAX 2

/* What the carriers said so far. */
struct search {
	struct home *home;
	GPtrArray *seats; /* of the match that was looked at last, or NULL */
	int64_t match;
	struct identity *id;
	int64_t owner;
	/* Which seat was named first, by whatever key; seat -1: none. */
	int64_t named;
	int named_seat;
	bool clash; /* another one was named too */
	int stray; /* tags of no seat */
	bool turn_known; /* by the id that is answered */
	bool released; /* the organiser says that the mail is the player's */
};

/* ---- seats ---- */

static int
load_seats(struct search *s, int64_t match)
{
	if (s->seats != NULL && s->match == match)
		return 0;
	if (s->seats != NULL)
		g_ptr_array_unref(s->seats);
	s->match = match;
	s->seats = store_seats(s->home->store, match);
	return s->seats == NULL ? -1 : 0;
}

static void
note_seat(struct search *s, const struct seat_row *row)
{
	if (s->named_seat == -1) {
		s->named = row->match;
		s->named_seat = row->seat;
	}
	s->clash |= s->named != row->match || s->named_seat != row->seat;
}

/* The best that is known of the key counts. */
static void
note_key(struct search *s, const struct seat_row *row, enum key_account key)
{
	if (key <= s->id->key)
		return;
	s->id->key = key;
	s->id->ticket.match = row->match;
	s->id->ticket.seat = row->seat;
	s->owner = row->person;
}

/* ---- carriers 1 and 2: the whole key ---- */

/* A ticket of no seat: is it the sender's own? */
static int
note_own(struct search *s, const struct ticket *ticket)
{
	struct identity *id = s->id;
	struct account_row account;

	if (id->person == NULL || id->own)
		return 0;
	if (store_account(s->home->store, id->person->id, &account) == -1)
		return -1;
	id->own = keys_check_own(s->home, id->person->id, ticket->match,
		      account.epoch, ticket->key) == KEY_GOOD;
	id->own_match = id->own ? ticket->match : 0;
	return 0;
}

static int
note_ticket(struct search *s, const struct ticket *ticket, bool answered)
{
	static const enum key_account standings[] = {
		[KEY_UNKNOWN] = KEY_WRONG,
		[KEY_TOO_OLD] = KEY_TAG,
		[KEY_GOOD] = KEY_VALID,
	};
	const struct seat_row *row;
	enum key_age age;

	if (ticket->seat == -1 && note_own(s, ticket) == -1)
		return -1;
	if (ticket->match == 0 || (ticket->seat == -1 && s->id->own))
		return 0;
	if (load_seats(s, ticket->match) == -1)
		return -1;
	if (s->id->key == KEY_NONE)
		s->id->key = KEY_WRONG;
	if (ticket->seat < 0 || (guint)ticket->seat >= s->seats->len) {
		/* a seat that was given up, and is there no more */
		if (ticket->seat >= 0 && s->id->about == 0)
			s->id->about = ticket->match;
		return 0;
	}
	row = s->seats->pdata[ticket->seat];
	note_seat(s, row);
	age = keys_check(s->home, row, ticket->key);
	if (age == KEY_UNKNOWN && s->id->about == 0)
		s->id->about = ticket->match;
	s->id->old |= age == KEY_TOO_OLD;
	note_key(s, row, standings[age]);
	/*
	 * The list that is answered is the one of the id, for a reply address
	 * may come from an address book.
	 */
	if (age != KEY_UNKNOWN && !s->turn_known) {
		s->id->ticket.turn = ticket->turn;
		s->turn_known = answered;
	}
	return 0;
}

/* "g7.root@host", from which all threads of a match begin: no proof. */
static void
note_thread(struct search *s, const char *id)
{
	const char *own_at = strchr(s->home->config->address, '@');
	g_autofree char *end = g_strdup_printf(".root%s", own_at);
	char *rest;

	if (g_ascii_tolower(id[0]) != 'g' || !g_ascii_isdigit(id[1]))
		return;
	s->id->thread = g_ascii_strtoll(id + 1, &rest, 10);
	if (g_ascii_strcasecmp(rest, end) != 0)
		s->id->thread = 0;
}

static int
search_tickets(struct search *s, const struct letter *letter)
{
	const struct config *config = s->home->config;
	struct ticket ticket;
	guint i;

	for (i = 0; i < letter->recipients->len; i++)
		if (ticket_from_address(letter->recipients->pdata[i],
			config->address, config->delimiter, &ticket) &&
		    note_ticket(s, &ticket, false) == -1)
			return -1;
	for (i = 0; i < letter->references->len && s->id->thread == 0; i++)
		note_thread(s, letter->references->pdata[i]);
	for (i = 0; i < letter->references->len; i++)
		if (ticket_from_message_id(letter->references->pdata[i],
			config->address, &ticket) &&
		    note_ticket(s, &ticket, true) == -1)
			return -1;
	return 0;
}

/* The answering address of a letter about several matches. */
static void
search_digest(struct search *s, const struct letter *letter)
{
	const struct config *config = s->home->config;
	char key[KEY_SIZE + 1];
	int64_t person;

	for (guint i = 0; i < letter->recipients->len; i++)
		if (digest_from_address(letter->recipients->pdata[i],
			config->address, config->delimiter, &person, key) &&
		    s->id->key == KEY_NONE)
			s->id->key =
			    s->id->person != NULL &&
				    s->id->person->id == person &&
				    keys_check_person(s->home, person, key)
				? KEY_PERSON
				: KEY_WRONG;
}

/* ---- carriers 3 and 4: short tags ---- */

/* The sender has seats in that match, and the tag was never one of theirs. */
static void
note_guess(struct search *s, const struct tag *tag)
{
	int64_t person = s->id->person == NULL ? 0 : s->id->person->id;

	for (guint i = 0; person != 0 && i < s->seats->len; i++) {
		const struct seat_row *row = s->seats->pdata[i];
		const int64_t pair[] = { row->match, row->seat };

		if (row->person != person ||
		    keys_were_tagged(s->home, row, tag->code))
			continue;
		if (s->id->guessed == NULL)
			s->id->guessed =
			    g_array_new(FALSE, FALSE, sizeof(int64_t));
		g_array_append_vals(s->id->guessed, pair, 2);
	}
}

static bool
is_senders(const struct search *s, const struct seat_row *row)
{
	return s->released || s->id->person == NULL ||
	       s->id->person->id == row->person;
}

/*
 * One that fits no seat, or two, is none; nor is that of another player's seat:
 * else a player could try tags in mails of her own, and see which one clashes.
 */
static int
note_tag(struct search *s, const struct tag *tag)
{
	const struct seat_row *found = NULL;

	if (load_seats(s, tag->match) == -1)
		return -1;
	for (guint i = 0; i < s->seats->len; i++) {
		const struct seat_row *row = s->seats->pdata[i];

		if (!keys_tagged(s->home, row, tag->code) ||
		    !is_senders(s, row))
			continue;
		if (found != NULL)
			return 0;
		found = row;
	}
	if (found == NULL) {
		s->stray++;
		note_guess(s, tag);
		if (s->id->about == 0)
			s->id->about = tag->match;
		return 0;
	}
	note_seat(s, found);
	note_key(s, found, KEY_TAG);
	return 0;
}

/* A subject and the cut line of one letter have the same. */
static bool
is_among(const GArray *tags, guint n, const struct tag *tag)
{
	for (guint i = 0; i < n; i++) {
		const struct tag *other = &g_array_index(tags, struct tag, i);

		if (other->match == tag->match &&
		    strcmp(other->code, tag->code) == 0)
			return true;
	}
	return false;
}

static int
search_tags(struct search *s, const struct letter *letter)
{
	GArray *tags = tags_of_subject(letter->subject);
	GArray *below = tags_of_text(letter->text);
	int r = 0;

	g_array_append_vals(tags, below->data, below->len);
	g_array_unref(below);
	for (guint i = 0; i < tags->len && r == 0; i++) {
		const struct tag *tag = &g_array_index(tags, struct tag, i);

		if (!is_among(tags, i, tag))
			r = note_tag(s, tag);
	}
	g_array_unref(tags);
	return r;
}

/* ---- the whole ---- */

static int
find_key(struct search *s, const struct letter *letter)
{
	struct identity *id = s->id;

	if (search_tickets(s, letter) == -1)
		return -1;
	search_digest(s, letter);
	if (search_tags(s, letter) == -1)
		return -1;
	if (id->key >= KEY_TAG && s->clash)
		/* also if the sender's own came with it */
		id->key = KEY_CLASH;
	if (id->own && id->key < KEY_OWN)
		id->key = KEY_OWN;
	id->old &= id->key == KEY_TAG;
	if (id->key == KEY_TAG && !id->old && s->stray > STRAY_MAX)
		id->key = KEY_WRONG;
	/* What a mailing list brings answers no letter with a list of moves. */
	if (!s->turn_known && ((id->key == KEY_TAG && !id->old) ||
				  (id->key == KEY_VALID && letter->listed)))
		id->ticket.turn = -1;
	return 0;
}

static int
find_person(struct home *home, const char *from, struct identity *id)
{
	home->err->code = 0;
	if (from[0] != '\0')
		id->person = store_person_by_address(home->store, from);
	return id->person == NULL && home->err->code != 0 ? -1 : 0;
}

/* The organiser says whose it is, from wherever it came. */
static int
take_organisers_word(struct search *s)
{
	struct identity *id = s->id;

	id->vouched = true;
	if (id->key != KEY_VALID && id->key != KEY_TAG)
		return 0;
	person_free(id->person);
	id->person = store_person(s->home->store, s->owner);
	return id->person == NULL ? -1 : 0;
}

static void
judge_from(struct search *s, const struct inbox_row *row)
{
	struct identity *id = s->id;
	bool seat = id->key == KEY_VALID || id->key == KEY_TAG;

	if (id->person == NULL)
		id->from = FROM_UNKNOWN;
	else if (!seat || id->person->id == s->owner)
		id->from = FROM_MATCHES;
	else
		id->from = FROM_OTHER;
	id->owner = seat ? s->owner : 0;
	if (row->vouched != VOUCHED_NOT && id->verdict == VERDICT_FAIL)
		id->verdict = VERDICT_NONE;
}

int
identity_find(struct home *home, const struct letter *letter,
    const struct inbox_row *row, struct identity *id)
{
	struct search s = { .home = home,
		.id = id,
		.named_seat = -1,
		.released = row->vouched == VOUCHED_ORGANISER };
	int r;

	memset(id, 0, sizeof(*id));
	id->ticket.seat = -1;
	id->verdict =
	    authres_verdict(row->raw, home->config->authserv, letter->from);
	r = find_person(home, letter->from, id);
	if (r == 0)
		r = find_key(&s, letter);
	if (r == 0 && row->vouched == VOUCHED_ORGANISER)
		r = take_organisers_word(&s);
	if (r == 0)
		judge_from(&s, row);
	if (s.seats != NULL)
		g_ptr_array_unref(s.seats);
	return r;
}

void
identity_clear(struct identity *id)
{
	person_free(id->person);
	id->person = NULL;
	if (id->guessed != NULL)
		g_array_unref(id->guessed);
	id->guessed = NULL;
}
