/* SPDX-License-Identifier: ISC */
/* What a mail says: its lines, and what they ask. */
#include "app/players/reading/parse.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/players/reading/handling.h"
#include "app/players/reading/heard.h"
#include "app/players/reading/new_match.h"
#include "app/players/reading/parse_language.h"
#include "core/names.h"
#include "mail/quotes/unquote.h"
#include "mail/incoming/read.h"
#include "mail/incoming/reading.h"
#include "mail/tags.h"
#include "parse/parse.h"
#include "parse/request.h"
#include "render/render.h"
#include "store/people/people.h"

#include <string.h>

struct reading
reading_words(const struct catalog *catalog, const char *language)
{
	return (struct reading){
		.stop_words = catalog_list(catalog, "stop"),
		.courtesies = catalog_list(catalog, "courtesy"),
		.attributions = catalog_list(catalog, "attribution"),
		.forwards = catalog_list(catalog, "forward"),
		.originals = catalog_list(catalog, "original"),
		.header_fields = catalog_list(catalog, "header-field"),
		.footers = catalog_list(catalog, "footer"),
		.own_letters = catalog_list(catalog, "own-letter"),
		.subject_prefixes = catalog_list(catalog, "subject-prefix"),
		.automatic = catalog_list(catalog, "automatic-subject"),
		.charsets = catalog_list(catalog, "charset"),
		.language = language,
	};
}

void
reading_again(struct handling *h)
{
	const char *own = h->home->config->address;
	struct reading reading;

	if (!h->letter->guessed)
		return;
	reading = reading_words(home_words(h->home), h->id.person->language);
	if (h->heard.lines != NULL)
		heard_clear(&h->heard);
	letter_free(h->letter);
	h->letter = letter_read(h->row->raw, h->row->cut, own, &reading);
}

GPtrArray *
reading_requests(const struct catalog *catalog, const struct match *match,
    const GPtrArray *lines)
{
	GPtrArray *list =
	    g_ptr_array_new_with_free_func((GDestroyNotify)request_free);

	for (guint i = 0; i < lines->len; i++)
		request_read(
		    catalog_words(catalog), match, lines->pdata[i], list);
	signup_fold(list, catalog_words(catalog));
	return list;
}

/* A link may bring all in the subject; that of a reply is but a copy. */
static bool
subject_counts(const struct letter *letter)
{
	return letter->references->len == 0 ||
	       letter->text[strspn(letter->text, " \t\n")] == '\0';
}

static bool
is_own_subject(
    const char *line, char *const *own_subjects, const struct reading *reading)
{
	for (; own_subjects != NULL && *own_subjects != NULL; own_subjects++) {
		g_autofree char *own = lines_subject(*own_subjects, reading);

		if (strcmp(own, line) == 0)
			return true;
	}
	return false;
}

static bool
begins_plan(const GPtrArray *requests)
{
	const struct request *last =
	    requests->len > 0 ? requests->pdata[requests->len - 1] : NULL;

	return last != NULL && last->kind == REQUEST_PLAN &&
	       last->step == NULL && last->why == NULL;
}

/* What goes on to the next gap. */
struct open_lines {
	struct request *said; /* what is said, or NULL */
	struct request *above; /* said right above the head of a mail */
	bool quoting; /* the rest is what its writer was sent */
	bool plan; /* lines below the word "plan" */
};

/* By what its lines are read, and what they ask so far. */
struct ear {
	const struct words *words;
	const struct words *before; /* of the writer, who may ask for others */
	struct catalog *asked; /* of the words, then */
	const struct match *match;
	const struct reading *reading;
	GPtrArray *requests;
	struct open_lines open;
};

/* In the language that the mail has asked for, else in that of before. */
static void
read_request(struct ear *ear, const char *line)
{
	guint n = ear->requests->len;

	request_read(ear->words, ear->match, line, ear->requests);
	if (ear->before == ear->words)
		return;
	for (guint i = n; i < ear->requests->len; i++)
		if (((struct request *)ear->requests->pdata[i])->kind !=
		    REQUEST_TALK)
			return;
	g_ptr_array_set_size(ear->requests, (gint)n);
	request_read(ear->before, ear->match, line, ear->requests);
}

/* Not a rule alone, which nobody misses. */
static bool
has_words(const char *line)
{
	for (; *line != '\0'; line = g_utf8_next_char(line))
		if (g_unichar_isalnum(g_utf8_get_char(line)))
			return true;
	return false;
}

static void
begin_talk(struct ear *ear, struct request *said)
{
	ear->open.said = said;
	ear->open.quoting = lines_bring_mail(said->text, ear->reading);
	if (ear->open.quoting) {
		said->cut = has_words(said->text);
		said->text[0] = '\0';
	}
	g_ptr_array_add(ear->requests, said);
}

/* What others wrote is not said, if the writer copied it below the words. */
static void
go_on(struct ear *ear, const char *line)
{
	struct open_lines *open = &ear->open;

	open->quoting |= lines_bring_mail(line, ear->reading);
	if (open->quoting) {
		open->said->cut |= has_words(line);
		request_say_less(open->said, ear->words, ear->match, line);
	} else {
		request_say_more(open->said, ear->words, ear->match, line);
		if (ear->before != ear->words)
			request_say_looks(
			    open->said, ear->before, ear->match, line);
	}
}

/* What begins there to be said, or NULL. */
static struct request *
read_talk(const struct ear *ear, const char *line)
{
	struct request *said = request_say(ear->words, line);

	if (said == NULL && ear->before != ear->words)
		said = request_say(ear->before, line);
	return said;
}

/*
 * "say Anna: ..." right below what is said to all: fewer hear it than if it
 * went on.  The other way round it is left to its writer, since what looks so
 * may be part of what is private.  NULL: it goes on.
 */
static struct request *
talk_aside(const struct ear *ear, const char *line)
{
	const struct open_lines *open = &ear->open;
	struct request *said;

	if (open->said->who != NULL || open->quoting || ear->match == NULL)
		return NULL;
	said = read_talk(ear, line);
	/* in a case of any language: what the writer's has not is refused */
	if (said != NULL && said->who != NULL &&
	    match_seat_called(ear->match, said->who,
		CASES_POLISH | CASES_RUSSIAN | CASES_ALL) != NO_SEAT)
		return said;
	request_free(said);
	return NULL;
}

/* A line that is no gap; false: it is too long for all but what is said. */
static bool
read_line(struct ear *ear, const char *line)
{
	struct open_lines *open = &ear->open;
	struct request *said = NULL;

	if (open->said != NULL) {
		said = talk_aside(ear, line);
		if (said == NULL) {
			go_on(ear, line);
			return true;
		}
	} else if (!open->plan) {
		said = read_talk(ear, line);
	}
	if (said != NULL) {
		begin_talk(ear, said);
		return true;
	}
	if (g_utf8_strlen(line, -1) > LINE_MAX_CHARS)
		return false;
	if (open->plan) {
		request_plan(ear->words, ear->match, line, ear->requests);
		return true;
	}
	read_request(ear, line);
	open->plan = begins_plan(ear->requests);
	return true;
}

static bool
is_unclear(const struct request *q)
{
	return q->kind == REQUEST_UNCLEAR;
}

/* Where a courtesy stood: so many lines and requests were above it. */
struct parting {
	guint lines, requests;
};

static bool
any_objects(const GPtrArray *requests, guint from, const struct words *words)
{
	bool whole;

	for (guint i = from; i < requests->len; i++) {
		const struct request *q = requests->pdata[i];

		if (q->kind == REQUEST_TALK &&
		    request_objects(words, q->line, &whole))
			return true;
	}
	return false;
}

/*
 * What stands below a courtesy is a signature unless there is a command in it,
 * or what takes back what stands above, or, if the mail has no command, what
 * looks like one.
 */
static void
drop_signature(
    struct heard *heard, const GArray *partings, const struct words *words)
{
	bool commands = reading_any(heard->requests, 0, request_is_command);

	for (guint i = 0; i < partings->len; i++) {
		const struct parting *at =
		    &g_array_index(partings, struct parting, i);

		if (reading_any(heard->requests, at->requests,
			commands ? request_is_command : is_unclear) ||
		    any_objects(heard->requests, at->requests, words))
			continue;
		g_ptr_array_set_size(heard->lines, (gint)at->lines);
		g_ptr_array_set_size(heard->requests, (gint)at->requests);
		return;
	}
}

/* A line that is not its writer's own, as it seems: what is said ends there. */
static void
leave_open(struct ear *ear, const struct mail_line *line)
{
	struct request *above =
	    ear->open.said != NULL ? ear->open.said : ear->open.above;

	if (line->kind == LINE_FOREIGN && ear->open.above != NULL)
		above->cut |= has_words(line->text);
	ear->open = (struct open_lines){
		.above = line->kind == LINE_HEAD ? above : NULL,
	};
}

static void
read_own(struct heard *heard, struct ear *ear, const struct catalog *catalog,
    const GPtrArray *all)
{
	g_autoptr(GArray) partings =
	    g_array_new(FALSE, FALSE, sizeof(struct parting));

	for (guint i = 0; i < all->len; i++) {
		const struct mail_line *line = all->pdata[i];
		guint n = ear->requests->len;

		if (line->kind == LINE_COURTESY) {
			struct parting at = { heard->lines->len,
				heard->requests->len };
			g_array_append_val(partings, at);
		}
		if (line->kind != LINE_OWN)
			leave_open(ear, line);
		else if (read_line(ear, line->text))
			g_ptr_array_add(heard->lines, g_strdup(line->text));
		if (reading_switch(catalog, ear->requests, n, &ear->asked))
			ear->words = catalog_words(ear->asked);
	}
	drop_signature(heard, partings, ear->words);
}

/* One that may be done: prose is like some, and then it is told why not. */
static bool
is_whole(const struct request *q)
{
	return request_is_command(q) && q->why == NULL;
}

/* Keep commands only, and none of them if the mail has others. */
static void
keep_foreign(struct heard *heard)
{
	GPtrArray *foreign = heard->foreign;
	bool asks = reading_any(heard->requests, 0, is_whole);

	for (guint i = foreign->len; i-- > 0;)
		if (!request_is_command(foreign->pdata[i]))
			g_ptr_array_remove_index(foreign, i);
	if (foreign->len > 0)
		heard->plain = false;
	if (asks)
		g_ptr_array_set_size(foreign, 0);
}

/* What others wrote: few mails have any. */
static void
read_foreign(struct heard *heard, struct ear *ear, const GPtrArray *all)
{
	ear->requests = heard->foreign;
	ear->open = (struct open_lines){ .said = NULL };
	for (guint i = 0; i < all->len; i++) {
		const struct mail_line *line = all->pdata[i];

		if (line->kind == LINE_FOREIGN)
			read_line(ear, line->text);
		else
			ear->open = (struct open_lines){ .said = NULL };
	}
}

/* "Re: key": another's subject, unless it has a tag as ours have. */
static bool
is_of_others(const struct letter *letter)
{
	g_autoptr(GArray) tags = tags_of_subject(letter->subject);

	return tags->len == 0;
}

/* Of a mail that asks nothing else: subject is without what repeats it. */
static void
read_subject(struct heard *heard, struct ear *ear, const struct letter *letter,
    const char *subject, const struct reading *reading)
{
	bool repeats = lines_subject_repeats(letter->subject, reading);

	ear->open = (struct open_lines){ .said = NULL };
	ear->requests = heard->requests;
	if (repeats)
		heard->plain = false;
	if (repeats && is_of_others(letter))
		ear->requests = heard->foreign;
	else
		heard->in_subject = true;
	g_ptr_array_set_size(ear->requests, 0);
	request_read(ear->words, ear->match, subject, ear->requests);
	signup_fold(ear->requests, ear->words);
	keep_foreign(heard);
	if (!heard->in_subject)
		return;
	g_ptr_array_set_size(heard->lines, 0);
	g_ptr_array_add(heard->lines, g_strdup(subject));
}

void
heard_read(struct heard *heard, const struct catalog *catalog,
    const struct match *match, const struct letter *letter,
    char *const *own_subjects)
{
	const struct reading reading = reading_words(catalog, NULL);
	g_autofree char *subject = lines_subject(letter->subject, &reading);
	g_autoptr(GPtrArray) all = lines_all(letter->text, &reading);
	struct ear ear = { .words = catalog_words(catalog),
		.before = catalog_words(catalog),
		.match = match,
		.reading = &reading };

	heard_init(heard);
	heard->plain = !letter->listed;
	ear.requests = heard->requests;
	read_own(heard, &ear, catalog, all);
	read_foreign(heard, &ear, all);
	signup_fold(heard->requests, ear.words);
	signup_fold(heard->foreign, ear.words);
	replies_drop_quoted(heard->requests);
	replies_drop_quoted(heard->foreign);
	keep_foreign(heard);
	if (heard->foreign->len == 0)
		reading_copied(heard, ear.before, match);
	reading_doubt(heard, letter, ear.words, match);
	ear.words = ear.before;
	catalog_free(ear.asked);
	if (!reading_is_talk(heard->requests) || heard->foreign->len > 0 ||
	    !subject_counts(letter) || subject[0] == '\0' ||
	    is_own_subject(subject, own_subjects, &reading))
		return;
	read_subject(heard, &ear, letter, subject, &reading);
}
