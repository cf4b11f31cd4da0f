/* SPDX-License-Identifier: ISC */
/*
 * What all letters have in common: how they are rendered for their reader, the
 * picture and the files that go with them, and the row of the outbox.
 */
#include "app/letters/envelope.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/letters/pictures.h"
#include "app/letters/schedule.h"
#include "app/matches/table.h"
#include "base/err.h"
#include "mail/mail.h"
#include "render/render.h"
#include "store/queues.h"
#include "store/store.h"

#include <string.h>

/* What her mail program shows, and what she likes.  Strangers do not say. */
static int
find_form(const struct cover *c, bool *ascii, bool *plain, struct err *e)
{
	struct person *person;

	*ascii = false;
	/* Who sends mails from forged addresses shall not get big ones sent
	 * there. */
	*plain = strcmp(c->kind, "stranger") == 0;
	if (c->row.person == 0)
		return 0;
	person = store_person(c->home->store, c->row.person, e);
	if (person == NULL)
		return -1;
	*ascii = person->ascii;
	*plain = person->plain || person->ascii;
	person_free(person);
	return 0;
}

int
cover_queue_paper(
    struct cover *c, const struct paper *paper, int64_t now, struct err *e)
{
	const struct home *home = c->home;
	char word[KEY_SIZE + 1];
	char index[THREAD_INDEX_SIZE];
	int r;

	if (c->row.match != 0) {
		thread_index(home->secret, c->row.match, c->begun, index);
		c->out.thread_index = index;
	}
	c->out.own = home->config->address;
	c->out.language = tongue_language(home_words(home));
	c->out.instance = home->instance;
	c->out.date = now;
	c->out.text = paper->text;
	c->out.html = paper->html;
	c->out.attachments = c->files;
	c->out.to = c->row.address;
	if ((c->row.raw = letter_write(&c->out, e)) == NULL)
		return -1;
	if (c->row.person != 0) {
		bounce_word(home->secret, c->row.id, word);
		c->row.bounce = word;
	}
	c->row.kind = (char *)(uintptr_t)c->kind;
	c->row.message_id = (char *)(uintptr_t)c->out.message_id;
	c->row.state = OUTBOX_NEW;
	c->row.created = now;
	r = store_outbox_add(home->store, &c->row, e);
	g_bytes_unref(c->row.raw);
	return r;
}

void
post_links(json_t *facts, const char *address)
{
	const char *tag = json_string_value(json_object_get(facts, "tag"));
	g_autofree char *subject =
	    tag != NULL ? g_strdup_printf("[%s]", tag) : g_strdup("");

	json_object_set_new(facts, "mailto",
	    json_pack("{s:s, s:s}", "address", address, "subject", subject));
}

/* As text, and as HTML if she likes that. */
static int
render(const struct cover *c, json_t *facts, bool ascii, bool plain,
    struct paper *paper, struct err *e)
{
	const struct tongue *tongue = home_words(c->home);
	int r = 0;

	*paper = (struct paper){ NULL, NULL };
	json_object_set_new(json_object_get(facts, "person"), "text",
	    json_string(ascii ? "ascii" : "utf-8"));
	if (plain) {
		paper->text = tongue_letter(tongue, c->game, c->kind, facts, e);
		r = paper->text == NULL ? -1 : 0;
	} else {
		post_links(facts, c->out.reply_to);
		r = tongue_paper(tongue, c->game, c->kind, facts, paper, e);
	}
	if (r == 0 && !ascii) {
		g_autofree char *text = paper->text;

		paper->text = tongue_unbroken(tongue, c->game, text);
	}
	return r;
}

/* Letters to nobody's seat may be about a match, too: the texts of its game
 * stand in them. */
static const char *
game_of(const json_t *facts)
{
	return json_string_value(
	    json_object_get(json_object_get(facts, "match"), "game"));
}

int
cover_queue(struct cover *c, json_t *facts, int64_t now, struct err *e)
{
	g_autofree char *subject = NULL, *to = NULL, *own = NULL;
	struct shown_picture picture = { 0 };
	struct paper paper;
	bool ascii, plain;
	int r;

	if (find_form(c, &ascii, &plain, e) == -1)
		return -1;
	if (c->game == NULL)
		c->game = game_of(facts);
	if (!plain && picture_for(c->home, home_words(c->home), c->kind,
			  c->game, facts, now, &picture, e) == -1)
		return -1;
	if (render(c, facts, ascii, plain, &paper, e) == -1) {
		picture_clear(&picture);
		return -1;
	}
	c->out.picture = picture.hash != NULL ? &picture : NULL;
	c->out.own_name = c->home->config->name;
	if (ascii) {
		c->out.subject = subject = text_ascii(c->out.subject);
		c->out.to_name = to = text_ascii(c->out.to_name);
		c->out.own_name = own = text_ascii(c->out.own_name);
	}
	r = cover_queue_paper(c, &paper, now, e);
	paper_clear(&paper);
	picture_clear(&picture);
	return r;
}

/* Files go with letters of any kind and form. */
void
cover_attach(struct cover *c, struct attachment *file)
{
	if (file == NULL)
		return;
	if (c->files == NULL)
		c->files = g_ptr_array_new_with_free_func(
		    (GDestroyNotify)attachment_free);
	g_ptr_array_add(c->files, file);
}

int
cover_attach_deadline(struct cover *c, struct table *t, int seat,
    const struct person *person, int64_t now, struct err *e)
{
	struct attachment *file;

	if (seat < 0)
		return 0;
	if (calendar_file(t, seat, person, now, &file, e) == -1)
		return -1;
	cover_attach(c, file);
	return 0;
}

void
cover_clear(struct cover *c)
{
	g_clear_pointer(&c->files, g_ptr_array_unref);
}
