/* SPDX-License-Identifier: ISC */
/* What a robot would do in the reader's place, in plain words. */
#include "app/letters/kinds/hints.h"

#include "app/home/home.h"
#include "app/letters/context/context.h"
#include "app/letters/writing/compose.h"
#include "app/matches/moves/hints.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/reader_words.h"
#include "app/matches/table/table.h"
#include "core/move.h"
#include "core/say.h"
#include "store/mails/inbox.h"
#include "store/matches/hints.h"

/* Differences below these are none: thousandths of a win, hundredths of a
 * point. */
enum { EVEN = 5, HALF_POINT = 50 };

static char *
say(const struct reader *r, const char *key, json_t *args)
{
	return reader_say(r, phrase_new(key, args));
}

/* Chances of a win as they are told. */
static int
percent(const struct outlook *o)
{
	return CLAMP((o->win + 5) / 10, 1, 99);
}

/* How much better the one is than the other: the first phrase of points of its
 * own, the second of those of others, the third of neither. */
static char *
difference(const struct reader *r, const struct outlook *better,
    const struct outlook *worse, const char *other, const char *const keys[3])
{
	int own = better->points - worse->points;
	int others = worse->others - better->others;
	int n = MAX(own, others);

	if (n < HALF_POINT)
		return say(r,
		    percent(better) == percent(worse) ? "advice.even" : keys[2],
		    json_pack("{s:s}", "move", other));
	return say(r, own >= others ? keys[0] : keys[1],
	    json_pack(
		"{s:i, s:s}", "n", (n + HALF_POINT) / 100, "move", other));
}

/* Why the i-th move stands where it does; texts are those of all moves. */
static char *
reason(const struct reader *r, const GArray *advice, guint i,
    const GPtrArray *texts)
{
	static const char *const best[] = { "advice.more", "advice.others-less",
		"advice.better" };
	static const char *const lesser[] = { "advice.less",
		"advice.others-more", "advice.worse" };
	guint k = i == 0 ? 1 : 0;
	const struct outlook *mine, *other;

	if (advice->len == 1)
		return say(r, "advice.only", NULL);
	mine = &g_array_index(advice, struct advice, i).outlook;
	other = &g_array_index(advice, struct advice, k).outlook;
	if (ABS(mine->win - other->win) < EVEN)
		return say(r, "advice.even",
		    json_pack("{s:s}", "move", texts->pdata[k]));
	return i == 0 ? difference(r, mine, other, texts->pdata[k], best)
		      : difference(r, other, mine, texts->pdata[k], lesser);
}

json_t *
hint_said(const struct reader *r, const GArray *advice, bool told)
{
	g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
	json_t *moves = json_array();

	for (guint i = 0; i < advice->len; i++)
		g_ptr_array_add(
		    texts, move_say(r->t->match,
			       &g_array_index(advice, struct advice, i).move,
			       reader_words(r)));
	for (guint i = 0; i < advice->len; i++) {
		const struct outlook *o =
		    &g_array_index(advice, struct advice, i).outlook;
		g_autofree char *chance = say(
		    r, "advice.chance", json_pack("{s:i}", "n", percent(o)));
		g_autofree char *why = reason(r, advice, i, texts);

		json_array_append_new(
		    moves, json_pack("{s:s, s:s, s:s}", "move", texts->pdata[i],
			       "chance", chance, "reason", why));
	}
	return json_pack("{s:o, s:b}", "moves", moves, "told", told);
}

json_t *
hint_answer(
    struct table *t, int seat, const GArray *advice, bool told, const char *why)
{
	struct reader r = reader_seat(t, seat);
	json_t *said = NULL;

	if (reader_load(&r) == -1)
		return NULL;
	if (why == NULL)
		said = hint_said(&r, advice, told);
	else {
		g_autofree char *text = say(&r, why, NULL);

		said = json_pack("{s:s}", "why", text);
	}
	reader_clear(&r);
	return said;
}

int
hint_letter(struct table *t, const struct hint_row *hint, json_t *said)
{
	struct reader r = reader_seat(t, hint->seat);
	struct inbox_row *mail = store_inbox_head(t->home->store, hint->inbox);
	json_t *context;
	int ret = -1;

	if (mail == NULL)
		return -1;
	r.answers = (struct answered){ mail->id, mail->message_id };
	if (reader_load(&r) == 0) {
		context = context_of(&r);
		if (context != NULL) {
			json_object_set(context, "hint", said);
			ret = letter_to(&r, status_letter(t), context);
		}
		reader_clear(&r);
	}
	inbox_row_free(mail);
	return ret;
}
