/* SPDX-License-Identifier: ISC */
/*
 * Who has not proved who she is.  To an unknown address goes one letter, with
 * a code, and no second one before it is answered; what was asked is done
 * then.  The same for people who are known but showed no key.  Nobody learns
 * whether an address is known here.
 */
#include "app/signup.h"

#include "base/log.h"

#include <string.h>

#define DAY INT64_C(86400)
#define OPEN_FOR (7 * DAY)
#define ASK_MAX 3 /* of a known person within a day */
/* Of one mail: who sends more tries them out. */
#define CODES_MAX 5

static void
wish_code(const struct home *home, const struct wish_row *w,
    char code[REQUEST_CODE_SIZE + 1])
{
	for (int i = 0;; i++) {
		g_autofree char *purpose =
		    g_strdup_printf("wish%d.%lld", i, (long long)w->asked);

		code_make(home->secret, purpose, w->id, -1, 0, code);
		if (request_is_code(code))
			return;
	}
}

/* ---- asking ---- */

static json_t *
ask_facts(struct home *home, const struct wish_row *w, const char *name)
{
	json_t *facts = facts_person(home, name);
	json_t *wishes = signup_lines_say(home, w->lines);
	char code[REQUEST_CODE_SIZE + 1];

	wish_code(home, w, code);
	json_object_set_new(facts, "code", json_string(code));
	json_object_set_new(
	    facts, "wishes_any", json_boolean(json_array_size(wishes) > 0));
	json_object_set_new(facts, "wishes", wishes);
	return facts;
}

/* A name for who gave none that will do. */
static char *
some_name(const char *given, const char *address)
{
	GString *name = g_string_new(NULL);

	if (given != NULL && name_ok(given)) {
		g_string_append(name, given);
		return g_string_free(name, FALSE);
	}
	for (const char *p = address; *p != '\0' && *p != '@'; p++)
		if (g_ascii_isalnum(*p) && name->len < 20)
			g_string_append_c(name, *p);
	if (!name_ok(name->str))
		g_string_assign(name, "Guest");
	name->str[0] = g_ascii_toupper(name->str[0]);
	return g_string_free(name, FALSE);
}

static int
people_full(struct home *home, int64_t now, bool *full, struct err *e)
{
	int max = home->config->signup.people;
	int64_t n;

	*full = false;
	if (max == 0)
		return 0;
	if (store_wishes_since(home->store, now - DAY, &n, e) == -1)
		return -1;
	*full = n >= max;
	return 0;
}

static int
ask_stranger(struct handling *h, struct err *e)
{
	struct answered answered = decide_answered(h);
	struct heard heard;
	struct wish_row w = {
		.kind = WISH_STRANGER,
		.address = h->letter->from,
		.asked = h->now,
	};
	int r;

	heard_read(&heard, home_words(h->home), NULL, h->letter, NULL);
	w.lines = signup_lines_write(heard.requests);
	w.name = some_name(h->letter->from_name, w.address);
	heard_clear(&heard);
	r = store_wish_add(h->home->store, &w, e);
	h->row->answer = ANSWER_SENT;
	if (r == 0)
		r = post_address(h->home, NULL, w.address, "signup-ask",
		    ask_facts(h->home, &w, ""), &answered, h->now, e);
	g_free(w.lines);
	g_free(w.name);
	return r;
}

int
signup_stranger(struct handling *h, struct err *e)
{
	const char *why = NULL;
	bool asked, full;

	decide_settle(h, INBOX_IGNORED, "unknown sender");
	if (h->letter->from[0] == '\0' || !address_ok(h->letter->from))
		return 0;
	if (store_wish_asked(h->home->store, h->letter->from, h->now - OPEN_FOR,
		&asked, e) == -1)
		return -1;
	if (asked) {
		decide_settle(
		    h, INBOX_IGNORED, "unknown sender, who was asked already");
		return 0;
	}
	if (h->home->config->signup.mode != SIGNUP_MODE_ANY)
		return strangers_greet(h, NULL, e);
	if (brakes_stranger(h, &why, e) == -1 ||
	    people_full(h->home, h->now, &full, e) == -1)
		return -1;
	if (why != NULL)
		return brakes_spare(h, why, e);
	return full ? strangers_greet(h, "error.people-today", e)
		    : ask_stranger(h, e);
}

/* ---- who is known, but came without a key ---- */

/* Asked for the same, or asked too often today. */
static int
was_asked(
    struct handling *h, const struct wish_row *w, bool *asked, struct err *e)
{
	g_autoptr(GPtrArray) open =
	    store_wishes_at(h->home->store, w->address, h->now - OPEN_FOR, e);
	int64_t n;

	if (open == NULL || store_wishes_by(h->home->store, w->person,
				WISH_PERSON, h->now - DAY, &n, e) == -1)
		return -1;
	*asked = n >= ASK_MAX;
	for (guint i = 0; i < open->len; i++) {
		const struct wish_row *old = open->pdata[i];

		*asked |= old->kind == WISH_PERSON &&
			  strcmp(old->lines, w->lines) == 0;
	}
	return 0;
}

static int
ask_person(struct handling *h, const char *lines, struct err *e)
{
	const struct person *p = h->id.person;
	struct answered answered = decide_answered(h);
	struct wish_row w = {
		.kind = WISH_PERSON,
		.person = p->id,
		.address = p->address,
		.name = (char *)(uintptr_t)p->name,
		.lines = (char *)(uintptr_t)lines,
		.asked = h->now,
	};
	bool asked;

	decide_settle(h, INBOX_IGNORED, "known sender, but no key: asked");
	if (was_asked(h, &w, &asked, e) == -1)
		return -1;
	if (asked) {
		decide_settle(
		    h, INBOX_IGNORED, "known sender, who was asked already");
		return 0;
	}
	h->row->answer = ANSWER_SENT;
	if (store_wish_add(h->home->store, &w, e) == -1)
		return -1;
	return post_address(h->home, p, p->address, "signup-ask",
	    ask_facts(h->home, &w, p->name), &answered, h->now, e);
}

/* A list does no harm: it goes to the address that is known. */
static int
tell_list(struct handling *h, const GPtrArray *requests, struct err *e)
{
	json_t *facts = facts_person(h->home, h->id.person->name);
	struct signup s;
	int r;

	decide_settle(h, INBOX_IGNORED, "asks for the list of matches");
	signup_begin(&s, h->home, h->id.person, h->now, "");
	r = signup_do(&s, requests, e);
	signup_facts(&s, facts);
	json_object_set_new(facts, "listed", json_true());
	if (r == 0)
		r = signup_list(&s, facts, e);
	signup_end(&s);
	if (r == -1) {
		json_decref(facts);
		return -1;
	}
	return strangers_tell(h, h->id.person, "signup", facts, e);
}

int
signup_unproved(struct handling *h, const GPtrArray *requests, struct err *e)
{
	g_autofree char *lines = NULL;
	bool change = false;

	for (guint i = 0; i < requests->len; i++) {
		const struct request *q = requests->pdata[i];

		change |= q->kind == REQUEST_SIGNUP &&
			  strcmp(q->text, "matches") != 0;
	}
	if (!change)
		return tell_list(h, requests, e);
	lines = signup_lines_write(requests);
	return ask_person(h, lines, e);
}

/* ---- codes ---- */

/* She is known from now on. */
static int
make_person(struct handling *h, const struct wish_row *w, struct err *e)
{
	struct person *p = g_new0(struct person, 1);
	struct standing_row standing = {
		.admitted = h->home->config->signup.approval ? ADMITTED_ASKED
							     : ADMITTED_YES,
	};

	p->name = some_name(w->name, h->letter->from);
	p->address = g_strdup(h->letter->from);
	p->language = g_strdup(tongue_language(home_words(h->home)));
	p->zone = g_strdup("");
	p->created = h->now;
	if (store_person_add(h->home->store, p, e) == -1 ||
	    store_standing_set(h->home->store, p->id, &standing, e) == -1) {
		person_free(p);
		return -1;
	}
	log_info("inbox %lld: person %lld has come", (long long)h->row->id,
	    (long long)p->id);
	h->id.person = p;
	return 0;
}

/* All that she wants waits for the organiser. */
static int
put_aside(struct handling *h, const GPtrArray *requests, struct err *e)
{
	g_autofree char *lines = signup_lines_write(requests);
	struct wish_row w = {
		.kind = WISH_STRANGER,
		.person = h->id.person->id,
		.address = h->id.person->address,
		.name = h->id.person->name,
		.lines = lines,
	};

	if (store_wish_add(h->home->store, &w, e) == -1)
		return -1;
	return signup_ask_organiser(h->home, h->id.person, 0, lines, h->now, e);
}

static int
fulfil(struct handling *h, struct signup *s, const GPtrArray *requests,
    bool fresh, struct err *e)
{
	bool wait = fresh && h->home->config->signup.approval;

	if (wait) {
		signup_said(s, "", "signup.waits", NULL);
		if (put_aside(h, requests, e) == -1)
			return -1;
	} else if (signup_do(s, requests, e) == -1)
		return -1;
	h->row->answer = ANSWER_SENT;
	return signup_answer(s, e);
}

/* What the wish was, and what else stands in the mail with its code. */
static GPtrArray *
all_requests(const struct words *words, const struct wish_row *w,
    const struct heard *heard, struct err *e)
{
	GPtrArray *list = signup_lines_read(words, w->lines, e);

	for (guint i = 0; list != NULL && i < heard->requests->len; i++) {
		const struct request *q = heard->requests->pdata[i];
		struct request *copy;
		bool known = q->kind != REQUEST_SIGNUP;

		for (guint k = 0; k < list->len && !known; k++)
			known = strcmp(((struct request *)list->pdata[k])->text,
				    q->text) == 0;
		if (known)
			continue;
		copy = g_new0(struct request, 1);
		copy->kind = REQUEST_SIGNUP;
		copy->text = g_strdup(q->text);
		copy->line = g_strdup(q->line);
		g_ptr_array_add(list, copy);
	}
	return list;
}

static int
say_yes(struct handling *h, struct wish_row *w, const struct request *q,
    const struct heard *heard, struct err *e)
{
	g_autoptr(GPtrArray) requests =
	    all_requests(tongue_words(home_words(h->home)), w, heard, e);
	g_autofree char *cause =
	    g_strdup_printf("i%lld", (long long)h->row->id);
	struct answered answered = decide_answered(h);
	bool fresh = h->id.person == NULL;
	struct signup s;
	int r;

	w->closed = h->now;
	if (requests == NULL || store_wish_update(h->home->store, w, e) == -1 ||
	    (fresh && make_person(h, w, e) == -1))
		return -1;
	decide_settle(h, INBOX_DONE, "confirms what was asked");
	signup_begin(&s, h->home, h->id.person, h->now, cause);
	s.answered = &answered;
	s.invited = w->kind == WISH_INVITE ? w->match : 0;
	s.guess = signup_guess(h->row->raw, h->now);
	signup_said(&s, q->line,
	    fresh ? "signup.confirmed" : "signup.confirmed-known", NULL);
	r = fulfil(h, &s, requests, fresh, e);
	signup_end(&s);
	return r;
}

static int
answer_wish(struct handling *h, struct wish_row *w, const struct heard *heard,
    bool *done, struct err *e)
{
	char code[REQUEST_CODE_SIZE + 1];
	int codes = 0;

	wish_code(h->home, w, code);
	for (guint i = 0; i < heard->requests->len && !*done; i++) {
		const struct request *q = heard->requests->pdata[i];

		if (q->kind != REQUEST_YES && q->kind != REQUEST_NO)
			continue;
		if (codes++ == CODES_MAX)
			break;
		if (strcmp(q->text, code) != 0)
			continue;
		*done = true;
		if (q->kind == REQUEST_YES)
			return say_yes(h, w, q, heard, e);
		w->closed = h->now;
		decide_settle(h, INBOX_DONE, "does not want what was asked");
		return store_wish_update(h->home->store, w, e);
	}
	return 0;
}

int
signup_code(struct handling *h, bool *done, struct err *e)
{
	const char *from = h->letter->from;
	g_autoptr(GPtrArray) wishes = NULL;
	struct heard heard;
	int r = 0;

	*done = false;
	if (from[0] == '\0')
		return 0;
	/* what a known person is asked goes where her letters go */
	if (h->id.person != NULL)
		from = h->id.person->address;
	wishes = store_wishes_at(h->home->store, from, h->now - OPEN_FOR, e);
	if (wishes == NULL || wishes->len == 0)
		return wishes == NULL ? -1 : 0;
	heard_read(&heard, home_words(h->home), NULL, h->letter, NULL);
	for (guint i = 0; i < wishes->len && r == 0 && !*done; i++)
		r = answer_wish(h, wishes->pdata[i], &heard, done, e);
	heard_clear(&heard);
	return r;
}

/* ---- invitations ---- */

/* The match into which she may invite: of the letter that she answers, or the
 * only one that she made and that lacks players. */
static int
find_own(struct signup *s, struct signup_row *found, int *n, struct err *e)
{
	g_autoptr(GArray) ids = store_matches_joinable(s->home->store, 200, e);

	*n = 0;
	if (ids == NULL)
		return -1;
	for (guint i = 0; i < ids->len; i++) {
		struct signup_row row;
		bool any;

		if (store_signup(s->home->store, g_array_index(ids, int64_t, i),
			&row, &any, e) == -1)
			return -1;
		if (!any || row.maker != s->person->id ||
		    row.state != SIGNUP_OPEN)
			continue;
		*found = row;
		if (row.match == s->at) {
			*n = 1;
			return 0;
		}
		++*n;
	}
	return 0;
}

static int
post_invitation(struct signup *s, const struct wish_row *w,
    const struct person *known, struct err *e)
{
	struct match_row *row = store_match(s->home->store, w->match, e);
	json_t *facts;
	int r;

	if (row == NULL)
		return -1;
	facts = ask_facts(s->home, w, known != NULL ? known->name : "");
	json_object_set_new(facts, "by", json_string(s->person->name));
	json_object_set_new(facts, "match",
	    json_pack(
		"{s:I, s:s}", "id", (json_int_t)row->id, "game", row->game));
	r = post_address(s->home, known,
	    known != NULL ? known->address : w->address, "signup-invite", facts,
	    NULL, s->now, e);
	match_row_free(row);
	return r;
}

/* Is there anybody at that table, or asked already, whom no letter must
 * reach?  Who invites is not told. */
static int
is_needless(struct signup *s, const struct wish_row *w,
    const struct person *known, bool *needless, struct err *e)
{
	g_autoptr(GPtrArray) seats = store_seats(s->home->store, w->match, e);
	bool asked;

	if (seats == NULL ||
	    store_wish_asked(s->home->store, w->address, s->now - OPEN_FOR,
		&asked, e) == -1 ||
	    store_wish_invited(
		s->home->store, w->match, w->address, needless, e) == -1)
		return -1;
	*needless |= known == NULL && asked;
	for (guint i = 0; i < seats->len; i++)
		*needless |=
		    known != NULL &&
		    ((struct seat_row *)seats->pdata[i])->person == known->id;
	return 0;
}

static int
invite(struct signup *s, struct wish_row *w, struct err *e)
{
	struct person *known;
	bool needless;
	int r;

	e->code = 0;
	known = store_person_by_address(s->home->store, w->address, e);
	if (known == NULL && e->code != 0)
		return -1;
	/* her letters go there, whatever address he knows */
	if (known != NULL)
		w->address = known->address;
	r = is_needless(s, w, known, &needless, e);
	if (r == 0)
		r = store_wish_add(s->home->store, w, e);
	if (r == 0 && !needless)
		r = post_invitation(s, w, known, e);
	person_free(known);
	return r;
}

/* Too many today, of her or of all: the key of a sentence, or NULL. */
static int
invite_limit(struct signup *s, const char **why, struct err *e)
{
	int max = s->home->config->signup.invitations;
	int64_t n;
	bool full;

	*why = NULL;
	if (store_wishes_by(s->home->store, s->person->id, WISH_INVITE,
		s->now - DAY, &n, e) == -1 ||
	    people_full(s->home, s->now, &full, e) == -1)
		return -1;
	if ((max > 0 && n >= max) || full)
		*why = "error.invitations";
	return 0;
}

static int
invite_fault(struct signup *s, const char *address, struct signup_row *row,
    const char **why, struct err *e)
{
	int n = 0;

	*why = "error.signup-closed";
	if (s->home->config->signup.mode == SIGNUP_MODE_CLOSED)
		return 0;
	*why = "error.invite-address";
	if (address == NULL || !address_ok(address) ||
	    address_is_robot(address, s->home->config->address))
		return 0;
	if (find_own(s, row, &n, e) == -1)
		return -1;
	*why = n == 0 ? "error.invite-none" : "error.invite-which";
	return n == 1 ? invite_limit(s, why, e) : 0;
}

int
signup_invite(
    struct signup *s, const char *line, const char *who, struct err *e)
{
	g_autofree char *name = NULL, *address = NULL, *given = NULL;
	g_autofree char *lines = NULL;
	struct signup_row row;
	const char *why;
	struct wish_row w;

	address_split(who, &name, &address);
	if (invite_fault(s, address, &row, &why, e) == -1)
		return -1;
	if (why != NULL) {
		signup_refuse(s, line, why, NULL);
		return 0;
	}
	given = some_name(name, address);
	lines = g_strdup_printf("[\"join %lld\"]", (long long)row.match);
	w = (struct wish_row){
		.kind = WISH_INVITE,
		.address = address,
		.person = s->person->id,
		.match = row.match,
		.name = given,
		.lines = lines,
		.asked = s->now,
	};
	signup_said(s, line, "signup.invited",
	    json_pack("{s:I}", "n", (json_int_t)row.match));
	return invite(s, &w, e);
}
