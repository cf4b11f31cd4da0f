/* SPDX-License-Identifier: ISC */
/*
 * A player who sits with robots alone gets one letter for each move: the answer
 * waits until they have moved, and the letter about their moves says first what
 * the answer would have said.  The answer stands in the outbox all the while
 * and leaves by itself when its time has come, or before any other letter to
 * the seat.
 */
#include "app/letters/writing/waiting_answer.h"

#include "app/home/home.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/reply.h"
#include "app/matches/table/table.h"
#include "base/err.h"
#include "store/mails/waiting_answers.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"
#include "store/people/people.h"

int
answer_waits(const struct reader *r, int64_t letter)
{
	const struct waiting_answer answer = { .match = r->t->row->id,
		.seat = r->seat,
		.outbox = letter,
		.reply = (char *)(uintptr_t)r->reply };

	return store_waiting_answer_set(r->home->store, &answer);
}

/* Where no robot sits, none waits, and nobody needs to look. */
static bool
may_wait(struct table *t)
{
	for (int s = 0; s < (int)table_seats(t); s++)
		if (table_seat(t, s)->occupant == OCCUPANT_ROBOT)
			return true;
	return false;
}

/* *answer: of the reader's seat, or NULL. */
static int
find(const struct reader *r, struct waiting_answer **answer)
{
	struct home *home = r->home;

	*answer = NULL;
	if (r->t == NULL || r->seat < 0 || !may_wait(r->t))
		return 0;
	home->err->code = 0;
	*answer = store_waiting_answer(home->store, r->t->row->id, r->seat);
	return *answer == NULL && home->err->code != 0 ? -1 : 0;
}

int
answer_leaves(const struct reader *r)
{
	struct waiting_answer *answer;
	int ret;

	if (find(r, &answer) == -1)
		return -1;
	if (answer == NULL)
		return 0;
	ret = store_waiting_answer_leaves(r->home->store, answer);
	waiting_answer_free(answer);
	return ret;
}

int
answer_is_waiting(const struct reader *r, bool *waits)
{
	struct waiting_answer *answer;
	int ret = find(r, &answer);

	*waits = false;
	if (answer != NULL && answer->person == r->person->id)
		ret = store_waiting_answer_waits(r->home->store, answer, waits);
	waiting_answer_free(answer);
	return ret;
}

/* What the answer said of the mail, without what was true only when the mail
 * came: that it was still the player's turn, and what was planned, which may be
 * made or dropped by now.  The letter tells what became of the plan. */
static int
read_reply(const struct reader *r, struct joined_answer *joined)
{
	joined->reply = json_loads(joined->answer->reply, 0, NULL);
	if (joined->reply == NULL)
		return err_set(r->home->err, ERR_DAMAGED,
		    "the answer %lld that waits is not to be read",
		    (long long)joined->answer->outbox);
	json_object_del(joined->reply, "asked_before");
	reply_unsay_planned(json_object_get(joined->reply, "understood"));
	return 0;
}

/* The newer letter takes its place; *is: unless it may have left. */
static int
take_place(struct reader *r, struct joined_answer *joined, bool *is)
{
	*is = false;
	/* that of a former player of the seat is not for this one */
	if (joined->answer->person != r->person->id)
		return 0;
	if (store_waiting_answer_join(r->home->store, joined->answer, is) == -1)
		return -1;
	if (!*is)
		return 0;
	r->answers = (struct answered){ joined->answer->inbox,
		joined->answer->message_id };
	/* until it leaves, a newer one may take its place in turn */
	if (!match_is_past(r->t->row))
		r->reply = joined->answer->reply;
	return read_reply(r, joined);
}

int
answer_join(struct reader *r, struct joined_answer *joined)
{
	bool is;
	int ret;

	*joined = (struct joined_answer){ 0 };
	if (r->kind != READER_SEAT || reader_answers(r))
		return 0;
	if (find(r, &joined->answer) == -1)
		return -1;
	if (joined->answer == NULL)
		return 0;
	ret = take_place(r, joined, &is);
	if (ret == -1 || !is)
		answer_joined_clear(joined);
	return ret;
}

void
answer_joined_clear(struct joined_answer *joined)
{
	g_clear_pointer(&joined->answer, waiting_answer_free);
	json_decref(joined->reply);
	joined->reply = NULL;
}
