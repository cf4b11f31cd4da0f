/* SPDX-License-Identifier: ISC */
/*
 * Is this mail written by a program?  Such mail is neither obeyed nor
 * answered (RFC 3834), or two programs would write to each other for ever.
 * Some signs are weak: a person may answer through a mailing list, or keep
 * the subject of an automatic answer; a valid reply key outweighs these.
 */
#include "mail/inner.h"

#include "base/address.h"
#include "base/fold.h"
#include "mail/address.h"
#include "mail/incoming/read.h"
#include "mail/incoming/reading.h"
#include "mail/senders/said.h"
#include "mail/ticket.h"
#include "mail/ticket_text.h"

#include <string.h>

#define RECEIVED_MAX 30

static bool
has_word(const char *const *words, const char *word)
{
	for (; *words != NULL; words++)
		if (g_ascii_strcasecmp(*words, word) == 0)
			return true;
	return false;
}

/* The first word of a structured field, comments and parameters left out. */
static char *
first_word(const char *value)
{
	GString *word = g_string_new(NULL);
	int depth = 0;

	for (; *value != '\0'; value++) {
		if (*value == '(')
			depth++;
		else if (*value == ')' && depth > 0)
			depth--;
		else if (depth > 0)
			continue;
		else if (*value == ';')
			break;
		else if (!g_ascii_isspace(*value))
			g_string_append_c(word, *value);
		else if (word->len > 0)
			break;
	}
	return g_string_free(word, FALSE);
}

static bool
is_automatic_name(const char *address)
{
	static const char *const names[] = { "mailer-daemon", "postmaster",
		"post_master", "no-reply", "no_reply", "noreply", "donotreply",
		"do-not-reply", "do_not_reply", "listserv", "majordomo", NULL };
	size_t size = strcspn(address, "@");
	g_autofree char *local = g_ascii_strdown(address, (gssize)size);
	g_autofree char *plain = g_strndup(local, strcspn(local, "+"));

	return has_word(names, local) || has_word(names, plain) ||
	       g_str_has_prefix(local, "owner-") ||
	       g_str_has_suffix(local, "-request") ||
	       g_str_has_suffix(local, "-bounces");
}

/* The robot's own address, plain or with a ticket? */
static bool
is_own(const char *address, const char *own)
{
	const char *own_at = strchr(own, '@'), *at = strchr(address, '@');
	size_t size = own_at == NULL ? 0 : (size_t)(own_at - own);
	struct ticket ticket;
	char word[KEY_SIZE + 1];
	int64_t person;

	if (own_at == NULL || at == NULL ||
	    g_ascii_strcasecmp(at, own_at) != 0 ||
	    g_ascii_strncasecmp(address, own, size) != 0)
		return false;
	/* "robot-fan@host" is somebody else. */
	return address[size] == '@' || address[size] == '+' ||
	       ticket_from_address(address, own, '-', &ticket) ||
	       ticket_from_address(address, own, '.', &ticket) ||
	       digest_from_address(address, own, '-', &person, word) ||
	       digest_from_address(address, own, '.', &person, word) ||
	       bounce_from_address(address, own, '-', word) ||
	       bounce_from_address(address, own, '.', word);
}

bool
address_is_automatic(const char *address, const char *own)
{
	return is_automatic_name(address) || is_own(address, own);
}

/* One field's own testimony, or NULL. */
static const char *
field_says(const struct field *field, const char *own)
{
	static const char *const marks[] = { "X-Autoreply", "X-Autorespond",
		"X-Auto-Reply-From", "X-Failed-Recipients", "X-Turnpost",
		NULL };

	if (has_word(marks, field->name))
		return field->name;
	if (g_ascii_strcasecmp(field->name, "Return-Path") == 0) {
		g_autofree char *path = first_word(field->value);
		const char *bare = path[0] == '<' ? path + 1 : path;
		if (strcmp(path, "<>") == 0)
			return "null return path";
		return is_automatic_name(bare) ? "return path of a robot"
					       : NULL;
	}
	if (g_ascii_strcasecmp(field->name, "Auto-Submitted") == 0) {
		g_autofree char *word = first_word(field->value);
		return g_ascii_strcasecmp(word, "no") == 0 ? NULL : field->name;
	}
	if (g_ascii_strcasecmp(field->name, "X-Loop") == 0) {
		g_autofree char *low = address_heard(field->value);
		g_autofree char *mine = g_ascii_strdown(own, -1);
		return mine[0] != '\0' && strstr(low, mine) != NULL
			   ? field->name
			   : NULL;
	}
	return NULL;
}

static const char *
hard_reason(
    const struct letter *letter, const GPtrArray *fields, const char *own)
{
	int received = 0;

	for (guint i = 0; i < fields->len; i++) {
		const struct field *field = g_ptr_array_index(fields, i);
		const char *says = field_says(field, own);
		if (says != NULL)
			return says;
		if (g_ascii_strcasecmp(field->name, "Received") == 0 &&
		    ++received > RECEIVED_MAX)
			return "too many Received fields";
	}
	if (fields->len > FIELDS_MAX)
		return "too many header fields";
	if (is_own(letter->from, own))
		return "our own address";
	return is_automatic_name(letter->from) ? "address of a robot" : NULL;
}

static bool
is_automatic_subject(const char *subject, const struct reading *reading)
{
	char *const *starts = reading == NULL ? NULL : reading->automatic;
	g_autofree char *folded = fold_text(subject);

	for (; starts != NULL && *starts != NULL; starts++)
		if (g_str_has_prefix(folded, *starts))
			return true;
	return false;
}

/* Fields of lists, and of programs that make people confirm. */
static bool
is_programs_field(const char *name)
{
	static const char *const names[] = { "Mailing-List", "X-Mailing-List",
		"X-List-Administrivia", "X-BeenThere", "X-Mailman-Version",
		"X-ListServer", "X-ML-Name", "X-Mail-Autoreply",
		"X-Autogenerated", "X-FC-MachineGenerated", "X-Challenge",
		"X-HmXmrOriginalRecipient", NULL };
	static const char *const starts[] = { "List-", "X-TMDA-",
		"X-Spamarrest", "X-MIB-", "X-Mailinblack", "X-Boxbe",
		"X-Qconfirm", "X-ASK-" };

	for (size_t i = 0; i < G_N_ELEMENTS(starts); i++)
		if (g_ascii_strncasecmp(name, starts[i], strlen(starts[i])) ==
		    0)
			return true;
	return has_word(names, name);
}

/* "friends-owner@host", "noreply+7@host", "user-confirm-17.4711@host" */
static bool
is_programs_name(const char *address)
{
	static const char *const pieces[] = { "-owner", "-bounce", "-noreply",
		"-no-reply", "+noreply", "-confirm-", "-admin-bounces",
		"autoreply", "auto-reply", "autoresponder", "mailer_daemon",
		"spamarrest", "mailinblack", "antispam", "anti-spam" };
	static const char *const starts[] = { "noreply", "no-reply", "bounce@",
		"bounce-", "bounce+", "bounces@", "bounces-", "bounces+",
		"mailman@", "mailman-", "sympa@", "listmaster@", "ezmlm@",
		"abuse@", "fbl@", "feedbackloop@", "complaints@" };

	for (size_t i = 0; i < G_N_ELEMENTS(starts); i++)
		if (g_str_has_prefix(address, starts[i]))
			return true;
	for (size_t i = 0; i < G_N_ELEMENTS(pieces); i++) {
		const char *piece = strstr(address, pieces[i]);

		if (piece != NULL && piece < strchr(address, '@'))
			return true;
	}
	return false;
}

bool
address_is_lists(const char *address)
{
	static const char *const ends[] = { "-request", "-subscribe",
		"-unsubscribe", "+subscribe", "+unsubscribe", "-join", "-leave",
		"-help", "-owner" };
	static const char *const names[] = { "listserv", "majordomo", "sympa",
		"mailman", "ezmlm", "listmaster", "minimalist", "smartlist",
		NULL };
	g_autofree char *local = g_strndup(address, strcspn(address, "@"));

	for (size_t i = 0; i < G_N_ELEMENTS(ends); i++)
		if (g_str_has_suffix(local, ends[i]))
			return true;
	return has_word(names, local);
}

/* Sent on to many by a list, or by a program to many: the field, or NULL. */
static const char *
list_field(const GPtrArray *fields)
{
	static const char *const slow[] = { "bulk", "list", "junk",
		"auto_reply", NULL };
	const char *precedence = fields_value(fields, "Precedence");

	for (guint i = 0; i < fields->len; i++) {
		const struct field *field = g_ptr_array_index(fields, i);
		if (is_programs_field(field->name))
			return field->name;
	}
	if (precedence != NULL) {
		g_autofree char *word = first_word(precedence);
		if (has_word(slow, word))
			return "Precedence";
	}
	return NULL;
}

static const char *
weak_reason(struct letter *letter, const GPtrArray *fields)
{
	const char *list = list_field(fields);

	if (list != NULL)
		return list;
	if (is_programs_name(letter->from))
		return "address of a program";
	letter->auto_submitted_by_subject = letter->automatic;
	return letter->automatic ? "subject of an automatic answer" : NULL;
}

void
auto_submitted_judge(struct letter *letter, const GPtrArray *fields,
    const char *own, const struct reading *reading)
{
	const char *why = hard_reason(letter, fields, own);

	letter->listed = list_field(fields) != NULL;
	letter->automatic = is_automatic_subject(letter->subject, reading);
	if (why == NULL) {
		why = weak_reason(letter, fields);
		letter->auto_submitted_unless_keyed = why != NULL;
	}
	letter->auto_submitted = g_strdup(why);
}

/* ---- by what it says ---- */

#define LOOKED_AT 4096 /* bytes of its text; programs come to the point */

static const struct {
	enum said said;
	bool in_text;
	const char *why;
} kinds[] = {
	{ SAID_RETURNED, false, "it says that a letter came back" },
	{ SAID_SYSTEM, true, "it says that a letter came back" },
	{ SAID_CHALLENGE, true, "it asks to confirm" },
	{ SAID_LIST, true, "a list's own letter" },
	{ SAID_COMPLAINT, true, "a complaint" },
};

const char *
letter_automatic_text(const struct letter *letter)
{
	g_autofree char *start = g_strndup(letter->text, LOOKED_AT);
	g_autofree char *text = said_fold(start);

	for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++)
		if (kinds[i].in_text && said(kinds[i].said, text))
			return kinds[i].why;
	return NULL;
}

const char *
letter_automatic(const struct letter *letter)
{
	g_autofree char *subject = said_fold(letter->subject);

	for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++)
		if (said(kinds[i].said, subject))
			return kinds[i].why;
	return said_first(SAID_AWAY, subject) ? "an automatic answer"
					      : letter_automatic_text(letter);
}
