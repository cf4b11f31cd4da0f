/* SPDX-License-Identifier: ISC */
/*
 * What becomes of one mail: by who speaks, whether it came before, and what
 * it asks.  Every mail ends in a state and a note on its row; letters go only
 * to stored addresses, but for a short answer to a stranger.
 */
#include "app/private.h"

#include <string.h>

#define HOUR INT64_C(3600)

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

/* A short letter, at most once in so long, to somebody who proved nothing. */
static int
answer_once(struct handling *h, const struct person *to, const char *address,
    const char *kind, int64_t seconds, struct err *e)
{
	struct answered answered = answered_by(h);
	bool lately = false;

	if (said_lately(h, address, kind, seconds, &lately, e) == -1)
		return -1;
	if (lately)
		return 0;
	return post_address(h->home, to, address, kind,
	    facts_person(h->home, to != NULL ? to->name : ""), &answered,
	    h->now, e);
}

static int
handle_stranger(struct handling *h, struct err *e)
{
	settle_row(h, INBOX_IGNORED, "unknown sender");
	if (h->letter->from[0] == '\0' || !address_ok(h->letter->from))
		return 0;
	return answer_once(h, NULL, h->letter->from, "stranger", 24 * HOUR, e);
}

static int
handle_unproved(struct handling *h, struct err *e)
{
	settle_row(h, INBOX_IGNORED, "known sender, but no reply to a letter");
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
	return post_seat(t, seat, life_letter(t), facts, &answered, h->now, e);
}

/* Lines of the body, or of the subject if the body has nothing to say. */
static GPtrArray *
mail_requests(struct handling *h, const struct table *t)
{
	const struct tongue *tongue = home_tongue(h->home, "en");
	const struct reading reading = { tongue_list(tongue, "stop"),
		tongue_list(tongue, "subject-prefix") };
	g_autoptr(GPtrArray) lines = lines_read(h->letter->text, &reading);
	GPtrArray *list = requests_read(h->home, t, lines);
	bool talk_only = true;
	char *subject;

	for (guint i = 0; i < list->len; i++)
		talk_only &=
		    ((struct request *)list->pdata[i])->kind == REQUEST_TALK;
	if (!talk_only || (h->letter->references->len > 0 && lines->len > 0))
		return list;
	subject = lines_subject(h->letter->subject, &reading);
	g_ptr_array_set_size(lines, 0);
	g_ptr_array_set_free_func(lines, g_free);
	g_ptr_array_add(lines, subject);
	g_ptr_array_unref(list);
	return requests_read(h->home, t, lines);
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

static int
handle_seat(struct handling *h, const struct inbox_row *twin, struct err *e)
{
	struct table *t = table_open(h->home, h->id.ticket.match, e);
	g_autofree char *cause =
	    g_strdup_printf("i%lld", (long long)h->row->id);
	const char *fault = mail_fault(h, twin);
	struct answer a;
	int r = -1;

	if (t == NULL)
		return -1;
	answer_init(&a);
	t->answered = h->id.ticket.seat;
	t->cause = cause;
	h->row->match = h->id.ticket.match;
	h->row->seat = h->id.ticket.seat;
	settle_row(h, INBOX_DONE, fault != NULL ? fault : "done");
	if (fault != NULL) {
		answer_refuse(&a, t, "", phrase_new(fault, NULL));
		r = answer_seat(h, t, &a, e);
	} else {
		g_autoptr(GPtrArray) requests = mail_requests(h, t);

		r = requests_do(t, t->answered, requests, h->id.ticket.turn,
		    h->row->id, h->now, &a, e);
		if (r == 0) {
			if (a.refused != NULL)
				settle_row(h, INBOX_DONE, "refused");
			r = answer_seat(h, t, &a, e);
		}
	}
	answer_clear(&a);
	table_free(t);
	return r;
}

static int
handle_person(struct handling *h, struct err *e)
{
	struct inbox_row *twin;
	int r = 0;

	twin = store_inbox_twin(
	    h->home->store, h->row->id, h->row->sender, h->row->message_id, e);
	if (twin == NULL && e->code != 0)
		return -1;
	if (twin != NULL && strcmp(twin->sha, h->row->sha) == 0)
		settle_row(h, INBOX_DUPLICATE, "the same mail came before");
	else
		switch (h->id.standing) {
		case STANDING_SEAT:
			r = handle_seat(h, twin, e);
			break;
		case STANDING_PERSON:
			r = handle_unproved(h, e);
			break;
		case STANDING_FOREIGN:
			r = handle_foreign(h, e);
			break;
		case STANDING_STRANGER:
			r = handle_stranger(h, e);
			break;
		case STANDING_FORGED:
			if (h->id.person != NULL) {
				r = handle_unproved(h, e);
				settle_row(h, INBOX_IGNORED,
				    "a reply key that is not this sender's");
			} else {
				settle_row(h, INBOX_IGNORED,
				    "unknown sender with a wrong reply key");
			}
			break;
		}
	inbox_row_free(twin);
	return r;
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
	e->code = 0;
	note_sender(h);
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
