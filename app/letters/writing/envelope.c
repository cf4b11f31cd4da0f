/* SPDX-License-Identifier: ISC */
/*
 * What all letters have in common: how they are rendered for their reader, the
 * picture and the files that go with them, and the row of the outbox.
 */
#include "app/letters/writing/envelope.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/letters/writing/pictures.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/table.h"
#include "mail/key.h"
#include "mail/outgoing/write.h"
#include "mail/ticket.h"
#include "render/body.h"
#include "render/render.h"
#include "store/mails/outbox.h"
#include "store/mails/outbox_held.h"
#include "store/matches/matches.h"
#include "store/people/people.h"

#include <string.h>

/* What the reader's mail program shows, and what the reader likes.  Strangers
 * do not say. */
static int
find_form(const struct envelope *c, bool *ascii, bool *plain)
{
	struct person *person;

	*ascii = false;
	/* A sender of forged addresses shall not get big letters sent
	 * there. */
	*plain = strcmp(c->kind, "stranger") == 0;
	if (c->row.person == 0)
		return 0;
	person = store_person(c->reader->home->store, c->row.person);
	if (person == NULL)
		return -1;
	*ascii = person->ascii;
	*plain = person->plain || person->ascii;
	person_free(person);
	return 0;
}

int
envelope_queue_body(struct envelope *c, const struct body *body)
{
	const struct reader *reader = c->reader;
	const struct home *home = reader->home;
	char word[KEY_SIZE + 1];
	char index[THREAD_INDEX_SIZE];
	int r;

	if (reader->t != NULL) {
		thread_index(
		    home->secret, c->row.match, reader->t->row->created, index);
		c->out.thread_index = index;
	}
	c->out.own = home->config->address;
	c->out.language = catalog_language(reader->language);
	c->out.instance = home->instance;
	c->out.date = reader->home->now;
	c->out.text = body->text;
	c->out.html = body->html;
	c->out.attachments = c->files;
	c->out.to = c->row.address;
	if ((c->row.raw = letter_write(&c->out, c->reader->home->err)) == NULL)
		return -1;
	if (c->row.person != 0) {
		bounce_word(home->secret, c->row.id, word);
		c->row.bounce = word;
	}
	c->row.kind = (char *)(uintptr_t)c->kind;
	c->row.message_id = (char *)(uintptr_t)c->out.message_id;
	c->row.state = home->holds ? OUTBOX_DEAD : OUTBOX_NEW;
	c->row.note = home->holds ? (char *)(uintptr_t)NOTE_HELD : NULL;
	c->row.created = reader->home->now;
	r = store_outbox_add(home->store, &c->row);
	g_bytes_unref(c->row.raw);
	return r;
}

void
post_links(json_t *context, const char *address)
{
	const char *tag = json_string_value(json_object_get(context, "tag"));
	g_autofree char *subject =
	    tag != NULL ? g_strdup_printf("[%s]", tag) : g_strdup("");

	json_object_set_new(context, "mailto",
	    json_pack("{s:s, s:s}", "address", address, "subject", subject));
}

/* How it is rendered. */
struct form {
	const char *game; /* or NULL */
	bool ascii, plain;
};

/* As text, and as HTML if the reader likes that. */
static int
render(const struct envelope *c, const struct form *form, json_t *context,
    struct body *body)
{
	const struct catalog *catalog = c->reader->language;
	int r = 0;

	*body = (struct body){ NULL, NULL, NULL };
	json_object_set_new(json_object_get(context, "person"), "text",
	    json_string(form->ascii ? "ascii" : "utf-8"));
	if (form->plain) {
		body->text = catalog_letter(catalog, form->game, c->kind,
		    context, c->reader->home->err);
		r = body->text == NULL ? -1 : 0;
	} else {
		post_links(context, c->out.reply_to);
		r = catalog_body(catalog, form->game, c->kind, context, body,
		    c->reader->home->err);
	}
	if (r == 0 && !form->ascii) {
		g_autofree char *text = body->text;

		body->text = catalog_unbroken(catalog, form->game, text);
	}
	return r;
}

/* Letters to nobody's seat may be about a match, too: the texts of its game
 * stand in them. */
static const char *
game_of(const struct reader *reader, const json_t *context)
{
	if (reader->t != NULL)
		return reader->t->row->game;
	return json_string_value(
	    json_object_get(json_object_get(context, "match"), "game"));
}

int
envelope_queue(struct envelope *c, json_t *context)
{
	struct form form = { .game = game_of(c->reader, context) };
	g_autofree char *subject = NULL, *to = NULL, *own = NULL;
	struct shown_picture picture = { 0 };
	struct body body;
	int r;

	if (find_form(c, &form.ascii, &form.plain) == -1)
		return -1;
	if (!form.plain &&
	    picture_for(c->reader, c->kind, form.game, context, &picture) == -1)
		return -1;
	if (render(c, &form, context, &body) == -1) {
		picture_clear(&picture);
		return -1;
	}
	c->out.picture = picture.hash != NULL ? &picture : NULL;
	c->out.own_name = c->reader->home->config->name;
	if (form.ascii) {
		c->out.subject = subject = text_ascii(c->out.subject);
		c->out.to_name = to = text_ascii(c->out.to_name);
		c->out.own_name = own = text_ascii(c->out.own_name);
	}
	r = envelope_queue_body(c, &body);
	body_clear(&body);
	picture_clear(&picture);
	return r;
}

/* Files go with letters of any kind and form. */
void
envelope_attach(struct envelope *c, struct attachment *file)
{
	if (file == NULL)
		return;
	if (c->files == NULL)
		c->files = g_ptr_array_new_with_free_func(
		    (GDestroyNotify)attachment_free);
	g_ptr_array_add(c->files, file);
}

void
envelope_clear(struct envelope *c)
{
	g_clear_pointer(&c->files, g_ptr_array_unref);
	g_clear_pointer(&c->strings, g_ptr_array_unref);
}
