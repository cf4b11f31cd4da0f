/* SPDX-License-Identifier: ISC */
/* What codes came to, in the reply to the other lines of their mail. */
#include "app/players/codes_reply.h"

#include "app/home/home.h"
#include "app/matches/table/reply.h"
#include "app/matches/table/reply_lines.h"
#include "app/players/commands.h"
#include "app/players/reading/command.h"
#include "app/players/reading/command_kinds.h"
#include "app/players/reading/handling.h"
#include "app/players/reading/heard.h"
#include "core/say.h"
#include "parse/request.h"

bool
codes_is_own(const struct request *request, bool obeyed)
{
	return command_is(request, COMMAND_CODE) &&
	       (!obeyed || command_of(request)->seat == NULL);
}

void
codes_note_nothing(
    struct reply *reply, const struct request *request, const char *hint)
{
	reply_suggest(reply, request->line,
	    reply_sentence(reply, phrase_new(hint, NULL)));
}

void
codes_reply(struct handling *h, const GPtrArray *requests, struct reply *reply)
{
	size_t looked_at = reply_lines(&h->codes);

	for (guint i = 0; i < requests->len; i++) {
		const struct request *request = requests->pdata[i];

		if (!codes_is_own(request, true))
			continue;
		/* nothing was asked, or too much came */
		if (looked_at == 0)
			codes_note_nothing(&h->codes, request, "hint.code");
		else
			looked_at--;
	}
	json_array_extend(reply->understood, h->codes.understood);
	json_array_extend(reply->suggestions, h->codes.suggestions);
}
