/* SPDX-License-Identifier: ISC */
/* What Pirates HEXXI says: news and refusals. */
#include "games/hexxi/state.h"

#include <stdarg.h>
#include <string.h>

const struct sentence hexxi_sentences[] = {
	[SAY_START] = { "start", "seat:s", false },
	[SAY_TURN_BEGINS] = { "turn-begins", "turn:n turns:n seat:s", false },
	[SAY_PLACED] = { "placed", "seat:s field:F left:n", false },
	[SAY_PLACED_OWN] = { "placed-own", "kind:K field:F left:n", false },
	[SAY_RESERVED] = { "reserved", "seat:s left:n", false },
	[SAY_RESERVED_OWN] = { "reserved-own", "kind:K left:n", false },
	[SAY_SCOUTED] = { "scouted", "seat:s owner:s field:F kind:K value:n",
	    true },
	[SAY_PAID_BOARD] = { "paid-board", "seat:s kind:K fields:F*", true },
	[SAY_PAID_HAND] = { "paid-hand", "seat:s kinds:K*", true },
	[SAY_FINED] = { "fined", "seat:s points:n", false },
	[SAY_BOARD_FULL] = { "board-full", "", false },
	[SAY_RESERVED_REST] = { "reserved-rest", "seat:s number:n", false },
	[SAY_SHIFTED] = { "shifted", "seat:s field:F", false },
	[SAY_INITIATIVE] = { "initiative", "seat:s sum:n kinds:K*", true },
	[SAY_TIED] = { "tied", "sum:n seats:s*", false },
	[SAY_BID_IN] = { "bid-in", "seat:s", false },
	[SAY_BID_OWN] = { "bid-own", "points:n", false },
	[SAY_BID_SHOWN] = { "bid-shown", "seat:s points:n", true },
	[SAY_TIED_AGAIN] = { "tied-again", "points:n seats:s*", false },
	[SAY_OLD_ORDER] = { "old-order", "seats:s*", false },
	[SAY_BID_PAID] = { "bid-paid", "seat:s points:n", false },
	[SAY_BID_FREE] = { "bid-free", "seat:s", false },
	[SAY_ORDER] = { "order", "seats:s*", false },
	[SAY_TURNED_UP] = { "turned-up", "seat:s kind:K fields:F*", true },
	[SAY_INITIATIVE_BACK] = { "initiative-back", "", false },
	[SAY_MOVED] = { "moved", "seat:s kind:K from:F to:F", false },
	[SAY_CONVOYED] = { "convoyed", "seat:s from:F to:F", false },
	[SAY_ESCORTED] = { "escorted", "seat:s from:F fields:F*", false },
	[SAY_HOME] = { "home", "owner:s kind:K field:F", false },
	[SAY_KIDNAPPED] = { "kidnapped", "seat:s owner:s from:F target:F",
	    false },
	[SAY_INTERCEPTED] = { "intercepted", "seat:s owner:s from:F target:F",
	    false },
	[SAY_AMBUSHED] = { "ambushed", "seat:s owner:s from:F target:F",
	    false },
	[SAY_TRAPPED] = { "trapped", "seat:s owner:s from:F target:F", false },
	[SAY_RESCUED] = { "rescued", "seat:s from:F kidnapper:s", false },
	[SAY_PASSED] = { "passed", "seat:s", false },
	[SAY_END_PASSED] = { "end-passed", "", false },
	[SAY_END_STUCK] = { "end-stuck", "", false },
	[SAY_END_CIRCUITS] = { "end-circuits", "circuits:n", false },
	[SAY_SCORE_UNITS] = { "score-units",
	    "seat:s points:n ships:n pirates:n warships:n", false },
	[SAY_SCORE_FAR] = { "score-far", "seat:s points:n fields:F*", false },
	[SAY_SCORE_KEPT] = { "score-kept",
	    "seat:s points:n ships:n pirates:n warships:n", false },
	[SAY_SCORE_BASES] = { "score-bases", "seat:s points:n bases:n", false },
	[SAY_SCORE_TOTAL] = { "score-total",
	    "seat:s points:n less:n sum:n score:n", false },
	[SAY_KEPT_BACK] = { "kept-back", "", false },
	[SAY_BASE_BACK] = { "base-back", "owner:s field:F", false },
	[SAY_OVER] = { "over", "turn:n", false },
	[SAY_ASKED_PLACE] = { "asked-place", "", false },
	[SAY_ASKED_PAY] = { "asked-pay", "value:n", false },
	[SAY_ASKED_SHIFT] = { "asked-shift", "", false },
	[SAY_ASKED_BID] = { "asked-bid", "most:n", false },
	[SAY_ASKED_ACT] = { "asked-act", "", false },
	[SAY_NO_FIELD] = { "no-field", "field:F ends:F*", false },
	[SAY_FIELD_TAKEN] = { "field-taken", "field:F", false },
	[SAY_FIELD_BASE] = { "field-base", "field:F", false },
	[SAY_NOT_IN_HAND] = { "not-in-hand", "kind:K", false },
	[SAY_SCOUT_NOTHING] = { "scout-nothing", "field:F", false },
	[SAY_SCOUT_OWN] = { "scout-own", "field:F", false },
	[SAY_SCOUT_UP] = { "scout-up", "field:F", false },
	[SAY_PAY_NOT_YOURS] = { "pay-not-yours", "field:F", false },
	[SAY_PAY_TWICE] = { "pay-twice", "field:F", false },
	[SAY_PAY_HAND] = { "pay-hand", "kind:K have:n", false },
	[SAY_PAY_SMALL] = { "pay-small", "sum:n value:n", false },
	[SAY_PAY_SPARE] = { "pay-spare", "sum:n value:n least:n", false },
	[SAY_PAY_ALL] = { "pay-all", "have:n value:n", false },
	[SAY_SHIFT_NOT_YOURS] = { "shift-not-yours", "field:F", false },
	[SAY_BID_RANGE] = { "bid-range", "most:n", false },
	[SAY_NO_UNIT] = { "no-unit", "from:F", false },
	[SAY_NEEDS_UNIT] = { "needs-unit", "kind:K from:F", false },
	[SAY_NEEDS_BASE] = { "needs-base", "base:F from:F", false },
	[SAY_BASE_GONE] = { "base-gone", "", false },
	[SAY_SHIP_UNCONNECTED] = { "ship-unconnected", "from:F", false },
	[SAY_PIRATES_UNCONNECTED] = { "pirates-unconnected", "from:F", false },
	[SAY_WARSHIP_UNCONNECTED] = { "warship-unconnected", "from:F", false },
	[SAY_NOT_ADJACENT] = { "not-adjacent", "from:F to:F", false },
	[SAY_NO_ROUTE] = { "no-route", "to:F", false },
	[SAY_BLOCKED] = { "blocked", "to:F", false },
	[SAY_CONVOY_NOTHING] = { "convoy-nothing", "from:F to:F", false },
	[SAY_ESCORT_NOTHING] = { "escort-nothing", "from:F to:F", false },
	[SAY_ESCORT_LEFT] = { "escort-left", "to:F", false },
	[SAY_ESCORT_HOPS] = { "escort-hops", "most:n", false },
	[SAY_ESCORT_UNCONNECTED] = { "escort-unconnected", "to:F", false },
	[SAY_NO_TARGET] = { "no-target", "kind:K target:F", false },
	[SAY_NO_BASE] = { "no-base", "target:F", false },
	[SAY_KIDNAP_GUARDED] = { "kidnap-guarded", "target:F by:F", false },
	[SAY_INTERCEPT_GUARDED] = { "intercept-guarded", "target:F by:F",
	    false },
	[SAY_AMBUSH_GUARDED] = { "ambush-guarded", "target:F by:F", false },
	[SAY_TRAP_GUARDED] = { "trap-guarded", "target:F by:F", false },
	[SAY_AMBUSH_LINE] = { "ambush-line", "target:F", false },
	[SAY_TRAP_LINE] = { "trap-line", "from:F", false },
	[SAY_RESCUE_SELF] = { "rescue-self", "", false },
	[SAY_RESCUE_NONE] = { "rescue-none", "player:s", false },
	[SAY_RESCUE_AWAY] = { "rescue-away", "from:F player:s", false },
	[SAY_OWN_ATTACK] = { "own-attack", "target:F", false },
	[SAY_NO_PASS] = { "no-pass", "", false },
};

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
hexxi_say(enum sentence_index sentence, int n, ...)
{
	struct say say;
	va_list ap;

	va_start(ap, n);
	say = say_list(sentence, n, ap);
	va_end(ap);
	return say;
}

void
hexxi_tell(
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
hexxi_tell_fields(const struct table *t, struct say say, struct set fields)
{
	int field;

	if (t->news == NULL)
		return;
	while (set_take(&fields, &field))
		say.arg[say.n++] = t->s->value[field];
	news_tell(t->news, SEATS_ALL, say);
}
