/* SPDX-License-Identifier: ISC */
/*
 * Letters to the outbox, with their headers, in the same transaction as what
 * they tell; the stored bytes are what is sent.
 */
#include "app/letters/writing/compose.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/home/hours.h"
#include "app/home/reply_keys.h"
#include "app/letters/context/context.h"
#include "app/letters/writing/envelope.h"
#include "app/letters/writing/ics.h"
#include "app/letters/writing/replay_page.h"
#include "app/letters/writing/waiting_answer.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/reader_words.h"
#include "app/matches/table/table.h"
#include "app/matches/table/talk.h"
#include "core/say.h"
#include "mail/key.h"
#include "mail/outgoing/write.h"
#include "mail/tags.h"
#include "mail/ticket.h"
#include "mail/ticket_text.h"
#include "render/render.h"
#include "store/mails/notices.h"
#include "store/mails/outbox.h"
#include "store/mails/outbox_reader.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"
#include "store/matches/signup.h"
#include "store/people/people.h"

#include <string.h>

static const char *
own_host(const struct home *home)
{
	return strchr(home->config->address, '@') + 1;
}

/* "[Mutineer 7] Friday table" */
static char *
match_title(const struct reader *r)
{
	const struct match_row *row = r->t->row;
	g_autofree char *name = g_strdup_printf("game.%s", row->game);
	struct phrase *phrase = phrase_new(name, NULL);
	g_autofree char *title = catalog_say(r->language, phrase, NULL);

	phrase_free(phrase);
	return g_strdup_printf(
	    "[%s %lld] %s", title, (long long)row->id, row->name);
}

char *
seat_subject(const struct reader *r, const char *key)
{
	g_autofree char *title = match_title(r);

	return g_strdup_printf(
	    "%s [g%lld-%.4s]", title, (long long)r->t->row->id, key);
}

/* As long as the envelope. */
static char *
keep(struct envelope *c, char *text)
{
	if (c->strings == NULL)
		c->strings = g_ptr_array_new_with_free_func(g_free);
	g_ptr_array_add(c->strings, text);
	return text;
}

static struct outbox_reader
thread_of(const struct reader *r)
{
	return (struct outbox_reader){ r->t->row->id, r->seat, r->person->id };
}

/* The root of the match, which is the id of no letter, the last letter to
 * this reader, and the mail that is answered. */
static void
add_references(struct envelope *c)
{
	const struct reader *r = c->reader;
	const char *mail = reader_answers(r) ? r->answers.message_id : "";
	GPtrArray *ids = g_ptr_array_new();

	if (r->t != NULL)
		g_ptr_array_add(ids,
		    keep(c, g_strdup_printf("g%lld.root@%s",
				(long long)r->t->row->id, own_host(r->home))));
	if (c->before != NULL)
		g_ptr_array_add(ids, c->before);
	if (mail[0] != '\0')
		g_ptr_array_add(ids, (char *)(uintptr_t)mail);
	if (ids->len > 0) {
		/* the mail, if it has an id, else the root */
		c->out.in_reply_to = mail[0] != '\0' ? mail : ids->pdata[0];
		g_ptr_array_add(ids, NULL);
		c->out.references =
		    (char **)keep(c, (char *)g_ptr_array_free(ids, FALSE));
	} else
		g_ptr_array_unref(ids);
}

/* Letters of these kinds say how it stands: the newest one is enough. */
static bool
is_view(const char *kind)
{
	static const char *const kinds[] = { "turn", "answer", "final",
		"called-off", "onlooker", "left", "remind", NULL };

	return g_strv_contains(kinds, kind);
}

/* The files of the match, with the letter that tells of its end and whenever
 * somebody asks for all that happened; in a simulation nobody opens them. */
static int
attach_files(struct envelope *c, json_t *context)
{
	const struct reader *r = c->reader;
	const json_t *sections = json_object_get(context, "sections");
	const GPtrArray *files;

	if (r->home->transport_hook != NULL || strcmp(c->kind, "final") != 0 ||
	    (c->row.news_after >= r->t->row->last_event &&
		!json_is_true(json_object_get(sections, "history"))))
		return 0;
	if ((files = replay_attached(r, context)) == NULL)
		return -1;
	for (guint i = 0; i < files->len; i++) {
		const struct attachment *file = files->pdata[i];

		envelope_attach(
		    c, attachment_new(file->name, file->type, file->bytes));
	}
	return 0;
}

/* Letters that are answered by commands about no seat: they bear their
 * reader's own key. */
static bool
is_own(const struct reader *r, const char *kind)
{
	static const char *const kinds[] = { "signup", "series", "yearbook",
		NULL };

	if (r->person == NULL)
		return false;
	return r->t != NULL ? r->seat == -1 : g_strv_contains(kinds, kind);
}

/* By what an answer to it will be known; *keyed: by anything at all. */
static int
make_ticket(const struct envelope *c, struct ticket *ticket, bool *keyed)
{
	const struct reader *r = c->reader;
	const struct home *home = r->home;
	struct account_row account;

	*keyed = true;
	*ticket = (struct ticket){ .seat = -1 };
	if (r->kind == READER_SEAT) {
		ticket->seat = r->seat;
		keys_make(home, table_seat(r->t, r->seat), ticket->key);
	} else if (r->key != NULL)
		g_strlcpy(ticket->key, r->key, sizeof(ticket->key));
	else if (is_own(r, c->kind)) {
		if (store_account(home->store, r->person->id, &account) == -1)
			return -1;
		ticket->match = r->t != NULL ? r->t->row->id : r->match;
		keys_make_own(home, r->person->id, ticket->match, account.epoch,
		    ticket->key);
	} else {
		/* No seat has this number: the key of nobody, but ours. */
		key_make(home->secret, 0, -1, (int)(c->row.id & 0x7fffffff),
		    ticket->key);
		*keyed = false;
	}
	if (*keyed && r->t != NULL) {
		ticket->match = r->t->row->id;
		ticket->turn = talk_open_number(r->t, r->t->row->last_event);
	}
	serial_make(home->secret, c->row.id, ticket->serial);
	return 0;
}

/* "[turnpost] Anna invites you to Mutineer": what the letter is about, for it
 * belongs to the thread of no match. */
static char *
own_subject(const struct envelope *c, const json_t *context)
{
	const struct reader *r = c->reader;
	const char *own = r->home->config->name;
	const char *by = json_string_value(json_object_get(context, "by"));
	const char *name = json_string_value(
	    json_object_get(json_object_get(context, "series"), "name"));
	const char *game = json_string_value(
	    json_object_get(json_object_get(context, "match"), "game"));
	g_autofree char *key = g_strdup_printf("subject.%s", c->kind);
	g_autofree char *title =
	    g_strdup_printf("game.%s", game != NULL ? game : "");
	g_autofree char *about = NULL;

	if (!catalog_has(r->language, key))
		return g_strdup_printf("[%s]", own);
	about = reader_say(
	    r, phrase_new(key, json_pack("{s:s, s:s, s:{s:s, s:s}}", "by",
				   by != NULL ? by : own, "name",
				   name != NULL ? name : "", "game", "word",
				   game != NULL ? game : "", "phrase", title)));
	return g_strdup_printf("[%s] %s", own, about);
}

static void
add_subject(struct envelope *c, const char *key, const json_t *context)
{
	const struct reader *r = c->reader;

	if (r->t == NULL)
		c->out.subject = keep(c, own_subject(c, context));
	else
		c->out.subject =
		    keep(c, r->kind == READER_SEAT ? seat_subject(r, key)
						   : match_title(r));
}

/* No other letter is the same: what led to it, its kind, its reader. */
static char *
dedup_key(const struct envelope *c)
{
	const struct reader *r = c->reader;
	const char *prefix = r->dedup_prefix != NULL || r->t == NULL
				 ? r->dedup_prefix
				 : r->t->dedup_prefix;

	if (r->kind == READER_SEAT)
		return g_strdup_printf("%s.%s.%d", prefix, c->kind, r->seat);
	if (r->t != NULL)
		return g_strdup_printf(
		    "%s.%s.p%lld", prefix, c->kind, (long long)r->person->id);
	if (reader_answers(r))
		return g_strdup_printf(
		    "i%lld.%s", (long long)r->answers.inbox, c->kind);
	return g_strdup_printf("p%lld.%s", (long long)c->row.id, c->kind);
}

/* The headers that all letters have, and the row of the outbox. */
static int
address(struct envelope *c, struct ticket *ticket, const json_t *context)
{
	const struct reader *r = c->reader;
	const struct config *config = r->home->config;
	bool keyed;

	if (make_ticket(c, ticket, &keyed) == -1)
		return -1;
	add_references(c);
	c->out.to_name = r->person != NULL ? r->person->name : "";
	c->out.message_id = keep(c, ticket_message_id(ticket, config->address));
	c->out.reply_to = keep(c,
	    keyed ? ticket_address(ticket, config->address, config->delimiter)
		  : g_strdup(config->address));
	c->out.answer = reader_answers(r);
	add_subject(c, ticket->key, context);
	c->row.answers = r->answers.inbox;
	c->row.dedup = keep(c, dedup_key(c));
	c->row.person = r->person != NULL ? r->person->id : 0;
	c->row.address = (char *)(uintptr_t)r->address;
	return 0;
}

static int
begin(struct envelope *c)
{
	c->row.seat = c->reader->kind == READER_SEAT ? c->reader->seat : -1;
	c->row.series = c->reader->series;
	c->row.news_after = -1;
	return store_outbox_next_id(c->reader->home->store, &c->row.id);
}

/* What letters of a match have besides: a number, so that a gap shows that one
 * was lost, and the news since told; a newer one takes the place of an older
 * one that did not leave. */
static int
begin_in_match(struct envelope *c, json_t *context)
{
	const struct reader *r = c->reader;
	const struct match_row *row = r->t->row;
	const struct outbox_reader thread = thread_of(r);
	struct store *store = r->home->store;
	const bool replaces = is_view(c->kind);
	char *before = NULL;

	c->row.match = row->id;
	c->row.news_after = r->kind == READER_SEAT
				? table_seat(r->t, r->seat)->told
			    : r->kind == READER_FORMER ? row->last_event
						       : r->told;
	c->out.list_id =
	    keep(c, g_strdup_printf("%s match %lld <g%lld.%s.%s>", row->game,
			(long long)row->id, (long long)row->id, row->game,
			own_host(r->home)));
	if (store_outbox_unsent(store, &thread, &c->row.news_after) == -1 ||
	    store_outbox_number(
		store, &thread, replaces, &c->row.number, &before) == -1)
		return -1;
	if (before != NULL)
		c->before = keep(c, before);
	if (replaces && store_outbox_replace(store, &thread, c->row.id) == -1)
		return -1;
	json_object_set_new(context, "number", json_integer(c->row.number));
	return 0;
}

/* Now, or the end of the quiet hours. */
static int64_t
leaves_at(const struct reader *r)
{
	g_autoptr(GTimeZone) zone = reader_zone(r->t, r->person);

	return hours_loud(&r->t->policy, zone, r->home->now);
}

/* When it leaves, with the files that belong to it. */
static int
send_off(struct envelope *c, json_t *context)
{
	const struct reader *r = c->reader;
	struct attachment *file = NULL;
	bool seat = r->kind == READER_SEAT;

	/* When letters of a seat that say how it stands leave was settled
	 * before they were written. */
	if (!reader_answers(r) && !(seat && is_view(c->kind)))
		c->row.next_try = leaves_at(r);
	/* Never 0, which says that it was told to leave
	 * (store/mails/waiting_answers.c). */
	if (r->reply != NULL)
		c->row.next_try = r->home->now + (r->waits ? ANSWER_WAITS : 0);
	c->row.asks = seat && !reader_answers(r) && is_view(c->kind) &&
		      json_is_true(json_object_get(context, "asked"));
	if (attach_files(c, context) == -1 ||
	    (r->seat >= 0 && calendar_file(r, &file) == -1))
		return -1;
	envelope_attach(c, file);
	if (envelope_queue(c, context) == -1)
		return -1;
	return r->reply != NULL ? answer_waits(r, c->row.id) : 0;
}

static int
write_letter(struct envelope *c, json_t *context)
{
	const struct reader *r = c->reader;
	struct ticket ticket;

	if (answer_leaves(r) == -1 || begin(c) == -1 ||
	    (r->t != NULL && begin_in_match(c, context) == -1) ||
	    address(c, &ticket, context) == -1)
		return -1;
	if (r->kind == READER_SEAT)
		json_object_set_new(context, "tag",
		    json_string(keep(c, tag_text(r->t->row->id, ticket.key))));
	return r->t != NULL ? send_off(c, context) : envelope_queue(c, context);
}

/* Nobody is there to read it, or no letter gets there. */
static bool
is_lost(const struct reader *r)
{
	if (r->t == NULL || reader_answers(r))
		return false;
	return r->person->undeliverable != 0 ||
	       (r->kind == READER_SEAT &&
		   table_seat(r->t, r->seat)->occupant != OCCUPANT_PERSON);
}

/* What was to be told to that seat stands in it. */
static int
note_told(const struct reader *r, const char *kind)
{
	struct seat_row *row = table_seat(r->t, r->seat);
	struct store *store = r->home->store;

	row->told = r->t->row->last_event;
	if (is_view(kind) &&
	    store_pending_clear(store, row->match, row->seat) == -1)
		return -1;
	return store_seat_update(store, row);
}

int
letter_to(const struct reader *r, const char *kind, json_t *context)
{
	struct envelope c = { .reader = r, .kind = kind };
	int ret = -1;

	g_assert(r->kind != 0 && r->kind != READER_VIEW);
	if (context != NULL && is_lost(r))
		ret = 0;
	else if (context != NULL) {
		ret = write_letter(&c, context);
		envelope_clear(&c);
		if (ret == 0 && r->kind == READER_SEAT)
			ret = note_told(r, kind);
	}
	json_decref(context);
	return ret;
}

const char *
status_letter(const struct table *t)
{
	switch (t->row->status) {
	case STATUS_MUSTER:
		return "answer";
	case STATUS_RUNNING:
		return "turn";
	case STATUS_OVER:
		return "final";
	case STATUS_ENDED:
		break;
	}
	return "called-off";
}

int
letter_to_seat(struct table *t, int seat, const char *kind)
{
	struct reader r = reader_seat(t, seat);
	int ret;

	if (reader_load(&r) == -1)
		return -1;
	ret = letter_to(&r, kind, context_of(&r));
	reader_clear(&r);
	return ret;
}

int
letter_of_sections(const struct reader *r, const struct body *body,
    GPtrArray *files, int64_t *id)
{
	const struct config *config = r->home->config;
	const struct person *person = r->person;
	struct envelope c = {
		.reader = r, .kind = "digest", .files = g_ptr_array_ref(files)
	};
	struct ticket ticket;
	char key[KEY_SIZE + 1];
	int ret = begin(&c);

	*id = c.row.id;
	if (ret == 0 && (ret = address(&c, &ticket, NULL)) == 0) {
		keys_make_person(r->home, person->id, key);
		c.out.reply_to =
		    keep(&c, digest_address(person->id, key, config->address,
				 config->delimiter));
		c.out.own_name = config->name;
		if (person->ascii) {
			c.out.to_name = keep(&c, text_ascii(person->name));
			c.out.own_name = keep(&c, text_ascii(config->name));
		}
		ret = envelope_queue_body(&c, body);
	}
	envelope_clear(&c);
	return ret;
}
