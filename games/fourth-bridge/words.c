/* SPDX-License-Identifier: ISC */
/* What Fourth Bridge can say and hear: verbs, atoms, sentences, options. */
#include "games/fourth-bridge/state.h"

#include <stdarg.h>
#include <string.h>

const struct verb fourth_verbs[] = {
	[DO_GIVE] = { "give", "Ms" },
	[DO_TAKE] = { "take", "M" },
	[DO_DO] = { "do", "A+" },
};

const struct telling fourth_tellings[FOURTH_TELLINGS] = {
	{ DO_GIVE, SAY_GIVES, "12" },
	{ DO_TAKE, SAY_TAKES, "1" },
	{ DO_DO, SAY_DOES, "1*" },
};

const struct atom_kind fourth_atoms[] = {
	{ 'M', "card", false },
	{ 'A', "action", false },
	{ 'L', "colour", false },
	{ 'R', "role", false },
	{ 'F', "place", false },
};

const struct option fourth_options[] = { { "turn_limit", false, 0, 1000, 90 } };

const char *const fourth_phases[] = {
	[GIVE] = "give",
	[DO] = "do",
	[TAKE] = "take",
	[OVER] = NULL,
};

const char *const fourth_asks[] = {
	[GIVE] = "pass a card on",
	[DO] = "move by a card",
	[TAKE] = "choose the last card",
	[OVER] = NULL,
};

const char *const fourth_endings[] = {
	[GOING_ON] = NULL,
	[BUILT] = "built",
	[LOST] = "lost",
	[DEAD] = "dead",
	[TURNS] = "turns",
};

static const char *const card_words[CARDS] = {
	[WORK] = "work",
	[CART_LOAD] = "cart-load",
	[CART_UNLOAD] = "cart-unload",
	[CART_CARPENTER] = "cart-carpenter",
	[CARPENTER_BUILD] = "carpenter-build",
};

static const char *const action_words[ACTIONS] = {
	[LOAD] = "load",
	[UNLOAD] = "unload",
	[BUILD] = "build",
	[CART] = "cart",
	[CARPENTER] = "carpenter",
	[NOTHING] = "nothing",
};

/* Roles, and before the last one the colours. */
static const char *const role_words[ROLES] = {
	[RED] = "red",
	[BLUE] = "blue",
	[GREEN] = "green",
	[YELLOW] = "yellow",
	[BLACK] = "black",
	[TRAITOR] = "traitor",
};

static const char *const place_words[PLACES] = {
	[VILLAGE] = "village",
	[FOREST] = "forest",
};

const struct sentence fourth_sentences[] = {
	[SAY_CART_STANDS] = { "cart-stands", "cart:n carpenter:n", false },
	[SAY_FILLED] = { "filled", "field:n logs:L*", true },
	[SAY_BAG_EMPTY] = { "bag-empty", "", false },
	[SAY_OWN_ROLE] = { "own-role", "role:R", true },
	[SAY_ACTIVE_DRAWN] = { "active-drawn", "seat:s", false },
	[SAY_TURN_BEGINS] = { "turn-begins", "turn:n seat:s", false },
	[SAY_TURN_BEGINS_OF] = { "turn-begins-of", "turn:n turns:n seat:s",
	    false },
	[SAY_HAND] = { "hand", "cards:M*", true },
	[SAY_GIVES] = { "gives", "seat:s card:M to:s", false },
	[SAY_TAKES] = { "takes", "seat:s card:M", false },
	[SAY_DOES] = { "does", "seat:s actions:A*", false },
	[SAY_LOADED] = { "loaded", "colour:L field:n", false },
	[SAY_UNLOADED] = { "unloaded", "colour:L field:n", false },
	[SAY_LAID] = { "laid", "colour:L field:n number:n", false },
	[SAY_CART_GOES] = { "cart-goes", "field:n place:F", false },
	[SAY_CARPENTER_GOES] = { "carpenter-goes", "field:n place:F", false },
	[SAY_STANDS] = { "stands", "field:n value:n", false },
	[SAY_PULLED_BACK] = { "pulled-back", "field:n bag:n", false },
	[SAY_PULLED_LOST] = { "pulled-lost", "field:n lost:n", false },
	[SAY_OVER_BUILT] = { "over-built", "", false },
	[SAY_OVER_LOST] = { "over-lost", "lost:n", false },
	[SAY_OVER_DEAD] = { "over-dead", "", false },
	[SAY_OVER_TURNS] = { "over-turns", "turns:n", false },
	[SAY_BUILDER_SHOWN] = { "builder-shown", "seat:s role:R points:n",
	    true },
	[SAY_TRAITOR_SHOWN] = { "traitor-shown", "seat:s", true },
	[SAY_ASKED_GIVE] = { "asked-give", "", false },
	[SAY_ASKED_TAKE] = { "asked-take", "", false },
	[SAY_ASKED_DO] = { "asked-do", "card:M", false },
	[SAY_NOT_IN_HAND] = { "not-in-hand", "card:M", false },
	[SAY_GIVE_SELF] = { "give-self", "", false },
	[SAY_HAS_MOVED] = { "has-moved", "seat:s", false },
	[SAY_NOTHING_ALONE] = { "nothing-alone", "", false },
	[SAY_TOO_MANY] = { "too-many", "most:n", false },
	[SAY_CARD_FORBIDS] = { "card-forbids", "action:A card:M", false },
	[SAY_CART_FULL] = { "cart-full", "number:n field:n", false },
	[SAY_NO_LOG_TO_LOAD] = { "no-log-to-load", "number:n field:n", false },
	[SAY_CART_EMPTY] = { "cart-empty", "number:n field:n", false },
	[SAY_BUILD_FOREST] = { "build-forest", "number:n field:n", false },
	[SAY_BRIDGE_STANDS] = { "bridge-stands", "number:n field:n", false },
	[SAY_NO_LOG_TO_BUILD] = { "no-log-to-build", "number:n field:n",
	    false },
	[SAY_ONE_FIELD] = { "one-field", "field:n", false },
	[SAY_BEHIND_END] = { "behind-end", "number:n", false },
};

/* The words of a kind of atom, and how many. */
static const char *const *
words_of(char kind, int *n)
{
	switch (kind) {
	case 'M':
		*n = CARDS;
		return card_words;
	case 'A':
		*n = ACTIONS;
		return action_words;
	case 'L':
		*n = COLOURS;
		return role_words;
	case 'R':
		*n = ROLES;
		return role_words;
	case 'F':
		*n = PLACES;
		return place_words;
	default:
		*n = 0;
		return NULL;
	}
}

const char *
fourth_word(char kind, int value)
{
	int n;
	const char *const *words = words_of(kind, &n);

	return value >= 0 && value < n ? words[value] : "";
}

bool
fourth_atom_read(const void *state, char kind, const char *word, int16_t *value)
{
	int n;
	const char *const *words = words_of(kind, &n);

	(void)state;
	for (int i = 0; i < n; i++)
		if (strcmp(words[i], word) == 0) {
			*value = (int16_t)i;
			return true;
		}
	return false;
}

void
fourth_atom_write(
    const void *state, char kind, int16_t value, char word[GAME_WORD_SIZE])
{
	(void)state;
	strncpy(word, fourth_word(kind, value), GAME_WORD_SIZE - 1);
	word[GAME_WORD_SIZE - 1] = '\0';
}

static struct say
say_list(enum sentence_index sentence, int n, va_list ap)
{
	struct say say;

	memset(&say, 0, sizeof(say));
	say.sentence = (int16_t)sentence;
	say.n = (int16_t)n;
	for (int i = 0; i < n; i++)
		say.arg[i] = (int16_t)va_arg(ap, int);
	return say;
}

struct say
fourth_say(enum sentence_index sentence, int n, ...)
{
	struct say say;
	va_list ap;

	va_start(ap, n);
	say = say_list(sentence, n, ap);
	va_end(ap);
	return say;
}

void
fourth_tell(
    const struct table *t, seatset to, enum sentence_index sentence, int n, ...)
{
	va_list ap;

	if (t->news == NULL)
		return;
	va_start(ap, n);
	news_tell(t->news, to, say_list(sentence, n, ap));
	va_end(ap);
}

void
fourth_tell_say(const struct table *t, seatset to, struct say say)
{
	if (t->news != NULL)
		news_tell(t->news, to, say);
}
