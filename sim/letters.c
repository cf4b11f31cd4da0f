/* SPDX-License-Identifier: ISC */
/* Mails in and letters out, as the bytes that a mail program would see. */
#include "sim/inner.h"

#include "app/home/home.h"
#include "store/mails/inbox.h"
#include "store/mails/inbox_intake.h"
#include "store/mails/outbox.h"

#include <string.h>

#define QUOTED_LINES 12

/* What stands in a letter behind that header's name, or NULL. */
static char *
field_of(const char *raw, gsize size, const char *name)
{
	g_autofree char *begin = g_strdup_printf("\n%s: ", name);
	const char *end = g_strstr_len(raw, (gssize)size, "\r\n\r\n");
	const char *at;
	GString *value;

	end = end != NULL ? end + 2 : raw + size;
	at = g_strstr_len(raw, end - raw, begin);
	if (at == NULL)
		return NULL;
	value = g_string_new(NULL);
	for (at += strlen(begin); at < end; at++) {
		if (*at == '\r')
			continue;
		if (*at == '\n' && at[1] != ' ' && at[1] != '\t')
			break;
		if (*at != '\n')
			g_string_append_c(value, *at);
	}
	return g_string_free(value, FALSE);
}

/* The first lines of its text, marked; as they are encoded. */
static char *
quote(const char *text, const char *end)
{
	GString *out = g_string_new(NULL);

	for (int i = 0; i < QUOTED_LINES && text < end; i++) {
		const char *nl = memchr(text, '\n', (size_t)(end - text));
		const char *stop = nl == NULL ? end : nl;
		gsize size = (gsize)(stop - text);

		if (size > 0 && text[size - 1] == '\r')
			size--;
		g_string_append_printf(out, "> %.*s\n", (int)size, text);
		text = nl == NULL ? end : nl + 1;
	}
	return g_string_free(out, FALSE);
}

/*
 * "  2  → play wine", one below the other; NULL if they stand otherwise, as
 * long lists do.
 */
static char **
read_choices(const char *text, const char *end)
{
	static const char arrow[] = "  =E2=86=92 ";
	GPtrArray *list = g_ptr_array_new();

	for (const char *p = text; p < end; p++) {
		const char *nl = memchr(p, '\n', (size_t)(end - p));
		const char *word = p + strspn(p, " ");
		size_t digits = strspn(word, "0123456789");
		const char *move = word + digits + strlen(arrow);

		if (nl == NULL)
			break;
		if (digits > 0 && g_str_has_prefix(word + digits, arrow) &&
		    nl > move && nl[-2] != '=')
			g_ptr_array_add(
			    list, g_strdup_printf("%.*s %.*s", (int)digits,
				      word, (int)(nl - 1 - move), move));
		else if (list->len > 0)
			break;
		p = nl;
	}
	g_ptr_array_add(list, NULL);
	if (list->len > 2)
		return (char **)g_ptr_array_free(list, FALSE);
	g_strfreev((char **)g_ptr_array_free(list, FALSE));
	return NULL;
}

static bool
holds(const char *text, const char *end, const char *words)
{
	return g_strstr_len(text, end - text, words) != NULL;
}

bool
letters_hold(const struct outbox_row *row, const char *words)
{
	gsize size;
	const char *raw = g_bytes_get_data(row->raw, &size);

	return holds(raw, raw + size, words);
}

/* Of a letter with HTML its part of text, which comes first. */
static const char *
find_text(const char *raw, const char **end)
{
	static const char gap[] = "\r\n\r\n", part[] = "\r\n--=_";
	const char *text = strstr(raw, gap);

	*end = raw + strlen(raw);
	if (text == NULL)
		return *end;
	text += strlen(gap);
	if (strncmp(text, part + 2, strlen(part) - 2) != 0)
		return text;
	text = strstr(text, gap);
	if (text == NULL)
		return *end;
	text += strlen(gap);
	if (strstr(text, part) != NULL)
		*end = strstr(text, part) + 2;
	return text;
}

void
letters_read(const struct outbox_row *row, struct thread *th)
{
	gsize size;
	const char *data = g_bytes_get_data(row->raw, &size);
	/* with an end that is found by looking for it */
	g_autofree char *raw = g_strndup(data, size);
	const char *end, *text = find_text(raw, &end);

	g_free(th->reply_to);
	th->reply_to = field_of(raw, size, "Reply-To");
	g_free(th->message_id);
	th->message_id = field_of(raw, size, "Message-Id");
	g_free(th->subject);
	th->subject = field_of(raw, size, "Subject");
	g_free(th->quote);
	th->quote = quote(text, end);
	th->over = strcmp(row->kind, "turn") != 0 &&
		   strcmp(row->kind, "muster") != 0 &&
		   strcmp(row->kind, "remind") != 0 &&
		   strcmp(row->kind, "answer") != 0;
	th->ready = holds(text, end, " ready\r\n");
	th->asks = th->ready || holds(text, end, "your turn in match");
	/* what the player has sent is made by itself */
	th->asks &= !holds(text, end, "Noted, but not made yet");
	g_strfreev(th->choices);
	th->choices = th->asks ? read_choices(text, end) : NULL;
}

/* Quoted-printable, but for what the quotation brings, which is. */
static void
put_encoded(GString *out, const char *text)
{
	for (; *text != '\0'; text++) {
		unsigned char c = (unsigned char)*text;

		if (c == '=' || c >= 0x7f)
			g_string_append_printf(out, "=%02X", c);
		else
			g_string_append_c(out, (char)c);
	}
}

static int
put_in(struct season *s, GString *mail, int64_t at)
{
	g_autofree char *source =
	    g_strdup_printf("sim:%lld", (long long)++s->mails);
	g_autofree char *sha = g_compute_checksum_for_data(
	    G_CHECKSUM_SHA256, (const guchar *)mail->str, mail->len);
	struct inbox_row row = { .source = source,
		.sha = sha,
		.message_id = (char *)"",
		.sender = (char *)"",
		.seat = -1,
		.received = at,
		.note = (char *)"",
		.says = (char *)"",
		.size = (int64_t)mail->len };
	int r;

	row.raw = g_bytes_new(mail->str, mail->len);
	r = store_inbox_add(s->home->store, &row);
	g_bytes_unref(row.raw);
	s->mails_now++;
	return r;
}

static void
put_header(struct season *s, const struct somebody *who, const char *to,
    const char *subject, int64_t at, GString *mail)
{
	g_autoptr(GDateTime) utc = g_date_time_new_from_unix_utc(at);
	g_autoptr(GDateTime) local = g_date_time_to_timezone(utc, who->tz);
	g_autofree char *date =
	    g_date_time_format(local, "%a, %d %b %Y %H:%M:%S %z");

	g_string_append_printf(mail,
	    "From: %s <%s>\nTo: %s\nSubject: %s\nDate: %s\n"
	    "Message-ID: <%lld.%d@client.example>\n"
	    "MIME-Version: 1.0\n"
	    "Content-Type: text/plain; charset=utf-8\n"
	    "Content-Transfer-Encoding: quoted-printable\n",
	    who->name, who->address, to, subject, date,
	    (long long)(s->mails + 1), who->number);
}

int
letters_answer(struct season *s, struct somebody *who, struct thread *th,
    const char *text, int64_t at)
{
	g_autoptr(GString) mail = g_string_new(NULL);
	g_autofree char *subject = g_strdup_printf("Re: %s", th->subject);

	put_header(s, who, th->reply_to, subject, at, mail);
	g_string_append_printf(mail, "In-Reply-To: %s\nReferences: %s\n\n",
	    th->message_id, th->message_id);
	put_encoded(mail, text);
	g_string_append_printf(
	    mail, "\n\nOn some day the table wrote:\n%s", th->quote);
	return put_in(s, mail, at);
}
