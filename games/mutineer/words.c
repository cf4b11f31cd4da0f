/* SPDX-License-Identifier: ISC */
/* What Mutineer can say and hear: verbs, atoms, sentences, options, phases. */
#include "games/mutineer/state.h"

#include <string.h>

const struct verb mutineer_verbs[] = {
	[DO_PAY] = { "pay", "n" },
	[DO_PLAY] = { "play", "C" },
	[DO_PASS] = { "pass", "" },
	[DO_TAKE] = { "take", "R" },
	[DO_FIGHT] = { "fight", "n" },
	[DO_SELL] = { "sell", "(CnI)+" },
	[DO_KEEP] = { "keep", "C+" },
};

const struct telling mutineer_tellings[MUTINEER_TELLINGS] = {
	{ DO_PAY, SAY_PAID, "1" },
	{ DO_PLAY, SAY_PLAYED, "1" },
	{ DO_PASS, SAY_PASSED, "" },
	{ DO_PASS, SAY_PASSED_EMPTY, "" },
	{ DO_TAKE, SAY_CHOSE, "-" },
	{ DO_TAKE, SAY_ROLE_SHOWN, "1" },
	{ DO_FIGHT, SAY_FOUGHT, "1" },
	{ DO_SELL, SAY_SELLS, "213+" },
	{ DO_KEEP, SAY_KEPT, "" },
};

const struct shorthand mutineer_shorthands[] = { { "pass", "take" } };

const struct atom_kind mutineer_atoms[] = {
	{ 'C', "card", .words = mutineer_card_words, .nwords = CARDS },
	{ 'R', "role", .words = mutineer_role_words, .nwords = ROLES },
	{ 'I', "island", .words = NULL },
};

const struct option mutineer_options[] = { { "pirates", true, 0, 1, 0 } };

const char *const mutineer_phases[] = {
	[PAY] = "pay",
	[OFFER] = "offer",
	[TAKE] = "take",
	[FIGHT] = "fight",
	[SELL] = "sell",
	[KEEP] = "keep",
	[OVER] = NULL,
};

const char *const mutineer_asks[] = {
	[PAY] = "promise the mate points",
	[OFFER] = "lay down a card or pass",
	[TAKE] = "choose a role",
	[FIGHT] = "add conflict cards",
	[SELL] = "sell goods",
	[KEEP] = "choose cards to keep",
	[OVER] = NULL,
};

const char *const mutineer_card_words[] = {
	[RUBY] = "ruby",
	[SALT] = "salt",
	[WINE] = "wine",
	[CLOTH] = "cloth",
	[GRAIN] = "grain",
	[CONFLICT] = "conflict",
	[PIRATE] = "pirate",
};

const char *const mutineer_role_words[] = {
	[MUTINEER] = "mutineer",
	[CABIN_BOY] = "cabin-boy",
	[MATE] = "mate",
	[MERCHANT] = "merchant",
	[LOADMASTER] = "loadmaster",
};

const struct sentence mutineer_sentences[] = {
	[SAY_CAPTAIN_DRAWN] = { "captain-drawn", "seat:s", false },
	[SAY_DEALT] = { "dealt", "cards:C*", true },
	[SAY_ROUND_BEGINS] = { "round-begins", "round:n rounds:n captain:s",
	    false },
	[SAY_PAID] = { "paid", "seat:s points:n", false },
	[SAY_PLAYED] = { "played", "seat:s card:C left:n", false },
	[SAY_PIRATES_SAIL] = { "pirates-sail", "island:I steps:n", false },
	[SAY_PIRATES_STAY] = { "pirates-stay", "island:I", false },
	[SAY_PIRATES_SWEEP] = { "pirates-sweep", "island:I cards:n", false },
	[SAY_PASSED] = { "passed", "seat:s aside:n", false },
	[SAY_PASSED_EMPTY] = { "passed-empty", "seat:s", false },
	[SAY_DESTINATION] = { "destination", "seat:s island:I", false },
	[SAY_LOOKS] = { "looks", "roles:R*", true },
	[SAY_CHOSE] = { "chose", "seat:s", false },
	[SAY_TOOK] = { "took", "role:R", false },
	[SAY_ROLE_SHOWN] = { "role-shown", "seat:s role:R", true },
	[SAY_MUTINEER_DESTINATION] = { "mutineer-destination",
	    "seat:s island:I", true },
	[SAY_NO_MUTINY] = { "no-mutiny", "", false },
	[SAY_FOUGHT] = { "fought", "seat:s cards:n", false },
	[SAY_MUTINY_WON] = { "mutiny-won", "seat:s loyal:n rebel:n", false },
	[SAY_MUTINY_FAILED] = { "mutiny-failed", "seat:s loyal:n rebel:n",
	    false },
	[SAY_CAPTAIN_POINTS] = { "captain-points", "seat:s points:n island:I",
	    false },
	[SAY_MUTINEER_POINTS] = { "mutineer-points", "seat:s points:n island:I",
	    false },
	[SAY_MATE_POINTS] = { "mate-points", "seat:s points:n", false },
	[SAY_MATE_PAID] = { "mate-paid", "seat:s captain:s points:n", false },
	[SAY_CABIN_BOY_POINTS] = { "cabin-boy-points", "seat:s points:n",
	    false },
	[SAY_SELLS] = { "sells", "seat:s number:n card:C island:I", false },
	[SAY_SALE_POINTS] = { "sale-points", "seat:s points:n island:I",
	    false },
	[SAY_SALE_MERCHANT] = { "sale-merchant", "seat:s points:n island:I",
	    false },
	[SAY_SALE_FOUR] = { "sale-four", "island:I", false },
	[SAY_SALE_NOBODY] = { "sale-nobody", "island:I", false },
	[SAY_SHIP_MOVED] = { "ship-moved", "from:I to:I", false },
	[SAY_SHIP_STAYS] = { "ship-stays", "island:I", false },
	[SAY_DRAWS] = { "draws", "seat:s cards:n", false },
	[SAY_DREW] = { "drew", "cards:C*", true },
	[SAY_MUST_KEEP] = { "must-keep", "keep:n cards:C*", true },
	[SAY_KEPT] = { "kept", "seat:s number:n", false },
	[SAY_KEPT_OWN] = { "kept-own", "cards:C*", false },
	[SAY_RESHUFFLED] = { "reshuffled", "cards:n", false },
	[SAY_OVER] = { "over", "round:n", false },
	[SAY_ASKED_PAY] = { "asked-pay", "most:n", false },
	[SAY_ASKED_OFFER] = { "asked-offer", "", false },
	[SAY_ASKED_TAKE] = { "asked-take", "", false },
	[SAY_ASKED_FIGHT] = { "asked-fight", "most:n", false },
	[SAY_ASKED_SELL] = { "asked-sell", "", false },
	[SAY_ASKED_KEEP] = { "asked-keep", "keep:n", false },
	[SAY_TAKE_AFTER_PASS] = { "take-after-pass", "", false },
	[SAY_CAPTAIN_TAKES_NONE] = { "captain-takes-none", "", false },
	[SAY_PAY_RANGE] = { "pay-range", "most:n", false },
	[SAY_NOT_IN_HAND] = { "not-in-hand", "card:C", false },
	[SAY_NOT_THERE] = { "not-there", "role:R", false },
	[SAY_FIGHT_TOO_MANY] = { "fight-too-many", "most:n", false },
	[SAY_SELL_NOT_ACTIVE] = { "sell-not-active", "island:I", false },
	[SAY_SELL_NO_GOODS] = { "sell-no-goods", "card:C", false },
	[SAY_SELL_NOT_BOUGHT] = { "sell-not-bought", "island:I card:C", false },
	[SAY_SELL_NONE] = { "sell-none", "island:I", false },
	[SAY_SELL_TWICE] = { "sell-twice", "island:I", false },
	[SAY_SELL_TOO_MANY] = { "sell-too-many", "card:C have:n", false },
	[SAY_SELL_BEATEN] = { "sell-beaten", "", false },
	[SAY_KEEP_NUMBER] = { "keep-number", "keep:n", false },
	[SAY_NOT_DRAWN] = { "not-drawn", "card:C", false },
};

bool
mutineer_atom_read(
    const void *state, char kind, const char *word, int16_t *value)
{
	int island = mutineer_island(state, word);

	(void)kind;
	*value = (int16_t)(island == NOWHERE ? 0 : island);
	return island != NOWHERE;
}

void
mutineer_atom_write(
    const void *state, char kind, int16_t value, char word[GAME_WORD_SIZE])
{
	const struct state *s = state;

	(void)kind;
	strncpy(word, s->island[value].id, GAME_WORD_SIZE - 1);
	word[GAME_WORD_SIZE - 1] = '\0';
}

void
mutineer_tell_cards(const struct table *t, int seat, struct say say,
    const uint8_t *cards, int n)
{
	for (int i = 0; i < n; i++)
		say.arg[say.n++] = cards[i];
	news_tell(t->news, SEAT(seat), say);
}
