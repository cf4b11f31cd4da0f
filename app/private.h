/* SPDX-License-Identifier: ISC */
/* What the files of app/ share. */
#ifndef APP_PRIVATE_H
#define APP_PRIVATE_H

#include "app/app.h"
#include "app/home/config.h"
#include "app/matches/plans.h"
#include "core/clock.h"
#include "core/core.h"
#include "core/policy.h"
#include "games/games.h"
#include "mail/delivery.h"
#include "mail/mail.h"
#include "render/render.h"
#include "store/store.h"

/* One run of work in a transaction. */
#define IN_TRANSACTION(store, e, r, work)             \
	do {                                          \
		r = store_begin(store, __func__, e);  \
		if (r == 0 && (r = (work)) == 0)      \
			r = store_commit(store, e);   \
		else if (store_in_transaction(store)) \
			store_rollback(store);        \
	} while (0)

struct answered; /* letters/compose.c */
struct table; /* matches/table.c */

/* ---- home/home.c ---- */

struct home;
typedef void home_function(struct home *);

struct home {
	char *dir;
	struct config *config;
	struct store *store;
	GHashTable *tongues; /* language -> struct tongue *, when wanted */
	const struct tongue *words; /* see home_speak; NULL: English */
	unsigned char secret[SECRET_SIZE]; /* the first; not for new keys */
	GArray *secrets; /* of reply keys, newest first: home/reply_keys.c */
	char *instance; /* of this home: for loop tests */
	int lock; /* descriptor, -1 if not held */
	GPtrArray *mailboxes; /* struct mailbox *; NULL: not yet needed */
	progress_function *progress; /* or NULL */
	void *progress_arg;
	ending_function *ending; /* or NULL */

	/* Called when settings are read anew and when it is closed: they end
	 * sessions with mail servers. */
	home_function *at_end[2];

	/* In simulations letters go there, and nowhere else; else NULL. */
	void (*road)(void *arg, const struct outbox_row *);
	void *road_arg;

	/* The step send, from one round to the next. */
	struct smtp *smtp; /* NULL: not in use */
	int idle; /* rounds since it was used */
	bool send_faulty; /* letters wait, for a fault or a brake */
	bool hurry; /* the next round does not wait for a pause's end */
	/* What waits is not sent before; 0: it is, -1: before the organiser
	 * says so */
	int64_t not_before;
};

/* That function is called then; the same one is noted once. */
void home_on_close(struct home *, home_function *);

/* ---- home/languages.c: languages ---- */

int tongues_open(struct home *, struct err *);
void tongues_close(struct home *);
/* "pl": English if there is none of that name, or it cannot be read. */
const struct tongue *home_tongue(const struct home *, const char *language);
/*
 * The language of whoever will read what is written just now: all sentences
 * come out in it.  It is changed by who begins a letter (facts_seat, post_*,
 * digest) or reads a mail (handle, decide), and given back at the end:
 *	before = home_speak(home, person->language);
 *	...
 *	home_speak_again(home, before);
 * Nothing that is kept may hold words of it: what is told to several readers
 * is a phrase whose moments and spans of time are numbers (table_notice).
 */
const struct tongue *home_words(const struct home *);
const struct tongue *home_speak(struct home *, const char *language);
void home_speak_again(struct home *, const struct tongue *before);
/* The same for who holds a seat, and for anybody. */
int tongue_speak_seat(
    struct table *, int seat, const struct tongue **before, struct err *);
int tongue_speak_person(
    struct home *, int64_t person, const struct tongue **before, struct err *);
bool tongue_is_there(const char *language);
/* All languages, English among them: NULL-ended. */
char **tongues_there(void);

/* ---- transport/mailboxes.c, transport/imap.c ---- */

/* End all sessions with mail servers; they begin anew when needed. */
void receive_close(struct home *);
/*
 * A mail that was set aside because its server did not hand it over is to be
 * fetched again, as if it had never been tried; *meant: it is such a one.
 */
int receive_again(
    struct home *, const struct inbox_row *, bool *meant, struct err *);

/* ---- home/reply_keys.c: reply keys of all the secrets that a home has had
 * ---- */

/* Read them again: another process may have made a new one. */
int keys_load(struct home *, struct err *);
void keys_free(struct home *);
/* With the newest secret. */
void keys_make(
    const struct home *, const struct seat_row *, char key[KEY_SIZE + 1]);
/* Of nobody's seat: who answers a letter about several matches. */
void keys_make_person(
    const struct home *, int64_t person, char key[KEY_SIZE + 1]);
/* Made by whichever of them, not too long ago? */
bool keys_check_person(
    const struct home *, int64_t person, const char *key, int64_t now);
enum key_age {
	KEY_UNKNOWN, /* no secret makes such a key for that seat */
	KEY_TOO_OLD, /* one that was replaced long ago */
	KEY_GOOD
};
enum key_age keys_check(
    const struct home *, const struct seat_row *, const char *key, int64_t now);
/* Does any key of that seat begin with this code of a tag? */
bool keys_tagged(
    const struct home *, const struct seat_row *, const char *code);
/*
 * Her own key, for a match at which she looks on, or (0) for none: whoever
 * shows it must also write from an address of hers.  epoch: of her standing.
 */
void keys_make_own(const struct home *, int64_t person, int64_t match,
    int epoch, char key[KEY_SIZE + 1]);
enum key_age keys_check_own(const struct home *, int64_t person, int64_t match,
    int epoch, const char *key, int64_t now);
/* The age of the first one counts from the first tick. */
int keys_tick(struct home *, int64_t now, struct err *);

/* ---- matches/table.c: a match as it stands, loaded from its rows ---- */

struct answer;

/*
 * Names that the data of a match (or NULL) brings: of every list of objects
 * with an "id" and a "name" map, as GAME.KIND.ID, KIND being the list's name
 * without the plural s ("islands").
 */
json_t *table_data_names(const struct game *, json_t *data);

/* What was told, and under which number of the log. */
struct report {
	int64_t n;
	int64_t at; /* when it came about; 0: with the start */
	seatset asked; /* by the event: who was to decide behind it */
	struct phrase *notice; /* or NULL */
	const struct talk_row *talk; /* or NULL */
	struct outcome outcome; /* of an event or of the setup */
	int32_t
	    score[GAME_MAX_SEATS]; /* of all seats after it; may be secret */
};

struct table {
	struct home *home;
	struct match_row *row;
	const struct game *game;
	GPtrArray *seats; /* struct seat_row * */
	GPtrArray *events; /* struct event_row * */
	GPtrArray *holders; /* struct holder_row *, in order */
	GPtrArray *reports; /* struct report *, by number */
	struct policy policy; /* of the row */
	json_t *json[3]; /* of the row: options, data, given; NULL: none */
	struct match *match; /* NULL until it has started */
	char **names;
	json_t *atom_names; /* names that the data brings, or NULL */
	seatset organiser; /* seats that the organiser holds */
	bool organiser_plays; /* or has played */
	seatset asked; /* who was asked when it was loaded */
	char *phases[GAME_MAX_SEATS]; /* in which phase, then */
	seatset moved; /* who made an event since */
	struct plan plans[GAME_MAX_SEATS];
	GPtrArray *talk; /* struct talk_row *, also what is not told yet */
	GArray *mutes; /* struct mute_row */
	bool joinable; /* its seats are taken by who wants to */

	/* For the letters that follow from a change. */
	int answered; /* the seat whose mail is being answered, or -1 */
	bool everyone; /* all seats hear at once, asked or not */
	seatset tell; /* so do these */
	bool gather; /* several to one person become one letter:
			letters/schedule.c */
	seatset again; /* what their letters say of time has changed */
	seatset hears; /* these do, somebody talks to them */
	seatset invited; /* these are asked anew whether they play */
	int64_t invitation; /* which one that is: 2, 3 ... */
	const char *cause; /* what led here: part of the letters' dedup keys */
	int64_t
	    outsider; /* the person without a seat to whom it is told, or 0 */
	/* Who held a seat until now, and what all were told before that. */
	struct {
		int64_t person; /* 0: nobody left it */
		int64_t told;
	} left[GAME_MAX_SEATS];
	seatset came; /* made a move for which nobody else was asked */
	seatset back; /* whose absence ended with it */
	seatset offered; /* to whom may take them is to be written */
	int64_t now; /* when its letters are written; 0: not yet known */
	GHashTable *attached; /* language -> files of the last letter */
};
struct table *table_open(struct home *, int64_t id, struct err *);
/* Does it run, and must that seat decide? */
bool table_asks(const struct table *, int seat);
void table_free(struct table *);
struct seat_row *table_seat(struct table *, int seat);
size_t table_seats(const struct table *);
/* From the muster to the first decision. */
int table_start(struct table *, int64_t now, struct err *);
/* A legal move, stored. */
int table_play(struct table *, int seat, const struct move *, const char *by,
    int64_t inbox, int64_t now, struct err *);
/* Who else is asked the same at the same time as a seat that is asked. */
seatset table_deciding(const struct table *, const struct match *, int seat);
/* Something that everybody is told besides moves; takes args over. */
int table_notice(struct table *, const char *phrase, json_t *args, int64_t now,
    struct err *);
/* What was said, as a report with that number; it stays the caller's. */
void table_talk(struct table *, const struct talk_row *);
int table_undo(struct table *, struct err *);
/*
 * The match before its first event, and its events from 0 on made in it;
 * NULL, -1 with ERR_DAMAGED.
 */
struct match *table_begin(const struct table *, struct err *);
int table_step(const struct table *, struct match *, guint i, struct err *);
/* The match after the event with that number, as it was then, or NULL. */
struct match *table_at(const struct table *, int64_t n);
/* Has this seat a decision that it was not asked for when it was loaded? */
bool table_newly_asked(const struct table *, int seat);
/* Names of seats as a JSON list. */
json_t *table_name_list(const struct table *, seatset);
/* The opening with which this match was or will be set up. */
void table_opening(const struct table *, struct opening *);

/* ---- organiser/record.c ---- */

/*
 * The record of a match.  reveal: with talk in private, when somebody decided,
 * and that a plan did it; without, one that is over may be shown to all.
 */
json_t *record_of(struct table *, bool reveal);

/* ---- matches/create.c ---- */

/* A match as it is ordered, with its people; nobody is invited yet. */
int match_make(struct home *, const struct match_order *, int64_t now,
    int64_t *id, struct err *);

/* ---- letters/invitations.c ---- */

/* Who did not answer is invited again. */
int invitations_settle(struct table *, int64_t now, struct err *);

/* ---- matches/life.c: muster, running, over ---- */

/*
 * After anything that changed: moves that were kept or are made for seats
 * that were given up, timers, the end; and letters to all who must hear, but
 * not to table.answered, whose letter (of life_letter's kind) the caller
 * writes.
 */
int life_settle(struct table *, int64_t now, struct err *);
/* The first part of that: what follows by itself, but for letters. */
int life_go_on(struct table *, int64_t now, struct err *);
/* To this seat alone: how the match stands, and what it was not told yet. */
int life_tell(struct table *, int seat, int64_t now, struct err *);
/* "muster", "running", ...: for templates and tables. */
const char *life_word(enum match_life);
/* The kind of letter that a seat gets in this state of the match. */
const char *life_letter(const struct table *);
/* The key of a refusal, in a match that is past. */
const char *parting_past(const struct table *);
int life_ready(
    struct table *, int seat, const char *luck, int64_t now, struct err *);
int life_resign(struct table *, int seat, int64_t now, struct err *);
/* Over before its end.  args are taken over; {reason} is one of them. */
int life_end(struct table *, const char *phrase, json_t *args, int64_t now,
    struct err *);

/* ---- steps/due.c ---- */

/* What is done with a row that is due, and that it is due again later. */
struct due_kind {
	int (*act)(struct home *, void *row, int64_t now, int *n, struct err *);
	int (*put_off)(struct home *, void *row, int64_t at, struct err *);
};
int due_do(struct home *, const struct due_kind *, void *row, int64_t match,
    int64_t person, int64_t now, int *n, struct err *);

/* ---- letters/onlookers.c: onlookers ---- */

/* After a change: when the next letters are due; at the end the last ones. */
int watch_settle(struct table *, int64_t now, struct err *);
/* Write the letters that are due by now.  *n counts them. */
int watch_tick(struct home *, int64_t now, int *n, struct err *);
/* Her letters go elsewhere now: players and she are told. */
int watch_moved(struct home *, int64_t person, const char *notice, int64_t now,
    struct err *);
/*
 * Facts of the letter to an onlooker whose mail is for no seat; *facts is
 * NULL if she is no onlooker and the mail must have meant something else.
 */
int watch_answer(
    struct home *, const struct person *, json_t **facts, struct err *);

/* She looks on from now on, as she (own) or the organiser wants; *why: the
 * key of a sentence why she cannot, or NULL. */
int watch_begin(struct table *, const struct person *, const char *name,
    bool own, const char **why, int64_t now, struct err *);
/* No longer. */
int watch_end(struct table *, struct onlooker_row *, bool own,
    const struct answered *, int64_t now, struct err *);
/*
 * How it stands, to an onlooker who asks: extra facts (or NULL) are added.
 */
int watch_show(struct table *, struct onlooker_row *, json_t *extra,
    const struct answered *, int64_t now, struct err *);

/* ---- letters/organiser_report.c: the letter to the organiser ---- */

/* Write one if he is needed and had none for a day.  *n counts it. */
int summary_tick(struct home *, int64_t now, int *n, struct err *);

/* ---- letters/context.c: what letters are made of ---- */

/* Facts of a match for a seat, with the news that it was not told yet. */
json_t *facts_seat(struct table *, int seat, struct err *);
/* The same for an onlooker of that name, with the news after told. */
json_t *facts_onlooker(struct table *, const char *name, int64_t told);
/* An address as people read it; null of NULL. */
json_t *facts_address(const char *address);
/* Facts outside any match. */
json_t *facts_person(struct home *, const char *name);
/* More of them, for the last letter of that seat, or (SEAT_ONLOOKER) in the
 * words that are spoken. */
int facts_final(struct table *, int seat, json_t *facts, struct err *);
json_t *facts_log(struct table *);
/* A view, with names and marks beside the numbers in its list of players. */
json_t *facts_view(struct table *, int seat);
/* All sentences that the seat was told after that number: its history. */
json_t *facts_news(struct table *, int seat, int64_t after);
/* Those of one report, added to a list. */
void facts_report(
    struct table *, const struct report *, int seat, json_t *news);

/* ---- letters/pictures.c: what letters show ---- */

/*
 * The picture of the table for a letter of that kind, drawn or found among
 * those drawn before: facts.picture says what it is, shown is filled in.  A
 * letter that shows no table, or whose game has no picture, gets none: then
 * shown->hash is NULL.  It shows what is in the facts' view, nothing else.
 */
int picture_for(struct home *, const struct tongue *, const char *kind,
    const char *game, json_t *facts, int64_t now, struct shown_picture *shown,
    struct err *);
void picture_clear(struct shown_picture *);
/*
 * Any SVG as a PNG that is kept: its *hash, newly allocated, and its *height
 * in pixels.
 */
int picture_draw(struct home *, const char *svg, int64_t now, char **hash,
    int *height, struct err *);
/* What no letter was made with for 30 days goes. */
int pictures_tick(struct home *, int64_t now, struct err *);

/* ---- letters/legal_moves.c: the legal moves in a letter ---- */

/* choices, many and, if they are many, groups. */
void choices_facts(
    struct table *, int seat, const struct words *, json_t *facts);
/*
 * Moves with the same verb and the same first argument, or the same verb if
 * none of it has more than one argument, in the order of the first of each:
 * [{"move": what all begin with, "entries": [{"number", "rest"}...]}...];
 * of a single one {"move": all of it, "only": {"number"}}; of one verb with
 * numbers that follow each other (by_value) {"move": the verb, "range":
 * {"from", "to"}}.
 */
json_t *choices_groups(const struct match *, const GArray *legal,
    const struct words *, bool by_value);

/* ---- letters/compose.c: letters to the outbox ---- */

/* The mail that a letter answers. */
struct answered {
	int64_t inbox;
	const char *message_id;
};
/*
 * Write the letter of that kind and queue it.  facts are taken over.  No
 * letter is written if none reaches the seat's person, unless it answers her:
 * the seat stays untold then.
 */
int post_seat(struct table *, int seat, const char *kind, json_t *facts,
    const struct answered *, int64_t now, struct err *);
/* The same to somebody who looks on, whom letters reach; nothing is noted in
 * her row. */
int post_onlooker(struct table *, const struct onlooker_row *, const char *kind,
    json_t *facts, const struct answered *, int64_t now, struct err *);
/* The subject of all letters to that seat; of its key four letters show. */
char *post_subject(struct table *, const char *key);
/*
 * To a person whom the match concerns, but who has no seat in it, in the
 * thread of that seat or (-1) of those who look on.  No key is in it.
 */
int post_outsider(struct table *, int seat, const struct person *,
    const char *kind, json_t *facts, const struct answered *, int64_t now,
    struct err *);
/* About several matches, written already; its number is *id.  files: struct
 * attachment *, or NULL. */
int post_digest(struct home *, const struct person *, const struct paper *,
    GPtrArray *files, int64_t now, int64_t *id, struct err *);
/* Links of moves then go to that address, with facts.tag, if there is one. */
void post_links(json_t *facts, const char *address);
/* To somebody outside a match: a person (or NULL) at that address. */
int post_address(struct home *, const struct person *, const char *address,
    const char *kind, json_t *facts, const struct answered *, int64_t now,
    struct err *);
/* The same to who has just left that match: an answer to it is about that. */
int post_left(struct home *, const struct person *, int64_t match,
    const char *kind, json_t *facts, const struct answered *, int64_t now,
    struct err *);
/* The same for a letter that asks something: key is that of its question, by
 * which an answer without a code is known (players/plain_yes.c). */
int post_question(struct home *, const struct person *, const char *address,
    const char *kind, const char *key, json_t *facts, const struct answered *,
    int64_t now, struct err *);

/* ---- transport/send.c, and a file for each road: letters leave ---- */

/* One round of the step send. */
struct sending {
	struct home *home;
	int64_t now;
	/* What is done when a server refuses a letter for good: code is an
	 * enhanced status code of class 5, says are the server's words. */
	int (*refused)(struct home *, const struct outbox_row *,
	    const char *code, const char *says, int64_t now, struct err *);
};
/* The letters that are due leave.  *n: how many did. */
int send_due(const struct sending *, int *n, struct err *);
/* Rows to send now into Maildirs.  *n counts those that got there. */
int send_to_maildirs(const struct sending *, int *n, struct err *);
/* One letter, handed over. */
void send_by_smtp(struct home *, const struct outbox_row *, struct delivery *);
void send_by_command(
    struct home *, const struct outbox_row *, struct delivery *);
/* A round without letters: a connection that is long idle is closed. */
void send_idle(struct home *);
/* The connection is of settings that hold no longer. */
void send_forget(struct home *);
/* Of the envelope; "" is the null sender.  Newly allocated. */
char *send_envelope(const struct home *, const struct outbox_row *);
/* ---- transport/send_picture.c ---- */

/* The letter as it leaves, with its picture, if that can still be found. */
GBytes *send_filled(struct home *, const struct outbox_row *);

/* ---- transport/send.c, on ---- */

/*
 * Write down what became of a letter that was handed over, and when it is to
 * be tried again.  Not for faults.
 */
int send_judged(const struct sending *, struct outbox_row *,
    const struct delivery *, struct err *);

/* ---- transport/hold_sending.c: when no letter may leave ---- */

/*
 * How many letters may leave now; if none, home->not_before says until when.
 * Whether too many were written is looked at here.
 */
int pause_room(struct home *, int64_t now, int64_t *room, struct err *);
/* No letter can go, as err says: wait, each time longer. */
int pause_begin(struct home *, const char *why, int64_t now, struct err *);
/* One has got through. */
int pause_over(struct home *, struct err *);

/* ---- players/bounces.c: letters that do not reach their reader ---- */

/*
 * That letter came back (by the mail inbox), or (0) a server refused it for
 * good.  code is an enhanced status code ("5.1.1", RFC 3463; "5.0.0" if none
 * was given); says are the server's words, one line.
 */
int bounce_note(struct home *, const struct outbox_row *, const char *code,
    const char *says, int64_t inbox, int64_t now, struct err *);
/*
 * She answers, or the organiser gave her address again: what came back counts
 * no more.  If no letter reached her, her tables are told by that notice, and
 * she gets what she missed; but not of the match, if any, whose letter the
 * caller writes.
 */
int bounce_reached(struct home *, const struct person *, const char *notice,
    int64_t match, int64_t now, struct err *);
/* The same when her letters go to another address now, which her tables are
 * told otherwise. */
int bounce_moved(
    struct home *, const struct person *, int64_t now, struct err *);

/*
 * The organiser gives that address ("NAME <ADDRESS>"): if it is one to which
 * no letter got through, it is tried again.
 */
/* Will no letter to that reader fare better (RFC 3463, 3.2; RFC 7505)? */
bool reach_is_final(const char *code);
void reach_log(const struct outbox_row *, const char *what, const char *code);
int reach_given(struct home *, const char *text, int64_t now, struct err *);

/* ---- players/authenticate.c: who is speaking ---- */

/* What the carriers of a mail say of its seat, the worst first. */
enum key_standing {
	KEY_NONE,
	KEY_WRONG, /* one like ours, but of no seat */
	KEY_PERSON, /* of a letter about several matches */
	KEY_TAG, /* a short tag, or a key that is too old: no proof */
	KEY_OWN, /* no seat's, but the sender's own */
	KEY_VALID,
	KEY_CLASH /* they name more than one seat */
};
enum from_standing {
	FROM_UNKNOWN,
	FROM_OTHER, /* another person than who has the seat */
	FROM_HERS /* the seat's person; without a key anybody known */
};
struct identity {
	enum key_standing key;
	bool old; /* TAG: by a key that is too old */
	enum from_standing from;
	enum verdict verdict; /* of our mail server, about From */
	bool vouched; /* the organiser says that it is hers */
	struct ticket ticket; /* if VALID or TAG: match, seat, turn or -1 */
	int64_t owner; /* person of that seat; 0: none */
	int64_t thread; /* match in whose thread it stands; 0: none */
	int64_t about; /* match that a wrong key or tag names; 0: none */
	bool own; /* a key of her own came with it */
	int64_t own_match; /* she looks on at it, or has left it; or 0 */
	struct person *person; /* of the From address; NULL if unknown */
	GArray *guessed; /* or NULL: brakes.h */
};
int identity_find(struct home *, const struct letter *,
    const struct inbox_row *, int64_t now, struct identity *, struct err *);
void identity_clear(struct identity *);

/* ---- players/route.c: what becomes of one mail ---- */

/* How the seat of a mail was found; but for KEY, she is told. */
enum recognised { BY_KEY, BY_TAG, BY_OLD_KEY, BY_ADDRESS, BY_DIGEST };

/* One mail on its way through the step handle. */
struct handling {
	struct home *home;
	struct inbox_row *row;
	struct letter *letter;
	struct identity id;
	enum recognised recognised;
	json_t *codes; /* what "yes CODE" and the like came to, or NULL */
	bool told; /* and its answer is written */
	struct meant_row *meant; /* lines that she says she meant, or NULL */
	bool elsewhere; /* some, but about another seat than the mail */
	bool sure; /* what gives something up may be done: players/meant.c */
	const char *crowd; /* why no more strangers are answered, or NULL */
	int64_t silent; /* behind its answer none for so long; 0: not so */
	bool gone; /* the sender is forgotten by it, and it is answered */
	int64_t now;
};
/* Its row gets a state and a note; what it asks is done and answered. */
int decide_mail(struct handling *, struct err *);
/* It could not be handled: a known sender is told, if she was not lately. */
int decide_unhandled(struct handling *, struct err *);
void decide_settle(struct handling *, enum inbox_state, const char *note);
struct answered decide_answered(const struct handling *);

/* ---- players/seat_mail.c: a mail that is believed ---- */

/* id.ticket says for which seat; what it asks is done, once, and answered. */
int seat_mail(struct handling *, struct err *);

/* ---- players/unauthenticated.c: short letters to people who proved nothing
 * ---- */

/*
 * To her stored address: each time, as far as the brakes let her, if the mail
 * is hers, else at most once in six hours.  facts are taken over.
 */
int strangers_tell(struct handling *, const struct person *, const char *kind,
    json_t *facts, struct err *);
/* To an unknown address, at most once a day. */
int strangers_answer(struct handling *, struct err *);
/* The letter to one, for a reason (the key of a sentence, or NULL). */
int strangers_greet(struct handling *, const char *reason, struct err *);
/* To a known one: how it stands in her match, or a list of her matches. */
int strangers_show_view(struct handling *, struct err *);
/* How many matches wait for her; of the only one the ticket tells. */
enum waiting { WAITING_NONE, WAITING_ONE, WAITING_MANY };
int strangers_waiting(struct handling *, enum waiting *, struct err *);
/* Facts of a letter with that list; NULL with err. */
json_t *strangers_matches(struct handling *, struct err *);
/* An answer to somebody known at her stored address; without a key as seldom
 * as others.  facts are taken over. */
int strangers_reply(
    struct handling *, const char *kind, json_t *facts, struct err *);
/* A list of her matches: which one did she mean? */
int strangers_ask_which(struct handling *, struct err *);

/* ---- players/codes.c: "yes CODE" and "no CODE" ---- */

struct answer;
/*
 * Do what the codes in the mail say.  obeyed: its other lines will be done,
 * and the answer to them tells what came of the codes; else *done: it held
 * some, and was answered.
 */
int codes_read(struct handling *, bool obeyed, bool *done, struct err *);
/* Into the answer to these requests. */
void codes_facts(struct handling *, const GPtrArray *requests, struct answer *);

#include "app/players/answer.h"
#include "app/matches/clocks.h"
#include "app/players/questions.h"
#include "app/matches/seats.h"
#include "app/matches/talk.h"
#include "app/matches/tending.h"

#include "app/home/people.h"

#endif
