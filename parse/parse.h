/* SPDX-License-Identifier: ISC */
/*
 * Lines of mails become requests: what a player, an onlooker or a stranger
 * asks, in whichever language.  Nothing is done here, and nothing is guessed.
 */
#ifndef PARSE_PARSE_H
#define PARSE_PARSE_H

#include "core/core.h"
#include "core/words.h"

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>

/*
 * Answers to questions bear a code of so many characters a-z2-7 with a digit
 * among them: "yes k3x9ab".  Without a code, yes and no are talk.
 */
#define REQUEST_CODE_SIZE 6
bool request_is_code(const char *);

enum request_kind {
	REQUEST_TALK, /* no command at all */
	/* begins like a command but does not parse, or has a slip there */
	REQUEST_NEAR,
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
	/* a line of what is to be done when the seat's turn comes */
	REQUEST_PLAN,
	REQUEST_PLANS,
	REQUEST_CHECK, /* a move that is not made but tried */
	REQUEST_WAIT, /* what the seat has sent is not to be made yet */
	/* when the sender is away, in all the sender's matches */
	REQUEST_AWAY,
	REQUEST_BACK, /* the sender is there again */
	/* to a match the sender left, by a code: "back CODE" */
	REQUEST_RETURN,
	REQUEST_STANDIN, /* the sender would take over a seat of that game */
	REQUEST_TAKE, /* a seat that the sender was offered */
	REQUEST_SAY,
	REQUEST_MUTE,
	REQUEST_UNMUTE,
	REQUEST_REMIND, /* when the sender is reminded */
	REQUEST_MAIL, /* how the sender's letters come */
	REQUEST_CALENDAR, /* do they bring deadlines as entries? */
	REQUEST_RESEND, /* what stood in a letter, once more */
	REQUEST_PING, /* does mail get through? */
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
	 * "html", "digest HH:MM"; CALENDAR: "on", "off"; RESEND: a letter's
	 * number, or NULL; VOTE: "end", "resume", "pause", "pause SECONDS",
	 * "extend SECONDS", "replace NAME", "yes", "no", and these two with a
	 * number or a kind; of sign-up: what follows our word, or NULL.
	 */
	char *text;
	char
	    *who; /* SAY, MUTE, UNMUTE: whom, as written; NULL: see text, all */
	char **inside; /* SAY: lines of it that are no commands but look so */
	bool cut; /* SAY: its rest looked like a quoted mail, and is none of it
		   */
	/* NUMBER, CHECK: 0 to 9999; SAY: characters of its last line; JOIN,
	 * LEAVE, WATCH, UNWATCH: the match, 0: none is named */
	int number;
	/*
	 * MOVE, CHECK by a shorthand: what may follow, the first legal one is
	 * meant: texts of moves, NULL-ended; else NULL.
	 */
	char **then;
	struct phrase *why; /* NEAR, PLAN: what is wrong with it, or NULL */
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

/*
 * Read one cleaned line; several commands may stand in it, parted by ';'.
 * match may be NULL (a person without a running match: no moves).  Appends
 * struct request * to the list.
 */
void request_read(const struct words *, const struct match *, const char *line,
    GPtrArray *list);
/* A line below the word "plan": all its parts are lines of a plan. */
void request_plan(const struct words *, const struct match *, const char *line,
    GPtrArray *list);
void request_free(struct request *);
/* Something to be done: neither talk nor what only begins like a command. */
bool request_is_command(const struct request *);
/* Where the text goes on behind what people say before a command ("Ok, I'll
 * pay 2"): at its beginning if it says nothing of the kind. */
const char *request_behind_lead(const struct words *, const char *text);

/*
 * request_reply.c: does a line say nothing but YES or NO, or (READY) that its
 * writer takes part, or (TALK) courtesies?  False, and TALK: it says more, or
 * asks.  It counts in answer to a question alone.
 */
bool request_reply(const struct words *, const char *line, enum request_kind *);
/* Does it begin by taking back what was said above it: "actually no", "wait"?
 * *whole: it says nothing else. */
bool request_objects(const struct words *, const char *line, bool *whole);

/* ---- request_signup.c: what is asked of no match ---- */

bool request_is_signup(const struct request *);
/* Does it look like that, as "new chess" does, but cannot be done? */
bool request_near_signup(const struct request *);
/* In our words, which request_restored reads again in any language: "join 7";
 * newly allocated. */
char *request_stored(const struct request *);
/* Without a line; NULL: it is none. */
struct request *request_restored(const char *stored);
/*
 * What stands behind "new GAME", or on a line below it, in our words as far as
 * they are words of the language; newly allocated.
 */
char *request_order(const struct words *, const char *text);

/* ---- request_say.c: people talk to each other ---- */

/*
 * Does a line of talk begin there: "say Anna: hello", "say all: hello" or "say:
 * hello"?  The request for its first line, or NULL.  It may be long.
 */
struct request *request_say(const struct words *, const char *line);

/* ---- request_said.c ---- */

/* One more line of it. */
void request_say_more(struct request *, const struct words *,
    const struct match *, const char *line);
/* One that is none of it, but stands where talk was: no command either. */
void request_say_less(struct request *, const struct words *,
    const struct match *, const char *line);

#endif
