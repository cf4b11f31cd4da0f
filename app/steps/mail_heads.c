/* SPDX-License-Identifier: ISC */
#include "app/steps/mail_heads.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "mail/incoming/read.h"
#include "mail/tags.h"
#include "mail/ticket.h"
#include "mail/ticket_text.h"
#include "store/claims.h"
#include "store/mails/inbox.h"

#define RAW_MAX ((size_t)16 << 10) /* bytes of a mail that is kept, too */

static void
head_free(void *data)
{
	struct mail_head *head = data;

	g_free(head->from);
	g_free(head->message_id);
	g_free(head->sha);
	g_free(head->mail);
	g_free(head->sender_lane);
	g_free(head->match_lane);
	g_bytes_unref(head->raw);
	g_free(head);
}

/* By its address, by the letter that it answers, or by its subject. */
static int64_t
match_of(const struct config *config, const struct letter *letter)
{
	g_autoptr(GArray) tags = NULL;
	struct ticket ticket;

	for (guint i = 0; i < letter->recipients->len; i++)
		if (ticket_from_address(letter->recipients->pdata[i],
			config->address, config->delimiter, &ticket))
			return ticket.match;
	for (guint i = 0; i < letter->references->len; i++)
		if (ticket_from_message_id(
			letter->references->pdata[i], config->address, &ticket))
			return ticket.match;
	tags = tags_of_subject(letter->subject);
	return tags->len > 0 ? g_array_index(tags, struct tag, 0).match : 0;
}

char *
mail_claim(int64_t id)
{
	g_autofree char *text = g_strdup_printf("%" G_GINT64_FORMAT, id);

	return claim_of("mail", text);
}

static struct mail_head *
head_of(const struct home *home, const struct inbox_row *row,
    const struct letter *letter)
{
	struct mail_head *head = g_new0(struct mail_head, 1);
	const int64_t match = match_of(home->config, letter);

	head->match = match;
	head->from = g_strdup(letter->from);
	head->message_id = g_strdup(letter->message_id);
	head->sha = g_strdup(row->sha);
	head->mail = mail_claim(row->id);
	/* a sender's address may hold what is no line */
	head->sender_lane =
	    g_strdup_printf("sender %08x", g_str_hash(letter->from));
	head->match_lane = match == 0 ? NULL : claim_of_match(match);
	head->wide = match == 0;
	if (g_bytes_get_size(row->raw) <= RAW_MAX)
		head->raw = g_bytes_ref(row->raw);
	return head;
}

int
mail_heads_read(struct home *home, const struct inbox_row *row)
{
	struct letter *letter;

	if (letter_open(row->raw, home->err) == -1)
		return -1;
	/* its headers alone */
	letter = letter_read(row->raw, true, home->config->address, NULL);
	g_hash_table_insert(home->mail_heads,
	    g_memdup2(&row->id, sizeof(row->id)), head_of(home, row, letter));
	letter_free(letter);
	return 0;
}

static void
forget(struct home *home)
{
	g_clear_pointer(&home->mail_heads, g_hash_table_unref);
}

void
mail_heads_keep(struct home *home, const GArray *ids)
{
	GHashTable *kept = g_hash_table_new_full(
	    g_int64_hash, g_int64_equal, g_free, head_free);

	home_on_close(home, forget);
	for (guint i = 0; i < ids->len && home->mail_heads != NULL; i++) {
		const int64_t id = g_array_index(ids, int64_t, i);
		void *key = NULL, *head = NULL;

		if (g_hash_table_steal_extended(
			home->mail_heads, &id, &key, &head))
			g_hash_table_insert(kept, key, head);
	}
	forget(home);
	home->mail_heads = kept;
}

static struct mail_head *
look_up(const struct home *home, int64_t id)
{
	return home->mail_heads == NULL
		   ? NULL
		   : g_hash_table_lookup(home->mail_heads, &id);
}

const struct mail_head *
mail_head(const struct home *home, int64_t id)
{
	return look_up(home, id);
}

void
mail_is_wide(struct home *home, int64_t id)
{
	look_up(home, id)->wide = true;
}
