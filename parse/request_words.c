/* SPDX-License-Identifier: ISC */
/* Words with which requests begin, in whichever language; a request as such. */
#include "parse/inner.h"

#include "core/say.h"
#include "core/words.h"
#include "parse/code.h"
#include "parse/parse.h"
#include "parse/request.h"

#include <stdint.h>
#include <string.h>

/* A new command begins here. */
static const struct request_begin begins[] = {
	{ "talk", REQUEST_TALK, FORM_NONE },
	{ "near", REQUEST_UNCLEAR, FORM_NONE },
	{ "move", REQUEST_MOVE, FORM_NONE },
	{ "number", REQUEST_NUMBER, FORM_NONE },
	{ "help", REQUEST_HELP, FORM_MORE },
	{ "rules", REQUEST_RULES, FORM_MORE },
	{ "status", REQUEST_STATUS, FORM_PLAIN },
	{ "history", REQUEST_HISTORY, FORM_PLAIN },
	{ "cancel", REQUEST_CANCEL, FORM_PLAIN },
	{ "pause", REQUEST_PAUSE, FORM_PLAIN },
	{ "resign", REQUEST_RESIGN, FORM_MORE },
	{ "ready", REQUEST_READY, FORM_PLAIN },
	{ "key", REQUEST_KEY, FORM_PLAIN },
	{ "address", REQUEST_ADDRESS, FORM_PLAIN },
	{ "plan", REQUEST_PLAN, FORM_PLAIN },
	{ "plans", REQUEST_PLANS, FORM_PLAIN },
	{ "check", REQUEST_CHECK, FORM_PLAIN },
	{ "wait", REQUEST_WAIT, FORM_PLAIN },
	{ "remind", REQUEST_REMIND, FORM_PLAIN },
	{ "mail", REQUEST_MAIL, FORM_PLAIN },
	{ "calendar", REQUEST_CALENDAR, FORM_PLAIN },
	{ "yearbook", REQUEST_YEARBOOK, FORM_PLAIN },
	{ "show-me", REQUEST_SHOW_ME, FORM_PLAIN },
	{ "show-name", REQUEST_SHOW_NAME, FORM_PLAIN },
	{ "hide-me", REQUEST_HIDE_ME, FORM_PLAIN },
	{ "resend", REQUEST_RESEND, FORM_MORE },
	{ "ping", REQUEST_PING, FORM_PLAIN },
	{ "hint", REQUEST_HINT, FORM_PLAIN },
	{ "vote", REQUEST_VOTE, FORM_PLAIN },
	{ "yes", REQUEST_YES, FORM_APART },
	{ "no", REQUEST_NO, FORM_APART },
	{ "away", REQUEST_AWAY, FORM_APART },
	{ "back", REQUEST_BACK, FORM_APART },
	{ "back", REQUEST_RETURN, FORM_NONE },
	{ "standin", REQUEST_STANDIN, FORM_APART },
	{ "take", REQUEST_TAKE, FORM_APART },
	{ "say", REQUEST_SAY, FORM_APART },
	{ "mute", REQUEST_MUTE, FORM_APART },
	{ "unmute", REQUEST_UNMUTE, FORM_APART },
	{ "matches", REQUEST_MATCHES, FORM_SIGNUP },
	{ "new", REQUEST_NEW, FORM_SIGNUP },
	{ "join", REQUEST_JOIN, FORM_SIGNUP },
	{ "leave", REQUEST_LEAVE, FORM_SIGNUP },
	{ "watch", REQUEST_WATCH, FORM_SIGNUP },
	{ "unwatch", REQUEST_UNWATCH, FORM_SIGNUP },
	{ "invite", REQUEST_INVITE, FORM_SIGNUP },
	{ "name", REQUEST_NAME, FORM_SIGNUP },
	{ "language", REQUEST_LANGUAGE, FORM_SIGNUP },
	{ "zone", REQUEST_ZONE, FORM_SIGNUP },
	{ "rating", REQUEST_RATING, FORM_SIGNUP },
	{ "results", REQUEST_RESULTS, FORM_SIGNUP },
	{ "series", REQUEST_SERIES, FORM_SIGNUP },
	{ "arrange-series", REQUEST_ARRANGE_SERIES, FORM_SIGNUP },
	{ "join-series", REQUEST_JOIN_SERIES, FORM_SIGNUP },
	{ "leave-series", REQUEST_LEAVE_SERIES, FORM_SIGNUP },
	{ "forget", REQUEST_FORGET, FORM_SIGNUP },
};

const struct request_begin *
request_begin_at(size_t i)
{
	return i < G_N_ELEMENTS(begins) ? &begins[i] : NULL;
}

const struct request_begin *
request_begin(const char *word)
{
	/* nearly all words are none: their first letter mostly tells */
	for (size_t i = 0; word != NULL && i < G_N_ELEMENTS(begins); i++)
		if (begins[i].word[0] == word[0] &&
		    begins[i].form != FORM_NONE &&
		    strcmp(begins[i].word, word) == 0)
			return &begins[i];
	return NULL;
}

bool
request_begins(const char *word)
{
	/* these have no kind of their own */
	return request_begin(word) != NULL || strcmp(word, "undo") == 0 ||
	       strcmp(word, "say-to") == 0 || strcmp(word, "robot-seat") == 0;
}

const char *
request_kind_name(enum request_kind kind)
{
	for (size_t i = 0; i < G_N_ELEMENTS(begins); i++)
		if (begins[i].kind == kind)
			return begins[i].word;
	g_assert_not_reached();
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
	g_free(q->order);
	g_strfreev(q->inside);
	g_strfreev(q->then);
	json_decref(q->step);
	phrase_free(q->why);
	g_free(q);
}

static const char *const others[] = { "luck", "or", "please", "from", "to",
	"until", "on", "off", "all", "onlookers", "end", "extend", "replace",
	"resume", "undo" };

/* What begins with a letter: most words of lines are none of ours, and soon
 * found to be none. */
struct letter {
	guint32 lengths; /* bit n: a word of n letters */
	guint64 begins; /* bit n: begins[n] */
};

static void
note_word(struct letter letters[26], const char *word, guint64 begin)
{
	letters[word[0] - 'a'].lengths |= UINT32_C(1) << strlen(word);
	letters[word[0] - 'a'].begins |= begin;
}

static struct letter
letter_of(char c)
{
	static struct letter letters[26];
	static gsize ready;

	G_STATIC_ASSERT(G_N_ELEMENTS(begins) <= 64);
	if (g_once_init_enter(&ready)) {
		for (size_t i = 0; i < G_N_ELEMENTS(begins); i++)
			note_word(letters, begins[i].word, UINT64_C(1) << i);
		for (size_t i = 0; i < G_N_ELEMENTS(others); i++)
			note_word(letters, others[i], 0);
		g_once_init_leave(&ready, 1);
	}
	return g_ascii_islower(c) ? letters[c - 'a'] : (struct letter){ 0 };
}

static bool
is_like_own(const char *word)
{
	const size_t size = strlen(word);

	return size < 32 && (letter_of(word[0]).lengths >> size & 1) != 0;
}

guint64
request_begins_with(char letter)
{
	return letter_of(letter).begins;
}

/* A word of ours is understood in every language. */
static const char *
own_word(const char *word)
{
	const struct request_begin *begin;

	if (!is_like_own(word))
		return NULL;
	begin = request_begin(word);
	if (begin != NULL)
		return begin->word;
	for (size_t i = 0; i < G_N_ELEMENTS(others); i++)
		if (others[i][0] == word[0] && strcmp(others[i], word) == 0)
			return others[i];
	return NULL;
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
