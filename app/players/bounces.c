/* SPDX-License-Identifier: ISC */
/*
 * Letters that do not reach their reader.  Reports of mail servers are known
 * by the envelope address of the letter they are about, or by its Message-ID;
 * they are counted, and when it is clear that no letter arrives, none is
 * written any more, the tables are told so, and the organiser sees it.  What
 * was in a letter that came back is told by the next one.
 *
 * Letters are given up with codes of class 5, and with those of class 4, which
 * tell of a full mailbox or of a server that is away: then what was in the
 * letter is told again, but it says nothing of the next one's fate.  A letter
 * that is only late is not lost at all.
 */
#include "app/private.h"

#include "base/log.h"
#include "mail/dsn.h"

#include <string.h>

/*
 * So many days (UTC) with letters that came back, and no letter between them
 * that did not: then no other will arrive.
 */
#define DAYS_MAX 3

static const char stopped[] = "no mail reaches this address";

/* ---- who is told ---- */

/* What is done at a table; others go on if it fails there. */
typedef int table_work(
    struct table *, int seat, const char *notice, int64_t now, struct err *);

static int
work_at(struct home *home, const struct seat_row *seat, table_work *work,
    const char *notice, bool answered, int64_t now, struct err *e)
{
	struct table *t = table_open(home, seat->match, e);
	g_autofree char *cause = NULL;
	int r;

	if (t == NULL)
		return -1;
	cause = g_strdup_printf("b%lld.%lld", (long long)seat->match,
	    (long long)t->row->last_event);
	t->cause = cause;
	if (answered)
		t->answered = seat->seat;
	r = work(t, seat->seat, notice, now, e);
	table_free(t);
	return r;
}

/*
 * A match that cannot be opened must not keep the others from hearing, or the
 * outbox from going on; what another try may mend is for the caller.
 */
static bool
pass_up(const struct err *why, struct err *e)
{
	if (why->code == ERR_IO || why->code == ERR_BUSY) {
		*e = *why;
		return true;
	}
	log_warn("not told whom mail reaches: %s", why->text);
	return false;
}

/* At each of her seats; in the match answered the caller writes to her. */
static int
work_at_all(struct home *home, GPtrArray *seats, table_work *work,
    const char *notice, int64_t answered, int64_t now, struct err *e)
{
	g_autoptr(GPtrArray) list = seats;

	if (list == NULL)
		return -1;
	for (guint i = 0; i < list->len; i++) {
		const struct seat_row *seat = list->pdata[i];
		struct err why = { 0 };
		int r;

		IN_TRANSACTION(home->store, &why, r,
		    work_at(home, seat, work, notice, seat->match == answered,
			now, &why));
		if (r == -1 && pass_up(&why, e))
			return -1;
	}
	return 0;
}

static int
tell_her(
    struct table *t, int seat, const char *notice, int64_t now, struct err *e)
{
	(void)notice;
	return t->answered == seat ? 0 : life_tell(t, seat, now, e);
}

/* Of who has left the match only she herself hears. */
static int
tell_table(
    struct table *t, int seat, const char *notice, int64_t now, struct err *e)
{
	if (table_seat(t, seat)->held != HELD_PERSON)
		return tell_her(t, seat, notice, now, e);
	t->everyone = true;
	if (table_notice(t, notice, json_pack("{s:s}", "who", t->names[seat]),
		now, e) == -1)
		return -1;
	return life_settle(t, now, e);
}

/* What she looks on at goes on for her too. */
static int
watch_again(struct home *home, int64_t match, int64_t now, struct err *e)
{
	struct table *t = table_open(home, match, e);
	int r = t == NULL ? -1 : watch_settle(t, now, e);

	table_free(t);
	return r;
}

static int
watch_all_again(struct home *home, int64_t person, int64_t now, struct err *e)
{
	g_autoptr(GPtrArray) list = store_onlookers_of(home->store, person, e);

	if (list == NULL)
		return -1;
	for (guint i = 0; i < list->len; i++) {
		const struct onlooker_row *o = list->pdata[i];
		struct err why = { 0 };
		int r;

		if (o->closed)
			continue;
		IN_TRANSACTION(home->store, &why, r,
		    watch_again(home, o->match, now, &why));
		if (r == -1 && pass_up(&why, e))
			return -1;
	}
	return 0;
}

/* ---- reached, or not ---- */

static int
stop_letters(
    struct home *home, const struct person *person, int64_t now, struct err *e)
{
	bool first = person->unreached == 0;

	if (store_bounce_stop(home->store, person->address, stopped, e) == -1)
		return -1;
	if (!first)
		return 0;
	log_warn("person %lld: no mail reaches this address; no more letters "
		 "are written",
	    (long long)person->id);
	if (store_address_unreached(home->store, person->address, now, e) == -1)
		return -1;
	return work_at_all(home, store_seats_of(home->store, person->id, e),
	    tell_table, "notice.unreached", 0, now, e);
}

/*
 * One more letter came back; enough: no other need be tried.  Of an address
 * that was hers before nobody need hear.
 */
static int
lose(struct home *home, const struct outbox_row *letter, bool enough,
    int64_t now, struct err *e)
{
	struct person *person;
	int r = 0;

	if (letter->person == 0)
		return 0;
	if ((person = store_person(home->store, letter->person, e)) == NULL)
		return -1;
	if (g_ascii_strcasecmp(person->address, letter->address) == 0 &&
	    (enough || person->unreached != 0))
		r = stop_letters(home, person, now, e);
	person_free(person);
	return r;
}

int
bounce_reached(struct home *home, const struct person *person,
    const char *notice, int64_t match, int64_t now, struct err *e)
{
	struct store *store = home->store;

	if (store_bounce_over(store, person->address, e) == -1)
		return -1;
	if (person->unreached == 0)
		return 0;
	log_info(
	    "person %lld: letters are written again", (long long)person->id);
	if (store_address_unreached(store, person->address, 0, e) == -1 ||
	    work_at_all(home, store_seats_of(store, person->id, e), tell_table,
		notice, match, now, e) == -1 ||
	    work_at_all(home, store_seats_owed(store, person->id, e), tell_her,
		NULL, match, now, e) == -1)
		return -1;
	return watch_all_again(home, person->id, now, e);
}

int
bounce_moved(
    struct home *home, const struct person *person, int64_t now, struct err *e)
{
	struct store *store = home->store;

	if (store_bounce_over(store, person->address, e) == -1 ||
	    store_address_unreached(store, person->address, 0, e) == -1)
		return -1;
	return work_at_all(home, store_seats_owed(store, person->id, e),
	    tell_her, NULL, 0, now, e);
}

/* ---- counting ---- */

/* After these no other letter will fare better (RFC 3463, 3.2; RFC 7505). */
static bool
is_final(const char *code)
{
	static const char *const codes[] = {
		"5.1.1", /* no such mailbox */
		"5.1.2", /* no such host */
		"5.1.3", /* it can be no address */
		"5.1.6", /* moved, nobody knows where to */
		"5.1.10", /* the host takes no mail at all */
		"5.6.7", /* there or before, only ASCII is taken (RFC 6531) */
	};

	for (size_t i = 0; i < G_N_ELEMENTS(codes); i++)
		if (strcmp(code, codes[i]) == 0)
			return true;
	return false;
}

static void
log_letter(const struct outbox_row *letter, const char *what, const char *code)
{
	if (letter->match != 0)
		log_info("outbox %lld: match %lld seat %d: %s: %s",
		    (long long)letter->id, (long long)letter->match,
		    letter->seat, what, code);
	else
		log_info(
		    "outbox %lld: %s: %s", (long long)letter->id, what, code);
}

int
bounce_note(struct home *home, const struct outbox_row *letter,
    const char *code, const char *says, int64_t inbox, int64_t now,
    struct err *e)
{
	struct bounce_row row = { .address = letter->address,
		.outbox = letter->id,
		.inbox = inbox,
		.at = now,
		.code = (char *)(uintptr_t)code,
		.says = (char *)(uintptr_t)says };
	int64_t days = 0;
	bool known;

	/* Refused at the door for want of room: it may be there tomorrow. */
	if (dsn_is_full(code, says))
		row.code = (char *)(uintptr_t)(code = "4.2.2");
	if (store_bounce_known(home->store, letter->id, code, &known, e) == -1)
		return -1;
	if (known)
		return 0;
	log_letter(letter, "came back", code);
	if (store_bounce_add(home->store, &row, e) == -1 ||
	    store_letter_lost(home->store, letter, e) == -1)
		return -1;
	if (code[0] != '5')
		return 0;
	if (store_bounce_days(
		home->store, letter->address, letter->id, &days, e) == -1)
		return -1;
	return lose(home, letter, is_final(code) || days >= DAYS_MAX, now, e);
}

/* ---- mails that are reports ---- */

static void
settle(struct handling *h, enum inbox_state state, char *note)
{
	h->row->state = state;
	h->row->handled = h->now;
	g_free(h->row->note);
	h->row->note = note;
}

/* The letter to whose envelope address the mail came; *came: to such a one,
 * known or not. */
static struct outbox_row *
letter_by_address(struct handling *h, bool *came, struct err *e)
{
	const struct config *c = h->home->config;
	struct outbox_row *letter = NULL;
	char word[KEY_SIZE + 1];

	*came = false;
	for (guint i = 0; i < h->letter->recipients->len; i++) {
		if (!bounce_from_address(h->letter->recipients->pdata[i],
			c->address, c->delimiter, word))
			continue;
		*came = true;
		letter = store_outbox_by_bounce(h->home->store, word, e);
		if (letter != NULL || e->code != 0)
			return letter;
	}
	return NULL;
}

/* Its Message-ID holds the key of its seat: whoever has it had the letter. */
static struct outbox_row *
letter_by_id(struct handling *h, const struct dsn *dsn, struct err *e)
{
	struct ticket ticket;

	if (dsn == NULL || !dsn->formal ||
	    !ticket_from_message_id(
		dsn->message_id, h->home->config->address, &ticket))
		return NULL;
	return store_outbox_by_message_id(h->home->store, dsn->message_id, e);
}

static int
weight(const struct dsn_recipient *r)
{
	if (r->action == DSN_DELAYED)
		return 1;
	if (r->action != DSN_FAILED)
		return 0;
	return is_final(r->code) ? 4 : r->code[0] == '5' ? 3 : 2;
}

/* An address may stand for several: what is worst counts. */
static const struct dsn_recipient *
worst(const struct dsn *dsn)
{
	const struct dsn_recipient *r = dsn->recipients->pdata[0];

	for (guint i = 1; i < dsn->recipients->len; i++)
		if (weight(dsn->recipients->pdata[i]) > weight(r))
			r = dsn->recipients->pdata[i];
	return r;
}

/* On the letter's own row, whose state stays; a delay is soon forgotten. */
static int
note_letter(struct handling *h, const struct outbox_row *letter,
    const struct dsn_recipient *r, struct err *e)
{
	static const char came_back[] = "came back: ";
	g_autofree char *note = g_strdup_printf("%s%s%s%s",
	    r->action == DSN_FAILED ? came_back : "delayed: ", r->code,
	    r->says[0] == '\0' ? "" : ": ", r->says);

	if (r->action != DSN_FAILED && r->action != DSN_DELAYED)
		return 0;
	if (letter->state != OUTBOX_SENT ||
	    (r->action == DSN_DELAYED &&
		g_str_has_prefix(letter->note, came_back)))
		return 0;
	return store_outbox_note(h->home->store, letter->id, note, e);
}

static int
take_report(struct handling *h, const struct outbox_row *letter,
    const struct dsn *dsn, struct err *e)
{
	const struct dsn_recipient *r = worst(dsn);

	settle(h, INBOX_DONE,
	    g_strdup_printf("letter %lld: %s: %s", (long long)letter->id,
		dsn_action_word(r->action), r->code));
	if (note_letter(h, letter, r, e) == -1)
		return -1;
	if (r->action == DSN_FAILED)
		return bounce_note(
		    h->home, letter, r->code, r->says, h->row->id, h->now, e);
	log_letter(letter, dsn_action_word(r->action), r->code);
	return 0;
}

/* It came before, out of a mailbox that was numbered anew or the like. */
static int
take_once(struct handling *h, const struct outbox_row *letter,
    const struct dsn *dsn, struct err *e)
{
	struct inbox_row *twin;
	int r = 0;

	h->row->match = letter->match;
	h->row->seat = letter->seat;
	e->code = 0;
	twin = store_inbox_twin(h->home->store, h->row, e);
	if (twin == NULL && e->code != 0)
		return -1;
	if (twin != NULL && strcmp(twin->sha, h->row->sha) == 0)
		settle(h, INBOX_DUPLICATE,
		    g_strdup("the same report came before"));
	else
		r = take_report(h, letter, dsn, e);
	inbox_row_free(twin);
	return r;
}

int
bounce_take(struct handling *h, bool *taken, struct err *e)
{
	struct outbox_row *letter = letter_by_address(h, taken, e);
	struct dsn *dsn = NULL;
	int r = 0;

	/* A report by its form is a robot's; one without comes to a letter's
	 * own address. */
	if (e->code == 0 &&
	    (letter != NULL || (!*taken && h->letter->robot != NULL)))
		dsn = dsn_read(h->row->raw);
	if (e->code == 0 && !*taken)
		letter = letter_by_id(h, dsn, e);
	if (e->code != 0)
		r = -1;
	else if (letter != NULL && dsn != NULL)
		r = take_once(h, letter, dsn, e);
	else if (letter != NULL)
		settle(h, INBOX_IGNORED,
		    g_strdup("to the address that reports on a letter come "
			     "to, but it is none"));
	else if (*taken)
		settle(h, INBOX_IGNORED,
		    g_strdup("a report on a letter that is not ours"));
	*taken |= letter != NULL;
	dsn_free(dsn);
	outbox_row_free(letter);
	return r;
}
