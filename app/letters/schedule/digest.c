/* SPDX-License-Identifier: ISC */
/*
 * Letters that had to wait and are due.  What is to be told is looked at now:
 * what was answered or told meanwhile makes no letter.  One match's makes its
 * ordinary letter, several to one person are one letter with a section each,
 * which has the answering address of that match.
 */
#include "app/letters/schedule/schedule.h"

#include "app/home/config.h"
#include "app/home/due.h"
#include "app/home/home.h"
#include "app/home/reply_keys.h"
#include "app/letters/context/addressed.h"
#include "app/letters/context/context.h"
#include "app/letters/context/time_left.h"
#include "app/letters/writing/compose.h"
#include "app/letters/writing/envelope.h"
#include "app/letters/writing/ics.h"
#include "app/letters/writing/waiting_answer.h"
#include "app/matches/table/dedup.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/table.h"
#include "app/matches/table/talk.h"
#include "app/matches/table/tenures.h"
#include "app/matches/votes/votes.h"
#include "base/checkpoint.h"
#include "mail/outgoing/write.h"
#include "mail/tags.h"
#include "mail/ticket.h"
#include "mail/ticket_text.h"
#include "render/body.h"
#include "store/mails/notices.h"
#include "store/mails/outbox_reader.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"
#include "store/people/people.h"
#include "store/people/preferences.h"

#define SECTIONS_MAX 12 /* in one letter */

/* One match of those that are due. */
struct section {
	const struct pending_row *row;
	struct table *t;
	struct reader reader; /* the seat's; loaded if there is something */
	json_t *context; /* NULL: there is nothing to tell */
};

static void
section_clear(struct section *section)
{
	json_decref(section->context);
	if (section->reader.loaded != NULL)
		reader_clear(&section->reader);
	table_free(section->t);
}

/* All that is due to one person, and the letter of it so far. */
struct digest {
	const struct reader *reader;
	bool quiet; /* the reader wants no news */
	GArray *sections; /* struct part */
	GString *text, *html;
	char *preheader; /* of the first piece */
	GPtrArray *files; /* struct attachment * */
};

/* ---- is there anything to tell? ---- */

static bool
must_answer(struct table *t, int seat)
{
	return t->row->status == STATUS_MUSTER ? !table_seat(t, seat)->ready
					       : seat_is_awaited(t, seat);
}

/* Not if the reader knows all of it, or none of it is of use any more. */
static int
is_worth(struct section *section, bool quiet, bool *worth)
{
	const struct pending_row *row = section->row;
	struct table *t = section->t;
	bool waits = must_answer(t, row->seat), untold;

	*worth = false;
	if (votes_untold(t, row->seat, &untold) == -1 ||
	    reader_load(&section->reader) == -1 ||
	    (section->context = context_of(&section->reader)) == NULL)
		return -1;
	*worth = ((row->asks || row->reminds) && waits) || untold ||
		 match_is_past(t->row) ||
		 (!quiet && json_is_true(
				json_object_get(section->context, "news_any")));
	return 0;
}

/* A section is for its person only while that person has the seat. */
static int
open_part(const struct digest *digest, struct section *section, bool *worth)
{
	const struct pending_row *row = section->row;
	struct home *home = digest->reader->home;

	*worth = false;
	section->t = table_open_for(home, row->match, "n");
	if (section->t == NULL)
		return -1;
	section->reader = reader_seat(section->t, row->seat);
	dedup_add(section->t, home->now);
	if (store_pending_clear(home->store, row->match, row->seat) == -1)
		return -1;
	if (table_seat(section->t, row->seat)->person != row->person)
		return 0;
	return is_worth(section, digest->quiet, worth);
}

/* ---- one letter ---- */

/* Where the answer for this match goes. */
static void
address_context(struct section *section)
{
	struct table *t = section->t;
	const struct config *config = t->home->config;
	struct ticket ticket = {
		.match = t->row->id,
		.seat = section->row->seat,
		.turn = talk_open_number(t, t->row->last_event),
	};
	g_autofree char *address = NULL, *tag = NULL;

	keys_make(t->home, table_seat(t, section->row->seat), ticket.key);
	address = ticket_address(&ticket, config->address, config->delimiter);
	tag = tag_text(t->row->id, ticket.key);
	json_object_set_new(
	    section->context, "answer_to", json_string(address));
	json_object_set_new(section->context, "tag", json_string(tag));
	post_links(section->context, address);
}

/* Rendered as the next piece of the sheet. */
static int
add_piece(struct digest *digest, const char *game, const char *kind,
    const json_t *context)
{
	const struct catalog *catalog = digest->reader->language;
	g_autofree char *text = NULL;
	struct body body;

	if (catalog_section(catalog, game, kind, context, &body,
		digest->reader->home->err) == -1)
		return -1;
	text = digest->reader->person->ascii
		   ? g_strdup(body.text)
		   : catalog_unbroken(catalog, game, body.text);
	g_string_append_printf(
	    digest->text, "%s%s", digest->text->len > 0 ? "\n" : "", text);
	if (body.html != NULL)
		g_string_append(digest->html, body.html);
	if (digest->preheader == NULL)
		digest->preheader = g_steal_pointer(&body.preheader);
	body_clear(&body);
	return 0;
}

/* How the reader's mail program shows it. */
static void
form_context(const struct reader *r, json_t *context)
{
	json_object_set_new(json_object_get(context, "person"), "text",
	    json_string(r->person->ascii ? "ascii" : "utf-8"));
}

static int
add_section(struct section *section, struct digest *digest)
{
	address_context(section);
	form_context(digest->reader, section->context);
	if (section->row->reminds && !section->row->asks &&
	    time_left_context(&section->reader, section->context) == -1)
		return -1;
	return add_piece(
	    digest, section->t->row->game, "digest-section", section->context);
}

/* What the reader's calendar is to know of that match. */
static int
add_file(struct section *section, GPtrArray *files)
{
	struct attachment *file;

	if (calendar_file(&section->reader, &file) == -1)
		return -1;
	if (file == NULL)
		return 0;
	/* there may be several */
	g_free(file->name);
	file->name = g_strdup_printf(
	    "deadline-%lld.ics", (long long)section->row->match);
	g_ptr_array_add(files, file);
	return 0;
}

/* What stands in it is told now; if it gets lost, it is told again. */
static int
note_section(struct section *section, int64_t letter)
{
	struct store *store = section->t->home->store;
	struct seat_row *row = table_seat(section->t, section->row->seat);
	const struct outbox_reader reader = { row->match, row->seat,
		row->person };
	struct section_row written = {
		.outbox = letter,
		.match = row->match,
		.seat = row->seat,
		.news_after = row->told,
		.asks = must_answer(section->t, row->seat),
	};

	if (answer_leaves(&section->reader) == -1 ||
	    store_outbox_unsent(store, &reader, &written.news_after) == -1 ||
	    store_outbox_replace(store, &reader, letter) == -1 ||
	    store_section_add(store, &written) == -1)
		return -1;
	row->told = section->t->row->last_event;
	return store_seat_update(store, row);
}

/* What the letter says of itself, above and below its sections. */
static json_t *
frame_context(const struct digest *digest)
{
	json_t *context =
	    context_person(digest->reader->home, digest->reader->name);

	json_object_set_new(
	    context, "matches", json_integer(digest->sections->len));
	form_context(digest->reader, context);
	return context;
}

static struct section *
section_at(const struct digest *digest, guint i)
{
	return &g_array_index(digest->sections, struct section, i);
}

static int
write_sheet(struct digest *digest, const json_t *context)
{
	if (add_piece(digest, NULL, "digest", context) == -1)
		return -1;
	for (guint i = 0; i < digest->sections->len; i++)
		if (add_section(section_at(digest, i), digest) == -1 ||
		    add_file(section_at(digest, i), digest->files) == -1)
			return -1;
	return add_piece(digest, NULL, "digest-end", context);
}

static int
post_sheet(const struct digest *digest, const json_t *context, int64_t *letter)
{
	const struct person *person = digest->reader->person;
	g_autofree char *html = NULL;
	struct body body = { .text = digest->text->str };

	if (!person->plain && !person->ascii)
		html = catalog_frame(digest->reader->language, NULL, context,
		    digest->preheader, digest->html->str);
	body.html = html;
	return letter_of_sections(digest->reader, &body, digest->files, letter);
}

static int
write_digest(struct digest *digest)
{
	g_autoptr(GPtrArray) files =
	    g_ptr_array_new_with_free_func((GDestroyNotify)attachment_free);
	g_autoptr(GString) text = g_string_new(NULL);
	g_autoptr(GString) html = g_string_new(NULL);
	json_t *context = frame_context(digest);
	int64_t letter;
	int r;

	digest->text = text;
	digest->html = html;
	digest->files = files;
	r = write_sheet(digest, context);
	if (r == 0)
		r = post_sheet(digest, context, &letter);
	json_decref(context);
	g_clear_pointer(&digest->preheader, g_free);
	for (guint i = 0; r == 0 && i < digest->sections->len; i++)
		r = note_section(section_at(digest, i), letter);
	return r;
}

static int
write_parts(struct digest *digest)
{
	const struct section *section;

	if (digest->sections->len > 1)
		return write_digest(digest);
	if (digest->sections->len == 0)
		return 0;
	section = section_at(digest, 0);
	return notices_write(
	    &section->reader, section->row->reminds && !section->row->asks);
}

/* ---- all that is due to one person ---- */

/* The last letter of a match holds too much for a section, and one that
 * answers a mail is to stand where that mail does. */
static int
is_apart(const struct section *section, bool *apart)
{
	*apart = match_is_past(section->t->row);
	return *apart ? 0 : answer_is_waiting(&section->reader, apart);
}

static int
add_part(struct digest *digest, const struct pending_row *row)
{
	struct section section = { .row = row };
	bool worth, apart = false;
	int r = open_part(digest, &section, &worth);

	if (r == 0 && worth)
		r = is_apart(&section, &apart);
	if (r == 0 && apart)
		r = notices_write(
		    &section.reader, row->reminds && !row->asks &&
					 !match_is_past(section.t->row));
	if (r == 0 && worth && !apart)
		g_array_append_val(digest->sections, section);
	else
		section_clear(&section);
	return r;
}

static int
write_all(struct digest *digest)
{
	const struct reader *reader = digest->reader;
	struct store *store = reader->home->store;
	g_autoptr(GArray) rows =
	    store_pending_of(store, reader->person->id, reader->home->now);
	struct preferences preferences = { 0 };
	int r = rows == NULL ? -1
			     : store_preferences(
				   store, reader->person->id, &preferences);

	digest->quiet = preferences.mail == MAIL_QUIET;
	preferences_clear(&preferences);
	for (guint i = 0;
	     r == 0 && i < rows->len && digest->sections->len < SECTIONS_MAX;
	     i++)
		r = add_part(
		    digest, &g_array_index(rows, struct pending_row, i));
	if (r == 0 && reader->person->undeliverable == 0)
		r = write_parts(digest);
	for (guint i = 0; i < digest->sections->len; i++)
		section_clear(section_at(digest, i));
	return r;
}

static int
write_person(struct home *home, void *row, int *n)
{
	int64_t id = ((const struct pending_row *)row)->person;
	struct person *person = store_person(home->store, id);
	g_autoptr(GArray) sections =
	    g_array_new(FALSE, FALSE, sizeof(struct section));
	struct digest digest = { .sections = sections };
	struct reader reader;
	int r = -1;

	if (person != NULL) {
		reader = reader_person(home, person);
		digest.reader = &reader;
		r = write_all(&digest);
	}
	*n += r == 0 && sections->len > 0;
	person_free(person);
	checkpoint("wrote to a person, before the commit");
	return r;
}

static int
put_off(struct home *home, const void *row, int64_t at)
{
	const struct pending_row *u = row;

	return store_pending_delay(home->store, u->person, home->now, at);
}

/* A reader for whom more waits than fits into a letter gets several, one after
 * another. */
const struct due_kind due_pending = { store_pending_due,
	offsetof(struct pending_row, match),
	offsetof(struct pending_row, person), write_person, put_off, true };
