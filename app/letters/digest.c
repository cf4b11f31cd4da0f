/* SPDX-License-Identifier: ISC */
/*
 * Letters that had to wait and are due.  What is to be told is looked at now:
 * what was answered or told meanwhile makes no letter.  One match's makes its
 * ordinary letter, several to one person are one letter with a section each,
 * which has the answering address of that match.
 */
#include "app/letters/schedule.h"

#include "app/home/config.h"
#include "app/home/due.h"
#include "app/home/home.h"
#include "app/home/reply_keys.h"
#include "app/letters/compose.h"
#include "app/letters/context.h"
#include "app/letters/envelope.h"
#include "app/matches/dedup.h"
#include "app/matches/reader.h"
#include "app/matches/reader_words.h"
#include "app/matches/table.h"
#include "app/matches/talk.h"
#include "app/matches/votes.h"
#include "base/checkpoint.h"
#include "mail/tags.h"
#include "mail/ticket.h"
#include "mail/ticket_text.h"
#include "mail/write.h"
#include "render/paper.h"
#include "store/habits.h"
#include "store/matches.h"
#include "store/notices.h"
#include "store/outbox_reader.h"
#include "store/people.h"
#include "store/seats.h"

#define SECTIONS_MAX 12 /* in one letter */

/* One match of those that are due. */
struct part {
	const struct unwritten_row *row;
	struct table *t;
	struct reader reader; /* the seat's; loaded if there is something */
	json_t *facts; /* NULL: there is nothing to tell */
};

static void
part_clear(struct part *part)
{
	json_decref(part->facts);
	if (part->reader.loaded != NULL)
		reader_clear(&part->reader);
	table_free(part->t);
}

/* All that is due to one person, and the letter of it so far. */
struct sheet {
	const struct reader *reader;
	bool quiet; /* the reader wants no news */
	GArray *parts; /* struct part */
	GString *text, *html;
	GPtrArray *files; /* struct attachment * */
};

/* ---- is there anything to tell? ---- */

static bool
must_answer(struct table *t, int seat)
{
	return t->row->life == LIFE_MUSTER ? !table_seat(t, seat)->ready
					   : notices_waits(t, seat);
}

/* Not if the reader knows all of it, or none of it is of use any more. */
static int
is_worth(struct part *part, bool quiet, bool *worth)
{
	const struct unwritten_row *row = part->row;
	struct table *t = part->t;
	bool waits = must_answer(t, row->seat), untold;

	*worth = false;
	if (votes_untold(t, row->seat, &untold) == -1 ||
	    reader_load(&part->reader) == -1 ||
	    (part->facts = context_of(&part->reader)) == NULL)
		return -1;
	*worth =
	    ((row->asks || row->reminds) && waits) || untold ||
	    t->row->life == LIFE_OVER || t->row->life == LIFE_ENDED ||
	    (!quiet && json_is_true(json_object_get(part->facts, "news_any")));
	return 0;
}

/* A section is for its person only while that person has the seat. */
static int
open_part(const struct sheet *sheet, struct part *part, bool *worth)
{
	const struct unwritten_row *row = part->row;
	struct home *home = sheet->reader->home;

	*worth = false;
	part->t = table_open_for(home, row->match, "n");
	if (part->t == NULL)
		return -1;
	part->reader = reader_seat(part->t, row->seat);
	dedup_add(part->t, home->now);
	if (store_unwritten_clear(home->store, row->match, row->seat) == -1)
		return -1;
	if (table_seat(part->t, row->seat)->person != row->person)
		return 0;
	return is_worth(part, sheet->quiet, worth);
}

/* ---- one letter ---- */

/* Where the answer for this match goes. */
static void
address_fact(struct part *part)
{
	struct table *t = part->t;
	const struct config *config = t->home->config;
	struct ticket ticket = {
		.match = t->row->id,
		.seat = part->row->seat,
		.turn = talk_open_number(t, t->row->last_event),
	};
	g_autofree char *address = NULL, *tag = NULL;

	keys_make(t->home, table_seat(t, part->row->seat), ticket.key);
	address = ticket_address(&ticket, config->address, config->delimiter);
	tag = tag_text(t->row->id, ticket.key);
	json_object_set_new(part->facts, "answer_to", json_string(address));
	json_object_set_new(part->facts, "tag", json_string(tag));
	post_links(part->facts, address);
}

/* Rendered as the next piece of the sheet. */
static int
add_piece(struct sheet *sheet, const char *game, const char *kind,
    const json_t *facts)
{
	const struct tongue *tongue = sheet->reader->language;
	g_autofree char *text = NULL;
	struct paper paper;

	if (tongue_part(tongue, game, kind, facts, &paper,
		sheet->reader->home->err) == -1)
		return -1;
	text = sheet->reader->person->ascii
		   ? g_strdup(paper.text)
		   : tongue_unbroken(tongue, game, paper.text);
	g_string_append_printf(
	    sheet->text, "%s%s", sheet->text->len > 0 ? "\n" : "", text);
	if (paper.html != NULL)
		g_string_append(sheet->html, paper.html);
	paper_clear(&paper);
	return 0;
}

/* How the reader's mail program shows it. */
static void
form_fact(const struct reader *r, json_t *facts)
{
	json_object_set_new(json_object_get(facts, "person"), "text",
	    json_string(r->person->ascii ? "ascii" : "utf-8"));
}

static int
add_section(struct part *part, struct sheet *sheet)
{
	address_fact(part);
	form_fact(sheet->reader, part->facts);
	if (part->row->reminds && !part->row->asks &&
	    reminders_fact(&part->reader, part->facts) == -1)
		return -1;
	return add_piece(
	    sheet, part->t->row->game, "digest-section", part->facts);
}

/* What the reader's calendar is to know of that match. */
static int
add_file(struct part *part, GPtrArray *files)
{
	struct attachment *file;

	if (calendar_file(&part->reader, &file) == -1)
		return -1;
	if (file == NULL)
		return 0;
	/* there may be several */
	g_free(file->name);
	file->name =
	    g_strdup_printf("deadline-%lld.ics", (long long)part->row->match);
	g_ptr_array_add(files, file);
	return 0;
}

/* What stands in it is told now; if it gets lost, it is told again. */
static int
note_section(struct part *part, int64_t letter)
{
	struct store *store = part->t->home->store;
	struct seat_row *row = table_seat(part->t, part->row->seat);
	const struct outbox_reader reader = { row->match, row->seat,
		row->person };
	struct section_row section = {
		.outbox = letter,
		.match = row->match,
		.seat = row->seat,
		.news_after = row->told,
		.asks = must_answer(part->t, row->seat),
	};

	if (store_outbox_unsent(store, &reader, &section.news_after) == -1 ||
	    store_outbox_replace(store, &reader, letter) == -1 ||
	    store_section_add(store, &section) == -1)
		return -1;
	row->told = part->t->row->last_event;
	return store_seat_update(store, row);
}

/* What the letter says of itself, above and below its sections. */
static json_t *
frame_facts(const struct sheet *sheet)
{
	json_t *facts = facts_person(sheet->reader->home, sheet->reader->name);

	json_object_set_new(facts, "matches", json_integer(sheet->parts->len));
	form_fact(sheet->reader, facts);
	return facts;
}

static struct part *
part_at(const struct sheet *sheet, guint i)
{
	return &g_array_index(sheet->parts, struct part, i);
}

static int
write_sheet(struct sheet *sheet, const json_t *facts)
{
	if (add_piece(sheet, NULL, "digest", facts) == -1)
		return -1;
	for (guint i = 0; i < sheet->parts->len; i++)
		if (add_section(part_at(sheet, i), sheet) == -1 ||
		    add_file(part_at(sheet, i), sheet->files) == -1)
			return -1;
	return add_piece(sheet, NULL, "digest-end", facts);
}

static int
post_sheet(const struct sheet *sheet, const json_t *facts, int64_t *letter)
{
	const struct person *person = sheet->reader->person;
	g_autofree char *html = NULL;
	struct paper paper = { .text = sheet->text->str };

	if (!person->plain && !person->ascii)
		html = tongue_frame(
		    sheet->reader->language, NULL, facts, sheet->html->str);
	paper.html = html;
	return letter_of_sections(sheet->reader, &paper, sheet->files, letter);
}

static int
write_digest(struct sheet *sheet)
{
	g_autoptr(GPtrArray) files =
	    g_ptr_array_new_with_free_func((GDestroyNotify)attachment_free);
	g_autoptr(GString) text = g_string_new(NULL);
	g_autoptr(GString) html = g_string_new(NULL);
	json_t *facts = frame_facts(sheet);
	int64_t letter;
	int r;

	sheet->text = text;
	sheet->html = html;
	sheet->files = files;
	r = write_sheet(sheet, facts);
	if (r == 0)
		r = post_sheet(sheet, facts, &letter);
	json_decref(facts);
	for (guint i = 0; r == 0 && i < sheet->parts->len; i++)
		r = note_section(part_at(sheet, i), letter);
	return r;
}

static int
write_parts(struct sheet *sheet)
{
	const struct part *part;

	if (sheet->parts->len > 1)
		return write_digest(sheet);
	if (sheet->parts->len == 0)
		return 0;
	part = part_at(sheet, 0);
	return notices_write(
	    &part->reader, part->row->reminds && !part->row->asks);
}

/* ---- all that is due to one person ---- */

/* The last letter of a match holds too much for a section. */
static int
add_part(struct sheet *sheet, const struct unwritten_row *row)
{
	struct part part = { .row = row };
	bool worth, last;
	int r = open_part(sheet, &part, &worth);

	last = worth && (part.t->row->life == LIFE_OVER ||
			    part.t->row->life == LIFE_ENDED);
	if (r == 0 && last)
		r = notices_write(&part.reader, false);
	if (r == 0 && worth && !last)
		g_array_append_val(sheet->parts, part);
	else
		part_clear(&part);
	return r;
}

static int
write_all(struct sheet *sheet)
{
	const struct reader *reader = sheet->reader;
	struct store *store = reader->home->store;
	g_autoptr(GArray) rows =
	    store_unwritten_of(store, reader->person->id, reader->home->now);
	struct habits habits = { 0 };
	int r = rows == NULL ? -1
			     : store_habits(store, reader->person->id, &habits);

	sheet->quiet = habits.mail == MAIL_QUIET;
	habits_clear(&habits);
	for (guint i = 0;
	     r == 0 && i < rows->len && sheet->parts->len < SECTIONS_MAX; i++)
		r = add_part(
		    sheet, &g_array_index(rows, struct unwritten_row, i));
	if (r == 0 && reader->person->unreached == 0)
		r = write_parts(sheet);
	for (guint i = 0; i < sheet->parts->len; i++)
		part_clear(part_at(sheet, i));
	return r;
}

static int
write_person(struct home *home, void *row, int *n)
{
	int64_t id = ((const struct unwritten_row *)row)->person;
	struct person *person = store_person(home->store, id);
	g_autoptr(GArray) parts =
	    g_array_new(FALSE, FALSE, sizeof(struct part));
	struct sheet sheet = { .parts = parts };
	struct reader reader;
	int r = -1;

	if (person != NULL) {
		reader = reader_person(home, person);
		sheet.reader = &reader;
		r = write_all(&sheet);
	}
	*n += r == 0 && parts->len > 0;
	person_free(person);
	checkpoint("wrote to a person, before the commit");
	return r;
}

static int
put_off(struct home *home, const void *row, int64_t at)
{
	const struct unwritten_row *u = row;

	return store_unwritten_delay(home->store, u->person, home->now, at);
}

/* A reader for whom more waits than fits into a letter gets several, one after
 * another. */
const struct due_kind due_unwritten = { store_unwritten_due,
	offsetof(struct unwritten_row, match),
	offsetof(struct unwritten_row, person), write_person, put_off, true };
