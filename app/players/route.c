/* SPDX-License-Identifier: ISC */
/*
 * What becomes of one mail: by its key, by who it says it is from, and by
 * what our mail server found out about that.  Every mail ends in a state and
 * a note on its row; letters go only to stored addresses, but for a short
 * answer to a stranger.
 */
#include "app/players/route.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/letters/context/addressed.h"
#include "app/letters/kinds/held.h"
#include "app/players/questions/asks.h"
#include "app/players/senders/bounces.h"
#include "app/players/codes.h"
#include "app/players/deleted.h"
#include "app/players/reading/handling.h"
#include "app/players/reading/heard.h"
#include "app/players/reading/identity.h"
#include "app/players/reading/mail_language.h"
#include "app/players/no_seat.h"
#include "app/players/reading/parse.h"
#include "app/players/reading/plain_yes.h"
#include "app/players/general_mail.h"
#include "app/players/senders/rate_limit.h"
#include "app/players/seat_mail.h"
#include "app/players/signup_wish.h"
#include "app/players/senders/tag_guesses.h"
#include "app/players/senders/unauthenticated.h"
#include "base/err.h"
#include "mail/senders/authres.h"
#include "mail/incoming/read.h"
#include "parse/request.h"
#include "store/mails/inbox.h"
#include "store/people/people.h"
#include "store/people/asks.h"

/* ---- the table ---- */

/* It stays until somebody says something, and is listed with its match. */
static void
hold(struct handling *h, enum held why)
{
	handling_settle(h, INBOX_HELD, held_note(why));
	if (h->id.owner != 0) {
		h->row->match = h->id.ticket.match;
		h->row->seat = h->id.ticket.seat;
	}
}

static int
ask_sender(struct handling *h)
{
	hold(h, HELD_FORGED);
	return confirm_ask(h, ASK_SENDER);
}

/*
 * A good key from an unknown address: is it the player's?  An address that is
 * some other player's is not shown, nor can it change hands.
 */
static int
ask_alias(struct handling *h)
{
	struct person *owner;
	int r;

	hold(h, HELD_UNKNOWN_SENDER);
	if (h->id.from == FROM_UNKNOWN && h->letter->from[0] != '\0')
		return confirm_ask(h, ASK_ALIAS);
	hold(h,
	    h->id.from == FROM_OTHER ? HELD_OTHER_SENDER : HELD_UNCLEAR_SENDER);
	owner = store_person(h->home->store, h->id.owner);
	if (owner == NULL)
		return -1;
	r = unauthenticated_tell(
	    h, owner, "foreign-key", context_person(h->home, owner->name));
	person_free(owner);
	return r;
}

static int
hold_clash(struct handling *h)
{
	hold(h, HELD_TWO_SEATS);
	if (h->id.person == NULL)
		return 0;
	return unauthenticated_tell(h, h->id.person, "clash",
	    context_person(h->home, h->id.person->name));
}

static int
answer_stranger(struct handling *h)
{
	if (h->home->config->signup.mode != SIGNUP_MODE_CLOSED)
		return signup_stranger(h);
	return unauthenticated_greet(h, NULL);
}

#define ANY (-1)
#define BIT(x) (1 << (x))
#define NOT_FAIL \
	(BIT(VERDICT_PASS) | BIT(VERDICT_NONE) | BIT(VERDICT_NOT_CONFIGURED))

/*
 * The first line that fits counts. from: MATCHES is an address of the person
 * who has the seat that the key names, or without a key, of anybody known.
 * waiting: how many matches wait for the sender.
 */
static const struct auth_rule {
	int key, from, verdict, waiting; /* bits, or ANY */
	enum auth_method auth_method;
	int (*act)(struct handling *);
} auth_rules[] = {
	{ BIT(KEY_CLASH), ANY, ANY, ANY, BY_KEY, hold_clash },
	{ BIT(KEY_VALID), BIT(FROM_MATCHES), NOT_FAIL, ANY, BY_KEY, seat_mail },
	{ BIT(KEY_VALID), BIT(FROM_MATCHES), ANY, ANY, BY_KEY, ask_sender },
	{ BIT(KEY_VALID), ANY, ANY, ANY, BY_KEY, ask_alias },
	{ BIT(KEY_TAG), BIT(FROM_MATCHES), NOT_FAIL, ANY, BY_TAG, seat_mail },
	{ BIT(KEY_PERSON), BIT(FROM_MATCHES), NOT_FAIL, BIT(WAITING_ONE),
	    BY_DIGEST, seat_mail },
	{ BIT(KEY_PERSON), BIT(FROM_MATCHES), NOT_FAIL, ANY, BY_DIGEST,
	    general_digest },
	/* a wrong key is no key, and worse: no guess is made from it */
	{ BIT(KEY_NONE), BIT(FROM_MATCHES), BIT(VERDICT_PASS), BIT(WAITING_ONE),
	    BY_ADDRESS, seat_mail },
	{ BIT(KEY_NONE), BIT(FROM_MATCHES), BIT(VERDICT_PASS),
	    BIT(WAITING_MANY), BY_ADDRESS, unauthenticated_ask_which },
	{ ANY, BIT(FROM_UNKNOWN), ANY, ANY, BY_ADDRESS, answer_stranger },
	{ ANY, ANY, ANY, ANY, BY_ADDRESS, unauthenticated_show_view },
};

/* Do all but the last column fit? */
static bool
fits(const struct auth_rule *rule, const struct identity *id)
{
	return (rule->key & BIT(id->key)) != 0 &&
	       (rule->from & BIT(id->from)) != 0 &&
	       (rule->verdict & BIT(id->verdict)) != 0;
}

static int
find_auth_rule(struct handling *h, const struct auth_rule **found)
{
	enum waiting waiting;
	bool counted = false;

	for (const struct auth_rule *rule = auth_rules;; rule++) {
		if (!fits(rule, &h->id))
			continue;
		/* Matches are opened only where it matters. */
		if (rule->waiting != ANY && !counted) {
			if (unauthenticated_waiting(h, &waiting) == -1)
				return -1;
			counted = true;
		}
		if (rule->waiting == ANY ||
		    (rule->waiting & BIT(waiting)) != 0) {
			*found = rule;
			return 0;
		}
	}
}

/* ---- a mail ---- */

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

static int
is_auto_submitted(struct handling *h)
{
	g_autofree char *note =
	    g_strdup_printf("from a robot: %s", h->letter->auto_submitted);

	handling_settle(h, INBOX_IGNORED, note);
	h->done = true;
	return 0;
}

/* The organiser let it in, but nothing tells for whom. */
static bool
is_vouched_in_vain(const struct identity *id)
{
	return id->vouched && id->key != KEY_VALID && id->key != KEY_TAG;
}

/* One after the other, until the mail is done. */
static int
do_steps(struct handling *h, int (*const *steps)(struct handling *), size_t n)
{
	for (size_t i = 0; i < n && !h->done; i++)
		if (steps[i](h) == -1)
			return -1;
	return 0;
}

static int
route_known(struct handling *h)
{
	const struct auth_rule *rule;
	static int (*const first[])(
	    struct handling *) = { deleted_take, guesses_take, signup_take };
	static int (*const then[])(
	    struct handling *) = { codes_read, general_ping };

	if (is_vouched_in_vain(&h->id)) {
		handling_settle(h, INBOX_IGNORED,
		    h->id.key == KEY_CLASH
			? "released, but it names more than one seat"
			: "released, but no key tells for which seat it is");
		return 0;
	}
	if (h->id.person != NULL)
		reading_again(h);
	if (do_steps(h, first, G_N_ELEMENTS(first)) == -1)
		return -1;
	if (h->done)
		return 0;
	if (find_auth_rule(h, &rule) == -1)
		return -1;
	h->auth_method = rule->auth_method;
	if (h->id.old && rule->auth_method == BY_TAG)
		h->auth_method = BY_OLD_KEY;
	h->obeyed = rule->act == seat_mail && !replies_given(h);
	/* its lines are read by the words of that match */
	if (h->obeyed && handling_table(h, h->id.ticket.match) == NULL)
		return -1;
	if (do_steps(h, then, G_N_ELEMENTS(then)) == -1)
		return -1;
	return h->done ? 0 : rule->act(h);
}

/* Is there a command in it that no automatic answer holds?  One that says when
 * a person is away does hold "away until ...". */
static bool
holds_command(struct handling *h)
{
	const GPtrArray *requests = handling_heard(h)->requests;
	bool holds = false;

	for (guint i = 0; i < requests->len; i++) {
		enum request_kind kind =
		    ((struct request *)requests->pdata[i])->kind;

		holds |= request_is_command(requests->pdata[i]) &&
			 kind != REQUEST_AWAY && kind != REQUEST_BACK &&
			 kind != REQUEST_RETURN;
	}
	return holds;
}

/*
 * A known person may well write "Message not delivered?" above "status": the
 * command, in a text that is no program's, outweighs the subject.
 */
static int
outweighs_subject(struct handling *h, bool *person)
{
	*person = false;
	if (h->id.person == NULL || letter_automatic_text(h->letter) != NULL)
		return 0;
	*person = holds_command(h);
	return *person ? 0 : general_holds_move(h, person);
}

/* A tag, which stands in every copy of a letter of ours, proves nothing of a
 * sender with an unknown address. */
static bool
is_unproved(const struct identity *id)
{
	return !id->vouched &&
	       (id->key == KEY_NONE || id->key == KEY_WRONG ||
		   (id->key == KEY_TAG && id->from == FROM_UNKNOWN));
}

/* A mail without any key that counts: whatever wrote it, its lines may be a
 * program's. */
static int
look_for_auto_submitted(struct handling *h)
{
	const char *why = h->letter->auto_submitted;
	bool by_words = why == NULL || h->letter->auto_submitted_by_subject;
	bool person = false;
	char *reason;

	if (h->id.key == KEY_VALID && h->id.from == FROM_MATCHES)
		return 0;
	if (why == NULL && is_unproved(&h->id))
		why = letter_automatic(h->letter);
	if (why != NULL && by_words && outweighs_subject(h, &person) == -1)
		return -1;
	reason = person ? NULL : g_strdup(why);
	g_free(h->letter->auto_submitted);
	h->letter->auto_submitted = reason;
	if (reason != NULL)
		return is_auto_submitted(h);
	return is_unproved(&h->id) ? rate_limit_unproved(h) : 0;
}

int
route_mail(struct handling *h)
{
	h->home->err->code = 0;
	note_sender(h);
	if (bounce_take(h) == -1)
		return -1;
	if (h->done)
		return 0;
	if (h->letter->auto_submitted != NULL &&
	    !h->letter->auto_submitted_unless_keyed)
		return is_auto_submitted(h);
	if (identity_find(h->home, h->letter, h->row, &h->id) == -1)
		return -1;
	if (h->id.person != NULL)
		home_speak(h->home, h->id.person->language);
	else
		home_speak(h->home, reading_language(h));
	if (look_for_auto_submitted(h) == -1)
		return -1;
	return h->done ? 0 : route_known(h);
}

int
route_unhandled(struct handling *h)
{
	if (h->letter == NULL || h->letter->auto_submitted != NULL ||
	    h->id.person == NULL)
		return 0;
	return unauthenticated_tell(h, h->id.person, "unhandled",
	    context_person(h->home, h->id.person->name));
}
