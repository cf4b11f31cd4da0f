/* SPDX-License-Identifier: ISC */
/* What Pirates HEXXI hears: verbs, fields, kinds, options, phases. */
#include "games/hexxi/state.h"

#include <stdio.h>
#include <string.h>

const struct verb hexxi_verbs[] = {
	[DO_AMBUSH] = { "ambush", "FF" },
	[DO_BID] = { "bid", "n" },
	[DO_CONVOY] = { "convoy", "FF" },
	[DO_ESCORT] = { "escort", "FF+" },
	[DO_INTERCEPT] = { "intercept", "FF" },
	[DO_KIDNAP] = { "kidnap", "FF" },
	[DO_PASS] = { "pass", "" },
	[DO_PAY] = { "pay", "F*K*" },
	[DO_PLACE] = { "place", "KF" },
	[DO_RESCUE] = { "rescue", "Fs" },
	[DO_RESERVE] = { "reserve", "K" },
	[DO_ROUTE] = { "route", "FF" },
	[DO_SCOUT] = { "scout", "F" },
	[DO_SHIFT] = { "shift", "F" },
	[DO_TRAP] = { "trap", "FF" },
};

const struct telling hexxi_tellings[HEXXI_TELLINGS] = {
	{ DO_AMBUSH, SAY_AMBUSHED, "23" },
	{ DO_BID, SAY_BID_IN, "-" },
	{ DO_BID, SAY_BID_SHOWN, "1" },
	{ DO_CONVOY, SAY_CONVOYED, "12" },
	{ DO_ESCORT, SAY_ESCORTED, "1*" },
	{ DO_INTERCEPT, SAY_INTERCEPTED, "23" },
	{ DO_KIDNAP, SAY_KIDNAPPED, "23" },
	{ DO_PASS, SAY_PASSED, "" },
	{ DO_PAY, SAY_PAID_BOARD, "" },
	{ DO_PAY, SAY_PAID_HAND, "" },
	{ DO_PLACE, SAY_PLACED, "-1" },
	{ DO_RESCUE, SAY_RESCUED, "12" },
	{ DO_RESERVE, SAY_RESERVED, "-" },
	{ DO_ROUTE, SAY_MOVED, "23" },
	{ DO_SCOUT, SAY_SCOUTED, "2" },
	{ DO_SHIFT, SAY_SHIFTED, "1" },
	{ DO_TRAP, SAY_TRAPPED, "23" },
};

const struct atom_kind hexxi_atoms[] = {
	{ 'F', "field", .as_written = true },
	{ 'K', "kind", .words = hexxi_kind_words, .nwords = KINDS,
	    .first = HEX_VALUES },
};

const struct option hexxi_options[] = {
	{ "side", false, 3, HEX_SIDE_MAX, 4 },
	{ "circuits", false, 1, 100, 30 },
};

const char *const hexxi_phases[] = {
	[PLACE] = "place",
	[PAY] = "pay",
	[SHIFT] = "shift",
	[BID] = "bid",
	[ACT] = "act",
	[OVER] = NULL,
};

const char *const hexxi_asks[] = {
	[PLACE] = "lay a token",
	[PAY] = "pay for what was scouted",
	[SHIFT] = "take a token back for initiative",
	[BID] = "offer points for initiative",
	[ACT] = "carry out an action",
	[OVER] = NULL,
};

const char *const hexxi_kind_words[] = {
	[ROUTE] = "route",
	[SHIP] = "ship",
	[PIRATES] = "pirates",
	[WARSHIP] = "warship",
	[BASE] = "base",
};

const uint8_t hexxi_kind_worth[] = {
	[ROUTE] = 1,
	[SHIP] = 2,
	[PIRATES] = 3,
	[WARSHIP] = 6,
};

const uint8_t hexxi_kinds_sorted[KINDS] = { PIRATES, ROUTE, SHIP, WARSHIP };

/*
 * "d4": any field of the largest board; or with a number that none of its rows
 * but the longest has: then it is refused with a reason, as on no board.
 */
static bool
read_field(const char *word, int16_t *value)
{
	int row = word[0] - 'a';
	size_t digits = strspn(word + (word[0] != '\0'), "0123456789");
	int number = 0;

	if (row < 0 || row >= HEX_ROWS || digits < 1 || digits > 2 ||
	    word[1 + digits] != '\0' || word[1] == '0')
		return false;
	for (size_t i = 1; i <= digits; i++)
		number = 10 * number + (word[i] - '0');
	*value = (int16_t)(HEX_ROWS * row + number - 1);
	return number <= HEX_ROWS;
}

bool
hexxi_atom_read(const void *state, char kind, const char *word, int16_t *value)
{
	(void)state;
	(void)kind;
	return read_field(word, value);
}

void
hexxi_atom_write(
    const void *state, char kind, int16_t value, char word[GAME_WORD_SIZE])
{
	(void)state;
	(void)kind;
	if (value >= 0 && value < HEX_VALUES) {
		int n = value % HEX_ROWS + 1;

		*word++ = (char)('a' + value / HEX_ROWS);
		if (n >= 10)
			*word++ = (char)('0' + n / 10);
		*word++ = (char)('0' + n % 10);
	}
	*word = '\0';
}
