/* SPDX-License-Identifier: ISC */
#include "app/players/seats/seat_answer.h"

#include "app/home/home.h"
#include "app/letters/context/context.h"
#include "app/letters/kinds/left.h"
#include "app/letters/schedule/schedule.h"
#include "app/letters/settle.h"
#include "app/letters/writing/compose.h"
#include "app/matches/table/autoplay.h"
#include "app/matches/table/effects.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/reply.h"
#include "app/matches/table/table.h"
#include "app/players/reading/handling.h"
#include "app/players/seats/seat_reply.h"
#include "app/players/senders/rate_limit.h"
#include "mail/incoming/read.h"
#include "store/mails/inbox.h"
#include "store/matches/matches.h"

/* How the mail was recognised, if not by the whole key. */
static void
mail_context(const struct handling *h, json_t *context)
{
	static const char *const words[] = {
		[BY_KEY] = NULL,
		[BY_TAG] = "tag",
		[BY_OLD_KEY] = "old",
		[BY_ADDRESS] = "address",
		[BY_DIGEST] = "digest",
	};

	if (words[h->auth_method] != NULL)
		json_object_set_new(context, "recognised",
		    json_pack("{s:b}", words[h->auth_method], 1));
	if (h->letter->came != NULL)
		json_object_set_new(
		    context, "came", json_string(h->letter->came));
}

/* The player has just left the match: of what is hidden nothing is told. */
static int
answer_left(struct handling *h, struct reply *reply, struct reader *r)
{
	json_t *context = json_object();

	json_object_set_new(context, "answer", json_true());
	json_object_set(context, "understood", reply->understood);
	mail_context(h, context);
	h->row->answer = ANSWER_SENT;
	return letter_to_former(
	    r, effect_of(r->t, EFFECT_LEFT, r->seat), context);
}

/* The move was taken, and robots are next: the letter about their moves can say
 * so, too, for the player wants it as soon as they are made. */
static bool
can_wait(struct reply *reply, const struct reader *r)
{
	return (r->t->moved & SEAT(r->seat)) != 0 && !r->home->holds &&
	       reply_is_plain(reply) && robots_awaited(r->t, r->seat) &&
	       notices_wake(r);
}

/* How the match stands, and what came of the mail. */
static int
answer_there(struct handling *h, struct reply *reply, struct reader *r)
{
	const bool waits = can_wait(reply, r);
	struct reader to = *r;
	json_t *context = context_whole(r);
	g_autofree char *kept = NULL;
	json_t *said;

	if (context == NULL)
		return -1;
	said = json_object();
	seat_reply_context(reply, r, said);
	mail_context(h, said);
	if (waits) {
		to.waits = true;
		to.reply = kept = json_dumps(said, JSON_COMPACT);
	}
	json_object_update(context, said);
	json_decref(said);
	/* Answers to moves do not count for the rate limit. */
	if (!(r->t->moved & SEAT(r->seat)))
		rate_limit_answered(h, context);
	return letter_to(&to, status_letter(r->t), context);
}

int
seat_answer(struct handling *h, struct table *t, int seat, struct reply *reply)
{
	struct reader r = reader_seat(t, seat);
	int ret;

	r.answers = handling_answered(h);
	if (settle_match(t) == -1)
		return -1;
	if (effect_of(t, EFFECT_LEFT, seat) != NULL &&
	    t->row->status == STATUS_RUNNING)
		return answer_left(h, reply, &r);
	if (reader_load(&r) == -1)
		return -1;
	ret = answer_there(h, reply, &r);
	reader_clear(&r);
	return ret;
}
