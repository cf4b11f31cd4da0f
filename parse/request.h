/* SPDX-License-Identifier: ISC */
/* What a line of a mail asks: a request of a player, an onlooker or a stranger.
 */
#ifndef PARSE_REQUEST_H
#define PARSE_REQUEST_H

#include <jansson.h>
#include <stdbool.h>

struct phrase;

enum request_kind {
	REQUEST_TALK, /* no command at all */
	/* begins like a command but does not parse, or has a slip there */
	REQUEST_UNCLEAR,
	REQUEST_MOVE,
	REQUEST_NUMBER,
	REQUEST_HELP,
	REQUEST_RULES,
	REQUEST_STATUS,
	REQUEST_HISTORY,
	REQUEST_PAUSE, /* what the button "unsubscribe" sends */
	REQUEST_CANCEL,
	REQUEST_READY,
	REQUEST_RESIGN,
	REQUEST_YES, /* to a question that came with a code */
	REQUEST_NO,
	REQUEST_KEY,
	REQUEST_ADDRESS,
	REQUEST_PLAN, /* a line of what is to be done at the player's turn */
	REQUEST_PLANS,
	REQUEST_CHECK, /* a move that is not made but tried */
	REQUEST_WAIT, /* what was sent is not to be made yet */
	REQUEST_AWAY, /* when the sender is away, in all matches */
	REQUEST_BACK, /* the sender is there again */
	REQUEST_RETURN, /* to a match the sender left, by a code: "back CODE" */
	REQUEST_STANDIN, /* the sender would take over a seat of that game */
	REQUEST_TAKE, /* a seat that the sender was offered */
	REQUEST_SAY,
	REQUEST_MUTE,
	REQUEST_UNMUTE,
	REQUEST_REMIND, /* when the sender is reminded */
	REQUEST_MAIL, /* how letters to the sender come */
	REQUEST_CALENDAR, /* do they bring deadlines as entries? */
	REQUEST_SHOW_ME, /* pages of a match show the sender, who has one */
	REQUEST_SHOW_NAME, /* they show the sender's name at the table */
	REQUEST_HIDE_ME, /* they show no name of the sender */
	REQUEST_YEARBOOK, /* is there to be a letter about each year? */
	REQUEST_RESEND, /* what stood in a letter, once more */
	REQUEST_PING, /* does mail get through? */
	REQUEST_HINT, /* what a robot would do in the player's place */
	REQUEST_VOTE, /* asks all, or answers what all were asked */
	/* about other matches, or about the writer: request_is_signup */
	REQUEST_MATCHES,
	REQUEST_NEW,
	REQUEST_JOIN,
	REQUEST_LEAVE,
	REQUEST_WATCH,
	REQUEST_UNWATCH,
	REQUEST_INVITE,
	REQUEST_NAME,
	REQUEST_LANGUAGE,
	REQUEST_ZONE,
	REQUEST_RATING, /* how well people play */
	REQUEST_RESULTS, /* of the sender's finished matches */
	REQUEST_SERIES, /* all, or one with its standings */
	REQUEST_ARRANGE_SERIES, /* as an organiser: "start 3" */
	REQUEST_JOIN_SERIES,
	REQUEST_LEAVE_SERIES,
	REQUEST_FORGET,
	REQUEST_KINDS
};
/* Our own word for it: "play 3" is a "move", "back k3x9ab" a "back". */
const char *request_kind_name(enum request_kind);

struct request {
	enum request_kind kind;
	char *line; /* as written, cleaned: for echoing */
	/*
	 * MOVE, CHECK: its canonical words, or (CHECK) NULL: see number; RULES,
	 * HELP: the topic or NULL; READY: the luck words or NULL; RESIGN: the
	 * code or NULL; YES, NO: the code; ADDRESS: what should be one, as
	 * written; NEAR: the verb's word; AWAY: two days for days_find,
	 * "off" or NULL; STANDIN: the game, "off" or NULL; TAKE, RETURN: the
	 * code; SAY: what is said, lines parted by '\n'; MUTE, UNMUTE: "all",
	 * "onlookers" or NULL;
	 * REMIND: "off", "policy", "24h 3h"; MAIL: "each", "quiet", "text",
	 * "html", "digest HH:MM"; CALENDAR, YEARBOOK, RATING: "on", "off"
	 * (RATING: or NULL); RESEND: a letter's number, or NULL; VOTE: "end",
	 * "resume", "pause", "pause SECONDS", "extend SECONDS", "replace NAME",
	 * "yes", "no", these with a number or a kind; of sign-up: the rest.
	 */
	char *text;
	char
	    *who; /* SAY, MUTE, UNMUTE: whom, as written; NULL: see text, all */
	/* SAY: the first line below its own that looks like a command and
	 * would be said with the others, or NULL */
	char *order;
	char **inside; /* SAY: the same of lines that are left out (cut) */
	bool cut; /* SAY: its rest looked like a quoted mail, and is none of it
		   */
	/* NUMBER, CHECK: 0 to 9999; SAY: characters of its last line; JOIN,
	 * LEAVE, WATCH, UNWATCH: the match, 0: none is named; those of a
	 * series: its number, or 0 */
	int number;
	/*
	 * MOVE, CHECK by a shorthand: what may follow, the first legal one is
	 * meant: texts of moves, NULL-ended; else NULL.
	 */
	char **then;
	struct phrase *why; /* NEAR, PLAN: what is wrong with it, or NULL */
	bool nearly_move; /* UNCLEAR: meant to be a move (pieces_nearly) */
	bool to; /* SAY: behind "say to", where names may be in other cases */
	bool foreign; /* YES, NO: it stands in what somebody else wrote */
	bool doubted; /* its writer's own, and yet perhaps not meant */
	/*
	 * PLAN: a step as plan.h has it; NULL: lines of a plan stand below it,
	 * or something is wrong.  It makes the plan careful, or its branches
	 * belong to the step before.
	 */
	json_t *step;
	bool careful, otherwise;
};

void request_free(struct request *);
/* Something to be done: neither talk nor what only begins like a command. */
bool request_is_command(const struct request *);

bool request_is_signup(const struct request *);
/* Does it look like that, as "new chess" does, but cannot be done? */
bool request_unclear_signup(const struct request *);

#endif
