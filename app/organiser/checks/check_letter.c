/* SPDX-License-Identifier: ISC */
/*
 * A mail from the home to itself, there and back, and one to a variant of its
 * address, as those to which players answer (plus addressing).  They are looked
 * for in the mailboxes and put away there like all mails that are done; a home
 * that is served may take them in first, and ignores them.
 */
#include "app/organiser/checks/check.h"

#include "app/home/config.h"
#include "app/home/first_settings.h"
#include "app/home/folder.h"
#include "app/home/mailbox_config.h"
#include "core/chance.h"
#include "mail/outgoing/write.h"
#include "mail/servers/delivery.h"
#include "mail/servers/imap.h"

#include <string.h>

#define LETTERS 2 /* to the address itself, to the variant */
#define TOKEN 17 /* bytes of a token, with its end */
#define SMTP_PATIENCE 30 /* seconds for an answer: somebody waits */
#define COMMAND_PATIENCE 60 /* seconds for all of it */
#define LOOK_PAUSE 500000 /* microseconds between two looks */

/* A folder in which they may turn up. */
struct place {
	struct imap *imap;
	bool puts_away; /* what is found goes where done mails go */
	uint32_t next; /* the first UID that is new */
};

struct journey {
	struct check *c;
	char token[TOKEN];
	char *to[LETTERS];
	const char *sender; /* of the envelope; one of those */
	bool sent[LETTERS], back[LETTERS];
	struct smtp *smtp; /* NULL: a command sends */
	GArray *places;
	bool blind; /* a folder cannot be looked into: nothing is sent */
	struct err err; /* why a place could not be looked at, if so */
};

static char *
variant(const struct config *config)
{
	const char *at = strchr(config->address, '@');

	return g_strdup_printf("%.*s%ctest%s", (int)(at - config->address),
	    config->address, config->delimiter, at);
}

/* ---- there ---- */

static GBytes *
write_letter(const struct journey *j, int n, struct err *e)
{
	const struct config *config = j->c->config;
	g_autofree char *id = g_strdup_printf(
	    "%s.%d%s", j->token, n, strchr(config->address, '@'));
	const struct outgoing out = { .own = config->address,
		.own_name = config->name,
		.reply_to = j->to[1],
		.to = j->to[n],
		.to_name = "",
		.subject = "turnpost tries out its mail",
		.message_id = id,
		.language = "en",
		.instance = "check",
		.date = j->c->now,
		.text = "turnpost sent this mail to itself to see whether it "
			"arrives.\nIt can be deleted.\n" };

	return letter_write(&out, e);
}

static void
hand_over(struct journey *j, int n, const char *sender, struct delivery *d)
{
	g_autoptr(GBytes) raw = NULL;

	*d = (struct delivery){ .fate = DELIVERY_FAULT };
	if ((raw = write_letter(j, n, &d->err)) == NULL)
		return;
	if (j->smtp != NULL)
		smtp_send(j->smtp, sender, j->to[n], raw, d);
	else
		command_send(j->c->config->send.command, sender, j->to[n], raw,
		    COMMAND_PATIENCE, d);
}

/* Some servers let a user send only as that user. */
static void
try_plain(struct journey *j, int n, struct delivery *d)
{
	struct delivery again;

	/* A server that wants to be asked later has refused no sender. */
	if (d->fate == DELIVERY_LATER || d->fate == DELIVERY_UNKNOWN ||
	    strcmp(j->sender, j->to[0]) == 0)
		return;
	hand_over(j, n, j->to[0], &again);
	if (again.fate != DELIVERY_SENT)
		return;
	*d = again;
	j->sender = j->to[0];
	if (j->c->first != NULL) {
		j->c->first->plain_envelope = true;
		check_ok(j->c, "send",
		    "the server accepts letters of %s only, so \"envelope: "
		    "plain\" is set",
		    j->to[0]);
	} else
		check_wrong(j->c, "send",
		    "the server accepts letters of %s only; write \"envelope: "
		    "plain\" under send",
		    j->to[0]);
}

/* false: not even the first left. */
static bool
send_all(struct journey *j)
{
	for (int n = 0; n < LETTERS; n++) {
		struct delivery d;

		check_trying(j->c, "to send a mail to itself");
		hand_over(j, n, j->sender, &d);
		if (d.fate != DELIVERY_SENT)
			try_plain(j, n, &d);
		j->sent[n] = d.fate == DELIVERY_SENT;
		if (!j->sent[n])
			check_wrong(j->c, "letter",
			    "a mail to itself, to %s, was not accepted: %s",
			    j->to[n], d.err.text);
		if (!j->sent[0])
			return false;
	}
	return true;
}

/* ---- and back ---- */

/* Which of the two is that?  -1: somebody else's mail. */
static int
which(const struct journey *j, GBytes *raw)
{
	gsize size;
	const char *bytes = g_bytes_get_data(raw, &size);

	for (int n = 0; n < LETTERS; n++) {
		g_autofree char *id = g_strdup_printf("<%s.%d@", j->token, n);

		if (size > 0 && memmem(bytes, size, id, strlen(id)) != NULL)
			return n;
	}
	return -1;
}

static int
read_mails(struct journey *j, struct place *place, GArray *mails, GArray *ours)
{
	for (guint i = 0; i < mails->len; i++) {
		struct imap_mail *mail =
		    &g_array_index(mails, struct imap_mail, i);
		g_autoptr(GBytes) raw = NULL;
		struct err e = { 0 };
		bool cut;
		int n;

		raw = imap_fetch(place->imap, mail, &cut, &e);
		if (raw == NULL && e.code != ERR_MISSING) {
			j->err = e;
			return -1;
		}
		n = raw == NULL ? -1 : which(j, raw);
		if (n == -1)
			continue;
		j->back[n] = true;
		g_array_append_val(ours, mail->uid);
	}
	return 0;
}

/* What does not work now is looked at again a moment later. */
static void
look(struct journey *j, struct place *place)
{
	g_autoptr(GArray) mails =
	    g_array_new(FALSE, FALSE, sizeof(struct imap_mail));
	g_autoptr(GArray) ours = g_array_new(FALSE, FALSE, sizeof(uint32_t));
	struct imap_status status;
	uint32_t on;

	if (imap_status(place->imap, &status, &j->err) == -1)
		return;
	while (place->next < status.next) {
		g_array_set_size(mails, 0);
		if (imap_list(place->imap, place->next, status.next, mails, &on,
			&j->err) == -1 ||
		    read_mails(j, place, mails, ours) == -1)
			break;
		place->next = on;
	}
	if (!place->puts_away || ours->len == 0)
		return;
	if (imap_make_folder(place->imap, &j->err) == 0)
		imap_move(place->imap, ours, &j->err);
}

static bool
waits(const struct journey *j)
{
	for (int n = 0; n < LETTERS; n++)
		if (j->sent[n] && !j->back[n])
			return true;
	return false;
}

static void
wait_for_all(struct journey *j)
{
	gint64 start = g_get_monotonic_time();
	int waited = 0;

	while (waits(j) && waited <= j->c->wait) {
		g_autofree char *what = g_strdup_printf(
		    "whether mail to itself comes back, %d s of %d", waited,
		    j->c->wait);

		check_trying(j->c, what);
		for (guint i = 0; i < j->places->len; i++)
			look(j, &g_array_index(j->places, struct place, i));
		if (waits(j))
			g_usleep(LOOK_PAUSE);
		waited =
		    (int)((g_get_monotonic_time() - start) / G_USEC_PER_SEC);
	}
}

/* ---- all of it ---- */

static void
add_place(struct journey *j, const struct mailbox_config *m, bool puts_away)
{
	struct place place = { .puts_away = puts_away, .next = 1 };
	struct imap_status status;

	place.imap = imap_new(&m->server, puts_away ? m->folder : m->done,
	    puts_away ? m->done : NULL);
	/* A folder that is not there yet holds new mails alone. */
	if (imap_status(place.imap, &status, &j->err) == 0)
		place.next = status.next;
	else if (puts_away)
		j->blind = true;
	g_array_append_val(j->places, place);
}

static void
begin(struct journey *j)
{
	const struct config *config = j->c->config;
	unsigned char seed[SEED_SIZE];
	char hex[SEED_HEX_SIZE];

	seed_random(seed);
	seed_to_hex(seed, hex);
	g_strlcpy(j->token, hex, TOKEN);
	j->to[0] = g_strdup(config->address);
	j->to[1] = variant(config);
	j->sender = j->to[config->send.plain_envelope ? 0 : 1];
	if (config->send.road == SEND_SMTP)
		j->smtp = smtp_open(&config->send.server,
		    strchr(config->address, '@') + 1, SMTP_PATIENCE);
	j->places = g_array_new(FALSE, FALSE, sizeof(struct place));
	for (guint i = 0; i < config->mailboxes->len; i++) {
		const struct mailbox_config *m = config->mailboxes->pdata[i];

		add_place(j, m, true);
		/* whoever serves this home may be quicker */
		if (m->done != NULL && j->c->first == NULL)
			add_place(j, m, false);
	}
}

static void
end(struct journey *j)
{
	for (guint i = 0; i < j->places->len; i++)
		imap_free(g_array_index(j->places, struct place, i).imap);
	g_array_unref(j->places);
	smtp_close(j->smtp);
	for (int n = 0; n < LETTERS; n++)
		g_free(j->to[n]);
}

static void
tell(struct journey *j)
{
	if (j->back[0] && j->back[1])
		check_ok(j->c, "letter",
		    "mails to itself came back, to %s and to %s", j->to[0],
		    j->to[1]);
	else if (j->back[1])
		check_wrong(j->c, "letter",
		    "a mail to %s came back, but none to %s; see that the "
		    "server delivers both here",
		    j->to[1], j->to[0]);
	else if (j->back[0] && j->sent[1])
		check_wrong(j->c, "letter",
		    "a mail to %s came back, but none to %s: players answer to "
		    "such addresses; turn them on at the mail server, or set "
		    "its character as delimiter",
		    j->to[0], j->to[1]);
	else if (j->back[0])
		check_ok(j->c, "letter", "a mail to %s came back", j->to[0]);
	else
		check_wrong(j->c, "letter",
		    "no mail to itself came back within %d seconds%s%s; look "
		    "for it in other folders, such as that for spam",
		    j->c->wait, j->err.text[0] != '\0' ? ": " : "",
		    j->err.text);
}

/* Would whoever serves delete them before they can be seen? */
static bool
is_deleted_first(const struct check *c)
{
	const GPtrArray *list = c->config->mailboxes;

	for (guint i = 0; i < list->len; i++)
		if (((const struct mailbox_config *)list->pdata[i])->deletes)
			return home_is_served(c->dir);
	return false;
}

void
check_letter(struct check *c)
{
	struct journey j = { .c = c };

	if (c->config->mailboxes->len == 0 ||
	    c->config->send.road == SEND_MAILDIR) {
		check_warn(c, "letter",
		    "no mail to itself is sent: that needs a mailbox under "
		    "receive, and a way under send");
		return;
	}
	if (is_deleted_first(c)) {
		check_warn(c, "letter",
		    "no mail to itself is sent: \"turnpost serve\" deletes "
		    "mails that it took in, so stop it for this");
		return;
	}
	begin(&j);
	if (j.blind) {
		check_wrong(c, "letter",
		    "no mail to itself is sent, because the mailbox cannot be "
		    "looked into: %s",
		    j.err.text);
	} else if (send_all(&j)) {
		wait_for_all(&j);
		tell(&j);
	}
	end(&j);
}
