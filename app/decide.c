/* SPDX-License-Identifier: ISC */
/*
 * What becomes of one mail: by who speaks, whether it came before, and what
 * it asks.  Every mail ends in a state and a note on its row; letters go only
 * to stored addresses, but for a short answer to a stranger.
 */
#include "app/private.h"

#include <string.h>

#include "base/log.h"

#define HOUR INT64_C(3600)

/*
 * The brakes, of answers within an hour: two machines may have begun to write
 * to each other, or somebody lets us write to people who never asked.
 */
#define SAME_MAX 3 /* to a seat whose mails say nothing, or say the same */
#define PERSON_MAX 30
#define STRANGERS_MAX 50

static void
settle_row(struct handling *h, enum inbox_state state, const char *note)
{
	h->row->state = state;
	h->row->handled = h->now;
	g_free(h->row->note);
	h->row->note = g_strdup(note);
}

static struct answered
answered_by(const struct handling *h)
{
	return (struct answered){ h->row->id, h->letter->message_id };
}

/* The row says that there is no answer; so does the log, once an hour. */
static int
spare_answer(struct handling *h, const char *why, struct err *e)
{
	g_autofree char *note = h->row->note;
	int64_t lately;

	h->row->note = g_strdup_printf("%s, not answered: %s", note, why);
	if (store_inbox_spared(h->home->store, h->now - HOUR, &lately, e) == -1)
		return -1;
	h->row->answer = ANSWER_SPARED;
	if (lately == 0)
		log_warn("inbox %lld: not answered: %s; of others like it in "
			 "this hour only the inbox tells",
		    (long long)h->row->id, why);
	return 0;
}

/* Was a letter of that kind sent there less than so long ago? */
static int
said_lately(struct handling *h, const char *address, const char *kind,
    int64_t seconds, bool *lately, struct err *e)
{
	int64_t at = 0;

	if (store_outbox_last(h->home->store, address, kind, &at, e) == -1)
		return -1;
	*lately = at != 0 && h->now - at < seconds;
	return 0;
}

/*
 * A short letter, at most once in so long, to somebody who proved nothing.
 * facts are taken over.
 */
static int
answer_with(struct handling *h, const struct person *to, const char *address,
    const char *kind, json_t *facts, int64_t seconds, struct err *e)
{
	struct answered answered = answered_by(h);
	bool lately = false;
	int r;

	r = said_lately(h, address, kind, seconds, &lately, e);
	if (r == -1 || lately) {
		json_decref(facts);
		return r;
	}
	r = post_address(
	    h->home, to, address, kind, facts, &answered, h->now, e);
	if (r == -1 && e->code != ERR_CLASH)
		return -1;
	/* A clash: said when this very mail was tried before. */
	e->code = 0;
	h->row->answer = ANSWER_SENT;
	return 0;
}

static int
answer_once(struct handling *h, const struct person *to, const char *address,
    const char *kind, int64_t seconds, struct err *e)
{
	return answer_with(h, to, address, kind,
	    facts_person(h->home, to != NULL ? to->name : ""), seconds, e);
}

static int
handle_stranger(struct handling *h, struct err *e)
{
	int64_t n;

	settle_row(h, INBOX_IGNORED, "unknown sender");
	if (h->letter->from[0] == '\0' || !address_ok(h->letter->from))
		return 0;
	if (store_outbox_strangers(h->home->store, h->now - HOUR, &n, e) == -1)
		return -1;
	if (n >= STRANGERS_MAX)
		return spare_answer(h, "too many strangers", e);
	return answer_once(h, NULL, h->letter->from, "stranger", 24 * HOUR, e);
}

static int
handle_unproved(struct handling *h, struct err *e)
{
	json_t *facts = NULL;

	settle_row(h, INBOX_IGNORED, "known sender, but no reply to a letter");
	if (watch_answer(h->home, h->id.person, &facts, e) == -1)
		return -1;
	if (facts != NULL) {
		settle_row(h, INBOX_IGNORED, "an onlooker's: nothing to do");
		/* Who plays must prove it. */
		if (!json_is_true(json_object_get(facts, "plays")) &&
		    bounce_reached(h->home, h->id.person, "notice.reached", 0,
			h->now, e) == -1) {
			json_decref(facts);
			return -1;
		}
		return answer_with(h, h->id.person, h->id.person->address,
		    "onlooker-answer", facts, 6 * HOUR, e);
	}
	return answer_once(
	    h, h->id.person, h->id.person->address, "unproved", 6 * HOUR, e);
}

/* A good key, but from somewhere else: only the seat's own person hears. */
static int
handle_foreign(struct handling *h, struct err *e)
{
	struct table *t = table_open(h->home, h->id.ticket.match, e);
	struct person *owner;
	int r;

	settle_row(h, INBOX_HELD, "a seat's key from an unknown address");
	if (t == NULL)
		return -1;
	owner = store_person(
	    h->home->store, table_seat(t, h->id.ticket.seat)->person, e);
	table_free(t);
	if (owner == NULL)
		return -1;
	r = answer_once(h, owner, owner->address, "foreign-key", 6 * HOUR, e);
	person_free(owner);
	return r;
}

static int
answer_seat(
    struct handling *h, struct table *t, struct answer *a, struct err *e)
{
	struct answered answered = answered_by(h);
	int seat = h->id.ticket.seat;
	json_t *facts;

	if (life_settle(t, h->now, e) == -1 ||
	    (facts = facts_seat(t, seat, e)) == NULL)
		return -1;
	answer_facts(a, t, seat, facts);
	if (t->row->life == LIFE_OVER && facts_final(t, facts, e) == -1) {
		json_decref(facts);
		return -1;
	}
	/* Answers to moves do not count for the brakes. */
	if (!(t->moved & SEAT(seat)))
		h->row->answer = ANSWER_SENT;
	return post_seat(t, seat, life_letter(t), facts, &answered, h->now, e);
}

static void
set_says(struct handling *h, char *says)
{
	g_free(h->row->says);
	h->row->says = says;
}

/*
 * What makes mails to a seat the same: all that ask for nothing are, others
 * if their lines are and nothing happened in between.
 */
static char *
mail_says(
    const struct table *t, const GPtrArray *requests, const GPtrArray *lines)
{
	GChecksum *sum;
	char *hex;

	if (reading_is_talk(requests))
		return g_strdup("nothing");
	sum = g_checksum_new(G_CHECKSUM_SHA256);
	g_checksum_update(sum, (const guchar *)&t->row->last_event,
	    sizeof(t->row->last_event));
	for (guint i = 0; i < lines->len; i++)
		g_checksum_update(
		    sum, lines->pdata[i], (gssize)strlen(lines->pdata[i]) + 1);
	hex = g_strdup(g_checksum_get_string(sum));
	g_checksum_free(sum);
	return hex;
}

/* What the mail asks; a subject that only repeats ours is no command. */
static GPtrArray *
mail_requests(struct handling *h, struct table *t)
{
	g_autofree char *ours = post_subject(t, h->id.ticket.key);
	g_autofree char *plain = text_ascii(ours);
	char *const subjects[] = { ours, plain, NULL };
	struct heard heard;
	GPtrArray *list;

	reading_again(h);
	heard_read(
	    &heard, home_tongue(h->home, "en"), t->match, h->letter, subjects);
	set_says(h, mail_says(t, heard.requests, heard.lines));
	list = g_ptr_array_ref(heard.requests);
	heard_clear(&heard);
	return list;
}

/* The whole mail is refused for a reason of its own. */
static const char *
mail_fault(struct handling *h, const struct inbox_row *twin)
{
	if (h->row->cut)
		return "error.too-big";
	if (twin != NULL)
		return "error.duplicate-id";
	return NULL;
}

/* *why: for what reason the seat gets no answer, or NULL. */
static int
brake_seat(struct handling *h, const char **why, struct err *e)
{
	int64_t since = h->now - HOUR, person = h->id.person->id, all, same;

	*why = NULL;
	if (store_inbox_answered(h->home->store, person, since, &all, e) ==
		-1 ||
	    store_inbox_answered_same(
		h->home->store, h->row, person, since, &same, e) == -1)
		return -1;
	if (all >= PERSON_MAX)
		*why = "too many mails of this player";
	else if (same >= SAME_MAX)
		*why = "it says the same as those before";
	return 0;
}

/* requests: NULL if the whole mail is at fault. */
static int
do_mail(struct handling *h, struct table *t, const char *fault,
    const GPtrArray *requests, struct err *e)
{
	int seat = h->id.ticket.seat, r = 0;
	const char *why = NULL;
	struct answer a;

	settle_row(h, INBOX_DONE, fault != NULL ? fault : "done");
	answer_init(&a);
	if (fault != NULL) {
		answer_refuse(&a, t, "", phrase_new(fault, NULL));
	} else {
		r = requests_do(t, seat, requests, h->id.ticket.turn,
		    h->row->id, h->now, &a, e);
		if (a.refused != NULL)
			settle_row(h, INBOX_DONE, "refused");
	}
	/* Who makes moves is no loop: moves come to an end. */
	if (r == 0 && !(t->moved & SEAT(seat)))
		r = brake_seat(h, &why, e);
	/* Without an answer she hears what all hear. */
	t->answered = why == NULL ? seat : -1;
	if (r == 0 && why == NULL)
		r = answer_seat(h, t, &a, e);
	else if (r == 0 && (r = life_settle(t, h->now, e)) == 0)
		r = spare_answer(h, why, e);
	answer_clear(&a);
	return r;
}

static int
handle_seat(struct handling *h, const struct inbox_row *twin, struct err *e)
{
	struct table *t = table_open(h->home, h->id.ticket.match, e);
	g_autofree char *cause =
	    g_strdup_printf("i%lld", (long long)h->row->id);
	const char *fault = mail_fault(h, twin);
	GPtrArray *requests = NULL;
	int r;

	if (t == NULL)
		return -1;
	t->cause = cause;
	if (fault == NULL)
		requests = mail_requests(h, t);
	else
		set_says(h, g_strdup(fault));
	r = do_mail(h, t, fault, requests, e);
	if (requests != NULL)
		g_ptr_array_unref(requests);
	table_free(t);
	return r;
}

/* A mail comes again if it was done: one that proved nothing, or was held,
 * may be sent again and is another one then. */
static int
handle_seat_once(struct handling *h, struct err *e)
{
	struct inbox_row *twin;
	int r = 0;

	h->row->match = h->id.ticket.match;
	h->row->seat = h->id.ticket.seat;
	twin = store_inbox_twin(h->home->store, h->row, e);
	if (twin == NULL && e->code != 0)
		return -1;
	if (twin != NULL && strcmp(twin->sha, h->row->sha) == 0)
		settle_row(h, INBOX_DUPLICATE, "the same mail came before");
	else if ((r = bounce_reached(h->home, h->id.person, "notice.reached",
		      h->row->match, h->now, e)) == 0)
		r = handle_seat(h, twin, e);
	inbox_row_free(twin);
	return r;
}

static int
handle_forged(struct handling *h, struct err *e)
{
	if (h->id.person == NULL) {
		settle_row(
		    h, INBOX_IGNORED, "unknown sender with a wrong reply key");
		return 0;
	}
	if (handle_unproved(h, e) == -1)
		return -1;
	settle_row(h, INBOX_IGNORED, "a reply key that is not this sender's");
	return 0;
}

static int
handle_person(struct handling *h, struct err *e)
{
	switch (h->id.standing) {
	case STANDING_SEAT:
		return handle_seat_once(h, e);
	case STANDING_PERSON:
		return handle_unproved(h, e);
	case STANDING_FOREIGN:
		return handle_foreign(h, e);
	case STANDING_STRANGER:
		return handle_stranger(h, e);
	case STANDING_FORGED:
		return handle_forged(h, e);
	}
	g_assert_not_reached();
}

static void
note_sender(struct handling *h)
{
	g_free(h->row->sender);
	h->row->sender = g_strdup(h->letter->from);
	g_free(h->row->message_id);
	/* A mail without an id is known by its content. */
	h->row->message_id = h->letter->message_id[0] != '\0'
				 ? g_strdup(h->letter->message_id)
				 : g_strdup_printf("sha.%s", h->row->sha);
}

int
decide_mail(struct handling *h, struct err *e)
{
	bool taken;

	e->code = 0;
	note_sender(h);
	if (bounce_take(h, &taken, e) == -1)
		return -1;
	if (taken)
		return 0;
	if (h->letter->robot != NULL && !h->letter->robot_unless_keyed) {
		g_autofree char *note =
		    g_strdup_printf("from a robot: %s", h->letter->robot);

		settle_row(h, INBOX_IGNORED, note);
		return 0;
	}
	if (identity_find(h->home, h->letter, &h->id, e) == -1)
		return -1;
	if (h->letter->robot != NULL && h->id.standing != STANDING_SEAT) {
		g_autofree char *note =
		    g_strdup_printf("from a robot: %s", h->letter->robot);

		settle_row(h, INBOX_IGNORED, note);
		return 0;
	}
	return handle_person(h, e);
}

int
decide_unhandled(struct handling *h, struct err *e)
{
	if (h->letter == NULL || h->letter->robot != NULL ||
	    h->id.person == NULL)
		return 0;
	return answer_once(
	    h, h->id.person, h->id.person->address, "unhandled", 6 * HOUR, e);
}
