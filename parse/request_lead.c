/* SPDX-License-Identifier: ISC */
/*
 * What people say before a command: "Ok, I'll pay 2", "my move: pay 2",
 * "option 2".  It is taken off if nothing but a whole command is behind it, so
 * that prose stays prose; and it says which commands may be meant, for with "I"
 * begins many a line that means none.
 */
#include "parse/inner.h"

#include "core/words.h"
#include "parse/parse.h"
#include "parse/request.h"

#include <string.h>

enum lead {
	LEAD_POLITE = 1 << 0, /* "ok", "please": an order follows */
	LEAD_SHOUT = 1 << 1, /* "hello", "yes": with a mark behind it */
	LEAD_SELF = 1 << 2, /* "I'll", "my move": what is made */
	LEAD_WISH = 1 << 3, /* the same; its verb may be the last word */
	LEAD_PICK = 1 << 4, /* "option": a number of the list */
	LEAD_LOOSE = 1 << 5, /* one that is shouted, but without its mark */
};

enum { LEADS_MAX = 5 };

/* Marks behind a word with which one begins. */
#define STOPS ".!:"

static enum lead
lead_of(const char *word)
{
	static const struct {
		const char *word;
		enum lead lead;
	} leads[] = { { "polite", LEAD_POLITE }, { "shout", LEAD_SHOUT },
		{ "self", LEAD_SELF }, { "wish", LEAD_WISH },
		{ "pick", LEAD_PICK } };

	for (size_t i = 0; i < G_N_ELEMENTS(leads); i++)
		if (strcmp(leads[i].word, word) == 0)
			return leads[i].lead;
	return 0;
}

static const struct token *
token_at(const GPtrArray *tokens, guint i)
{
	return tokens->pdata[i];
}

/* Does a comma, a stop or a dash part the token from the one before? */
static bool
is_parted(const GPtrArray *tokens, guint i)
{
	const char *before = token_at(tokens, i - 1)->exact;
	size_t n = strlen(before);

	return token_at(tokens, i)->comma ||
	       (n > 0 && strchr(STOPS "-", before[n - 1]) != NULL);
}

/* The lead at i: as it is written ("No. 2"), or without marks ("Ok."), if that
 * is more ("Hello all!"). */
static enum lead
lead_at(const struct words *w, const GPtrArray *tokens, const GPtrArray *bare,
    guint i, guint *taken)
{
	const char *word = words_at(w, "lead", tokens, i, taken);
	guint more = 0;
	const char *plain = words_at(w, "lead", bare, i, &more);
	enum lead lead;

	if (plain != NULL && (word == NULL || more > *taken)) {
		word = plain;
		*taken = more;
	}
	lead = word != NULL ? lead_of(word) : 0;
	if (lead == LEAD_SHOUT && i + *taken >= tokens->len)
		return 0;
	if (lead == LEAD_SHOUT && !is_parted(tokens, i + *taken))
		return LEAD_LOOSE;
	return lead;
}

/* The first token behind all of them, but no more than so many; *leads: which.
 */
static guint
skip_leads(
    const struct words *w, const GPtrArray *tokens, int most, unsigned *leads)
{
	g_autoptr(GPtrArray) bare = NULL;
	guint i = 0, taken;

	*leads = 0;
	for (int n = 0; n < most && i < tokens->len; n++) {
		enum lead lead;

		/* "Ok - pay 2" */
		if (i > 0 && strcmp(token_at(tokens, i)->exact, "-") == 0) {
			i++;
			continue;
		}
		if (i == 0 && !words_begin(w, "lead", token_at(tokens, 0)))
			return 0;
		if (bare == NULL)
			bare = tokens_bare(tokens);
		if ((lead = lead_at(w, tokens, bare, i, &taken)) == 0)
			break;
		*leads |= lead;
		i += taken;
	}
	return i;
}

const char *
request_behind_lead(const struct words *w, const char *text)
{
	g_autoptr(GPtrArray) tokens = tokens_of(text);
	unsigned leads;
	guint from = skip_leads(w, tokens, LEADS_MAX, &leads);

	return from < tokens->len ? text + token_at(tokens, from)->start
				  : text + strlen(text);
}

/* ---- what may stand behind them ---- */

static bool
is_of(const struct request *q, const enum request_kind *kinds, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (kinds[i] == q->kind)
			return true;
	return false;
}

/* What somebody says of herself that she does: "I join 7". */
static bool
is_deed(const struct request *q)
{
	static const enum request_kind any[] = { REQUEST_MOVE, REQUEST_VOTE,
		REQUEST_NEW, REQUEST_JOIN, REQUEST_JOIN_SERIES, REQUEST_WATCH,
		REQUEST_INVITE };

	return is_of(q, any, G_N_ELEMENTS(any));
}

/* What one is asked to do: "please status".  Some words are of talk, too. */
static bool
is_order(const struct request *q)
{
	static const enum request_kind any[] = { REQUEST_STATUS,
		REQUEST_HISTORY, REQUEST_READY, REQUEST_CANCEL, REQUEST_PLANS,
		REQUEST_CHECK, REQUEST_RESEND, REQUEST_PING, REQUEST_HINT,
		REQUEST_REMIND, REQUEST_MAIL, REQUEST_CALENDAR, REQUEST_STANDIN,
		REQUEST_YEARBOOK, REQUEST_SHOW_ME, REQUEST_SHOW_NAME,
		REQUEST_HIDE_ME, REQUEST_MATCHES, REQUEST_LANGUAGE,
		REQUEST_ZONE };

	if (is_of(q, any, G_N_ELEMENTS(any)))
		return true;
	if (q->kind == REQUEST_AWAY)
		return q->text != NULL;
	if (q->kind == REQUEST_PLAN)
		return q->step != NULL;
	if (q->kind == REQUEST_HELP)
		return q->text == NULL;
	return q->kind == REQUEST_RULES &&
	       (q->text == NULL || strchr(q->text, ' ') == NULL);
}

/* These take something away: they are asked about.  NULL: none of them. */
static const char *
loss_word(const struct request *q)
{
	static const enum request_kind any[] = { REQUEST_RESIGN, REQUEST_KEY,
		REQUEST_ADDRESS, REQUEST_LEAVE };

	return is_of(q, any, G_N_ELEMENTS(any)) ? request_kind_name(q->kind)
						: NULL;
}

/* The request, if it may stand there, or one that asks; NULL: it is talk.
 * Takes q over. */
static struct request *
admit(struct request *q, unsigned leads)
{
	bool said = (leads & (LEAD_SELF | LEAD_WISH)) != 0;
	struct request *asked = NULL;

	if (q == NULL || q->kind == REQUEST_TALK ||
	    q->kind == REQUEST_UNCLEAR || q->why != NULL) {
		request_free(q);
		return NULL;
	}
	/* "good pass" praises */
	if (leads & LEAD_LOOSE) {
		if (q->kind == REQUEST_MOVE && strchr(q->text, ' ') != NULL)
			return q;
		request_free(q);
		return NULL;
	}
	if (is_deed(q) || (q->kind == REQUEST_NUMBER && leads & LEAD_PICK) ||
	    (q->kind == REQUEST_NUMBER && leads == LEAD_POLITE) ||
	    (is_order(q) && !said && !(leads & LEAD_PICK)))
		return q;
	if (q->kind == REQUEST_NUMBER && !said)
		asked = request_new(REQUEST_UNCLEAR, "number");
	else if (!said && loss_word(q) != NULL)
		asked = request_new(REQUEST_UNCLEAR, loss_word(q));
	request_free(q);
	return asked;
}

/* ---- reading ---- */

/* "Wein spielen" as "spielen Wein", "spiele ich Wein" as "spiele Wein"; NULL:
 * it is said in no other order. */
static char *
in_order(const struct words *w, const char *text, unsigned leads)
{
	g_autoptr(GPtrArray) tokens = tokens_of(text);
	const struct token *last, *second;
	const char *word;
	guint taken;

	if (tokens->len < 2)
		return NULL;
	last = token_at(tokens, tokens->len - 1);
	second = token_at(tokens, 1);
	if (leads & LEAD_WISH)
		return g_strdup_printf(
		    "%s %.*s", text + last->start, (int)last->start, text);
	word = words_at(w, "lead", tokens, 1, &taken);
	if (word == NULL || lead_of(word) != LEAD_SELF || taken > 1)
		return NULL;
	return g_strdup_printf("%.*s%s", (int)second->start, text,
	    tokens->len > 2 ? text + token_at(tokens, 2)->start : "");
}

/* "2 or 3?", "pay 2 or 3", "pay 2?": words of the game, but which is meant? */
static struct request *
read_unsure(const struct words *w, const struct match *m, const char *text)
{
	g_autofree char *sure = g_strdup(text);
	g_autoptr(GPtrArray) tokens = NULL;
	const char *verb = NULL;
	int number, numbers = 0, ors = 0;
	guint taken, i = 0;

	g_strdelimit(sure, "?", ' ');
	tokens = tokens_of(sure);
	if (m != NULL && tokens->len > 0 &&
	    (verb = request_verb(w, m, tokens, &taken)) != NULL)
		i = taken;
	for (; i < tokens->len; i += taken) {
		const char *word = request_word(w, tokens, i, &taken);

		if (g_strcmp0(word, "or") == 0)
			ors++;
		else if (request_number(token_at(tokens, i)->exact, &number)) {
			numbers++;
			taken = 1;
		} else if (verb == NULL ||
			   !request_game_word(w, m, tokens, i, &taken))
			return NULL;
	}
	if (verb != NULL)
		return request_new(REQUEST_UNCLEAR, verb);
	return ors > 0 && numbers > 1 ? request_new(REQUEST_UNCLEAR, "number")
				      : NULL;
}

/* "I take 2", "wybieram nr 2": a number of the list, whatever else the verb
 * takes in the game; "take 2" is said by nobody of herself. */
static struct request *
read_choice(const struct words *w, const GPtrArray *tokens, guint from)
{
	guint taken, i = from;
	const char *word = words_at(w, "lead", tokens, from, &taken);
	struct request *q;
	int number;

	if (word == NULL || (strcmp(word, "i-choose") != 0 &&
				(from == 0 || strcmp(word, "choose") != 0)))
		return NULL;
	i += taken;
	if (i < tokens->len &&
	    (word = words_at(w, "lead", tokens, i, &taken)) != NULL &&
	    lead_of(word) == LEAD_PICK)
		i += taken;
	if (i + 1 != tokens->len ||
	    !request_number(token_at(tokens, i)->exact, &number) ||
	    number < request_number_least(token_at(tokens, i)->exact))
		return NULL;
	q = request_new(REQUEST_NUMBER, NULL);
	q->number = number;
	return q;
}

/* What is said behind those leads, or NULL. */
static struct request *
read_behind(const struct words *w, const struct match *m, const char *rest,
    unsigned leads)
{
	struct request *q = admit(request_plainly(w, m, rest), leads);
	g_autofree char *other = q == NULL ? in_order(w, rest, leads) : NULL;

	if (other == NULL)
		return q;
	q = admit(request_plainly(w, m, other), leads);
	if (q != NULL && !is_deed(q))
		g_clear_pointer(&q, request_free);
	return q;
}

/* The same behind fewer of them: "Ok, ruch pas", where "ruch" is the verb, or
 * "Hi, I am ready". */
static struct request *
read_behind_fewer(const struct words *w, const struct match *m,
    const char *text, const GPtrArray *tokens, guint from)
{
	struct request *q = NULL;

	for (int most = LEADS_MAX - 1; q == NULL && most > 0; most--) {
		unsigned leads;
		guint fewer = skip_leads(w, tokens, most, &leads);
		g_autofree char *rest = NULL;

		if (fewer == from)
			continue;
		from = fewer;
		rest = clean_part(text + token_at(tokens, from)->start);
		q = read_behind(w, m, rest, leads);
	}
	return q;
}

struct request *
request_led(const struct words *w, const struct match *m, const char *text,
    const GPtrArray *tokens)
{
	g_autofree char *rest = NULL;
	unsigned leads;
	guint from = skip_leads(w, tokens, LEADS_MAX, &leads);
	struct request *q;

	if (from == tokens->len)
		return NULL;
	if ((q = read_choice(w, tokens, from)) != NULL)
		return q;
	if (from == 0)
		return g_ascii_isdigit(text[0]) ? read_unsure(w, m, text)
						: NULL;
	rest = clean_part(text + token_at(tokens, from)->start);
	if ((q = read_behind(w, m, rest, leads)) != NULL ||
	    (q = read_behind_fewer(w, m, text, tokens, from)) != NULL ||
	    leads & LEAD_LOOSE)
		return q;
	return read_unsure(w, m, rest);
}
