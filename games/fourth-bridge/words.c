/* SPDX-License-Identifier: ISC */
/* What Fourth Bridge can say and hear: verbs, atoms, sentences, options. */
#include "games/fourth-bridge/state.h"

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

/* A colour is the role of the Builder who has it. */
const struct atom_kind fourth_atoms[FOURTH_ATOMS] = {
	{ 'M', "card", .words = card_words, .nwords = CARDS },
	{ 'A', "action", .words = action_words, .nwords = ACTIONS },
	{ 'L', "colour", .words = role_words, .nwords = COLOURS },
	{ 'R', "role", .words = role_words, .nwords = ROLES },
	{ 'F', "place", .words = place_words, .nwords = PLACES },
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
