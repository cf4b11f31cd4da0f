/* SPDX-License-Identifier: ISC */
/*
 * What people do with a letter: whether they answer it, and with what.
 */
#include "sim/inner.h"

#include "app/home/home.h"
#include "app/matches/table/table.h"
#include "core/decision.h"
#include "core/match.h"
#include "core/move.h"
#include "store/mails/outbox.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"
#include "store/matches/timers.h"

#include <string.h>

/* ---- what is added to a mail, or done to it ---- */

static void
chat(struct season *s, struct table *t, int seat, GString *text)
{
	static const char *const words[] = {
		"Good morning to all of you.",
		"That was not nice; wait until my turn comes.",
		"I shall be late tomorrow.\nplay wine, they said.",
		"Who helps me against the captain?",
	};
	int other = (int)season_dice(s, (uint32_t)table_seats(t));
	const char *said = words[season_dice(s, G_N_ELEMENTS(words))];

	if (other == seat || season_chance(s, 50))
		g_string_append_printf(text, "\n\nsay all: %s", said);
	else
		g_string_append_printf(
		    text, "\n\nsay %s: %s", t->names[other], said);
}

static void
mute(struct season *s, struct table *t, int seat, GString *text)
{
	int other = (int)season_dice(s, (uint32_t)table_seats(t));

	if (other != seat)
		g_string_append_printf(text, "\n\n%s %s",
		    season_chance(s, 60) ? "mute" : "unmute", t->names[other]);
}

/* Two letters the other way round, or one missing. */
static void
typo(struct season *s, GString *text)
{
	gsize at;

	if (text->len < 3)
		return;
	at = season_dice(s, (uint32_t)text->len - 1);
	if (season_chance(s, 50)) {
		char c = text->str[at];

		text->str[at] = text->str[at + 1];
		text->str[at + 1] = c;
	} else
		g_string_erase(text, (gssize)at, 1);
}

static void
slip(struct season *s, struct table *t, int seat, GString *text)
{
	static const char *const wrong[] = { "Hello, what am I to do?", "play",
		"take everything", "pay 99", "17", "status", "history", "\n" };

	(void)t;
	(void)seat;
	switch (season_dice(s, 4)) {
	case 0:
	case 1:
		typo(s, text);
		break;
	case 2:
		g_string_assign(
		    text, wrong[season_dice(s, G_N_ELEMENTS(wrong))]);
		break;
	default:
		g_string_prepend(text, "2\n");
		break;
	}
}

/* What the player would like to do later, and what only if it can be. */
static void
plan(struct season *s, struct table *t, int seat, GString *text)
{
	static const char *const forms[] = { "plan %s or %s",
		"plan careful %s or %s", "plan if anybody passes: %s else %s",
		"check %s\nwait" };
	g_autoptr(GArray) legal = match_legal(t->match, seat);
	g_autofree char *one = NULL, *other = NULL;
	const char *form = forms[season_dice(s, G_N_ELEMENTS(forms))];
	const char *second;

	if (legal->len == 0)
		return;
	one = move_text(t->match,
	    &g_array_index(legal, struct move, season_dice(s, legal->len)));
	other = move_text(t->match,
	    &g_array_index(legal, struct move, season_dice(s, legal->len)));
	g_string_append_c(text, '\n');
	for (second = one; *form != '\0'; form++)
		if (form[0] == '%' && form[1] == 's') {
			g_string_append(text, second);
			second = other;
			form++;
		} else
			g_string_append_c(text, *form);
}

static const struct {
	unsigned bit, percent;
	void (*spoil)(struct season *, struct table *, int seat, GString *);
} touches[] = {
	{ BEHAVIOUR_CLUMSY, 12, slip },
	{ BEHAVIOUR_AHEAD, 15, plan },
	{ BEHAVIOUR_CHATTY, 15, chat },
	{ BEHAVIOUR_MUTER, 10, mute },
};

/* ---- an answer ---- */

#define AHEAD_MAX 5

/* Legal moves, one behind the other, at most so many. */
static void
write_moves(
    struct season *s, struct table *t, int seat, int most, GString *text)
{
	struct match *m = match_copy(t->match);

	for (int i = 0; i < most && match_to_act(m) & SEAT(seat); i++) {
		g_autoptr(GArray) legal = match_legal(m, seat);
		const struct move *move = &g_array_index(
		    legal, struct move, season_dice(s, legal->len));
		g_autofree char *words = move_text(m, move);

		g_string_append_printf(text, "%s%s", i > 0 ? "\n" : "", words);
		match_play(m, seat, move, NULL);
	}
	match_free(m);
}

/* What the letter itself offers; false: the player has to think. */
static bool
write_choice(struct season *s, const struct thread *th, GString *text)
{
	const char *choice, *move;

	if (th->ready) {
		g_string_append(text,
		    season_chance(s, 20) ? "ready luck of the sea" : "ready");
		return true;
	}
	if (th->choices == NULL)
		return false;
	choice = th->choices[season_dice(s, g_strv_length(th->choices))];
	move = strchr(choice, ' ');
	if (season_chance(s, 20))
		g_string_append_len(text, choice, move - choice);
	else
		g_string_append(text, move + 1);
	return true;
}

/* Is the person asked, and does that person still have the seat? */
static bool
is_own(struct table *t, const struct somebody *who, int seat)
{
	const struct seat_row *row = table_seat(t, seat);

	if (row->person != who->person || row->occupant != OCCUPANT_PERSON)
		return false;
	return t->row->status == STATUS_MUSTER
		   ? !row->ready
		   : t->row->status == STATUS_RUNNING &&
			 match_to_act(t->match) & SEAT(seat);
}

/* What else the player does in this mail: bits of touches. */
static unsigned
pick_touches(struct season *s, const struct somebody *who)
{
	unsigned picked = 0;

	for (size_t i = 0; i < G_N_ELEMENTS(touches); i++)
		if (somebody_has(who, touches[i].bit) &&
		    season_chance(s, touches[i].percent))
			picked |= 1U << i;
	return picked;
}

/* With the match before the player; "": nothing is to be done, as the player
 * sees. */
static int
think(struct season *s, const struct event *event, int most, unsigned picked,
    GString *text)
{
	struct table *t = table_open(s->home, event->match);

	if (t == NULL)
		return -1;
	if (is_own(t, event->who, event->seat) && t->match != NULL) {
		write_moves(s, t, event->seat, most, text);
		for (size_t i = 0; i < G_N_ELEMENTS(touches); i++)
			if (picked & 1U << i)
				touches[i].spoil(s, t, event->seat, text);
	}
	table_free(t);
	return 0;
}

/* How long the match has waited for what the player does now. */
static int
count_wait(struct season *s, const struct event *event)
{
	struct timer_row timer;
	bool found = false;

	if (store_timer(s->home->store, event->match, event->seat, TIMER_DECIDE,
		&timer, &found) == -1)
		return -1;
	if (!found || timer.asked > event->at)
		return 0;
	event->who->waited += event->at - timer.asked;
	event->who->answers++;
	return 0;
}

static int
answer(struct season *s, const struct event *event)
{
	struct somebody *who = event->who;
	struct thread *th = somebody_thread(who, event->match, event->seat);
	g_autoptr(GString) text = g_string_new(NULL);
	int most = somebody_has(who, BEHAVIOUR_AHEAD)
		       ? 1 + (int)season_dice(s, AHEAD_MAX)
		       : 1;
	unsigned picked;

	if (event->at < who->gone) {
		season_later(s, somebody_awake(who, who->gone + HOUR), answer,
		    who, event->match, event->seat);
		return 0;
	}
	th->pending = false;
	picked = th->ready ? 0 : pick_touches(s, who);
	if ((!th->ready && (most > 1 || picked != 0)) ||
	    !write_choice(s, th, text)) {
		if (think(s, event, most, picked, text) == -1)
			return -1;
		if (text->len == 0)
			return 0;
	}
	if (count_wait(s, event) == -1)
		return -1;
	/* some programs send it twice */
	if (somebody_has(who, BEHAVIOUR_CLUMSY) && season_chance(s, 3) &&
	    letters_answer(s, who, th, text->str, event->at) == -1)
		return -1;
	return letters_answer(s, who, th, text->str, event->at);
}

static void
will_answer(struct season *s, struct somebody *who, struct thread *th,
    int64_t match, int seat, int64_t delay)
{
	th->pending = true;
	th->ignored = 0;
	season_later(
	    s, somebody_awake(who, s->now + delay), answer, who, match, seat);
}

/* ---- a letter has come ---- */

static bool
lets_it_lie(struct season *s, const struct somebody *who, struct thread *th)
{
	if (somebody_has(who, BEHAVIOUR_GHOST) && who->gone > s->now)
		return true;
	if (somebody_has(who, BEHAVIOUR_FORGETFUL) && season_chance(s, 6))
		return true;
	if (!somebody_has(who, BEHAVIOUR_LATE) || th->ignored > 0 ||
	    !season_chance(s, 25))
		return false;
	th->ignored++;
	return true;
}

static int
send_line(struct season *s, const struct event *event)
{
	struct thread *th =
	    somebody_thread(event->who, event->match, event->seat);

	return letters_answer(s, event->who, th, th->line, event->at);
}

/* A line that the letter tells its reader to send back: "resign k3x9ab". */
static char *
find_line(const struct outbox_row *row, const char *word)
{
	gsize size;
	const char *raw = g_bytes_get_data(row->raw, &size);
	g_autofree char *begin = g_strdup_printf("=E2=86=92 %s ", word);
	const char *at = g_strstr_len(raw, (gssize)size, begin);
	const char *end =
	    at == NULL ? NULL : memchr(at, '\r', (size_t)(raw + size - at));

	if (end == NULL)
		return NULL;
	at += strlen(begin) - strlen(word) - 1;
	return g_strndup(at, (gsize)(end - at));
}

/* Lines that letters tell people to send back, and people who do. */
static const struct {
	const char *word;
	unsigned bit, percent;
	bool answers; /* only if the player asked for it */
} replies[] = {
	{ "resign", BEHAVIOUR_QUITTER, 100, true },
	{ "take", BEHAVIOUR_HELPER, 60, false },
	{ "vote yes", BEHAVIOUR_VOTER, 60, false },
	{ "vote no", BEHAVIOUR_VOTER, 50, false },
};

static bool
sends_back(struct season *s, struct somebody *who, struct thread *th,
    const struct outbox_row *row)
{
	for (size_t i = 0; i < G_N_ELEMENTS(replies); i++) {
		char *line;

		if (!somebody_has(who, replies[i].bit) ||
		    (replies[i].answers && row->answers == 0) ||
		    (line = find_line(row, replies[i].word)) == NULL)
			continue;
		if (!season_chance(s, replies[i].percent)) {
			g_free(line);
			continue;
		}
		g_free(th->line);
		th->line = line;
		season_later(s, somebody_awake(who, s->now + HOUR), send_line,
		    who, row->match, row->seat);
		return true;
	}
	return false;
}

void
behaviour_letter(struct season *s, struct somebody *who, struct thread *th,
    const struct outbox_row *row)
{
	if (sends_back(s, who, th, row) || row->seat < 0)
		return;
	if (!th->asks || th->pending || lets_it_lie(s, who, th))
		return;
	will_answer(s, who, th, row->match, row->seat,
	    row->answers != 0 ? 5 * MINUTE : somebody_delay(s, who));
}

void
behaviour_look_through(struct season *s, struct somebody *who)
{
	GHashTableIter iter;
	gpointer key, value;

	if (who->gone > s->now)
		return;
	g_hash_table_iter_init(&iter, who->threads);
	while (g_hash_table_iter_next(&iter, &key, &value)) {
		struct thread *th = value;
		int seat = (int)(*(int64_t *)key % 64) - 1;

		if (!th->over && th->reply_to != NULL && !th->pending &&
		    th->asks && seat >= 0 && season_chance(s, 15))
			will_answer(s, who, th, *(int64_t *)key / 64, seat,
			    somebody_delay(s, who));
	}
}
