/* SPDX-License-Identifier: ISC */
/* Arguments of notices. */
#ifndef APP_MATCHES_TABLE_NOTICE_ARGS_H
#define APP_MATCHES_TABLE_NOTICE_ARGS_H

#include <jansson.h>
#include <stdint.h>

/* What a match of another home has in its log, with its number there. */
#define IMPORTED_NOTICE "notice.imported"

/*
 * A notice is kept and told to readers of other zones and languages, so that
 * its arguments are no words: a moment (UTC seconds), a time of so many
 * seconds.  notice_text (letters/context/moments.h) makes the sentence.
 */
json_t *told_moment(int64_t at);
json_t *told_span(int64_t seconds);
/* {"who", "holder"}: it tells of that person, who holds, or held, a seat. */
json_t *told_of(const char *name, int64_t person);
/* Into the args of a notice: that person plays no longer.  Gives args back. */
json_t *parting_args(json_t *args, int64_t person);

#endif
