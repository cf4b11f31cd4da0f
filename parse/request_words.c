/* SPDX-License-Identifier: ISC */
/* Words with which requests begin, in whichever language; a request as such. */
#include "parse/inner.h"

#include <string.h>

static const struct request_plain plain_requests[] = {
	{ "help", REQUEST_HELP, true },
	{ "rules", REQUEST_RULES, true },
	{ "status", REQUEST_STATUS, false },
	{ "history", REQUEST_HISTORY, false },
	{ "cancel", REQUEST_CANCEL, false },
	{ "pause", REQUEST_PAUSE, false },
	{ "resign", REQUEST_RESIGN, true },
	{ "ready", REQUEST_READY, false },
	{ "key", REQUEST_KEY, false },
	{ "address", REQUEST_ADDRESS, false },
	{ "plan", REQUEST_PLAN, false },
	{ "plans", REQUEST_PLANS, false },
	{ "check", REQUEST_CHECK, false },
	{ "wait", REQUEST_WAIT, false },
	{ "remind", REQUEST_REMIND, false },
	{ "mail", REQUEST_MAIL, false },
	{ "calendar", REQUEST_CALENDAR, false },
	{ "resend", REQUEST_RESEND, true },
	{ "ping", REQUEST_PING, false },
	{ "vote", REQUEST_VOTE, false },
};

/* About other matches, or about the person. */
static const char *const signup_words[] = { "new", "join", "leave", "matches",
	"watch", "unwatch", "invite", "name", "language", "zone", "forget",
	NULL };

const char *
request_signup_word(const char *word)
{
	for (size_t i = 0; signup_words[i] != NULL; i++)
		if (signup_words[i][0] == word[0] &&
		    strcmp(signup_words[i], word) == 0)
			return signup_words[i];
	return NULL;
}

struct request *
request_new(enum request_kind kind, const char *text)
{
	struct request *q = g_new0(struct request, 1);

	q->kind = kind;
	q->text = g_strdup(text);
	return q;
}

void
request_free(struct request *q)
{
	if (q == NULL)
		return;
	g_free(q->line);
	g_free(q->text);
	g_free(q->who);
	g_strfreev(q->inside);
	g_strfreev(q->then);
	json_decref(q->step);
	phrase_free(q->why);
	g_free(q);
}

/* A word of ours is understood in every language. */
static const char *
own_word(const char *word)
{
	static const char *const others[] = { "luck", "or", "please", "yes",
		"no", "away", "standin", "take", "back", "from", "to", "until",
		"on", "off", "say", "mute", "unmute", "all", "onlookers", "end",
		"extend", "replace", "resume", "undo" };

	/* nearly all words are none: their first letter mostly tells */
	for (size_t i = 0; i < G_N_ELEMENTS(plain_requests); i++)
		if (plain_requests[i].word[0] == word[0] &&
		    strcmp(plain_requests[i].word, word) == 0)
			return plain_requests[i].word;
	for (size_t i = 0; i < G_N_ELEMENTS(others); i++)
		if (others[i][0] == word[0] && strcmp(others[i], word) == 0)
			return others[i];
	return request_signup_word(word);
}

const char *
request_kind_word(size_t i)
{
	return i < G_N_ELEMENTS(plain_requests) ? plain_requests[i].word : NULL;
}

const char *
request_word(
    const struct words *w, const GPtrArray *tokens, guint from, guint *taken)
{
	const struct token *token = tokens->pdata[from];
	const char *form = words_at(w, "request", tokens, from, taken);
	const char *own;

	if (form != NULL && *taken > 1)
		return form;
	*taken = 1;
	if ((own = own_word(token->exact)) != NULL)
		return own;
	return form != NULL ? form : own_word(token->folded);
}

bool
request_is_code(const char *text)
{
	bool digit = false;
	size_t i = 0;

	for (; text[i] != '\0'; i++) {
		bool number = text[i] >= '2' && text[i] <= '7';

		if (!number && !g_ascii_isalpha(text[i]))
			return false;
		digit |= number;
	}
	return digit && i == REQUEST_CODE_SIZE;
}

const struct request_plain *
request_plain(const char *word)
{
	for (size_t i = 0; word != NULL && i < G_N_ELEMENTS(plain_requests);
	     i++)
		if (strcmp(plain_requests[i].word, word) == 0)
			return &plain_requests[i];
	return NULL;
}

const char *
request_kind_name(enum request_kind kind)
{
	for (size_t i = 0; i < G_N_ELEMENTS(plain_requests); i++)
		if (plain_requests[i].kind == kind)
			return plain_requests[i].word;
	return NULL;
}
