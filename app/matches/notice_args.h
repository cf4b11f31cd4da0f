/* SPDX-License-Identifier: ISC */
/*
 * Arguments of notices, which are kept and told to readers of other zones and
 * languages.
 */
#ifndef APP_MATCHES_NOTICE_ARGS_H
#define APP_MATCHES_NOTICE_ARGS_H

#include <jansson.h>
#include <stdint.h>

struct phrase;
struct table;

/*
 * Arguments of a notice, which is kept and told to readers of other zones and
 * languages: a moment (UTC seconds), a time of so many seconds.  told_say
 * makes the sentence, in the words of home_words and the zone of that seat (or
 * -1: the match's).  Whoever reads it as the one of whom it tells is spoken to:
 * by that seat, or by t->outsider.
 */
json_t *told_moment(int64_t at);
json_t *told_span(int64_t seconds);
char *told_say(struct table *, const struct phrase *, int seat);
/* {"who", "holder"}: it tells of that person, who holds, or held, a seat. */
json_t *told_of(const char *name, int64_t person);
/* Into the args of a notice: that person plays no longer.  Gives args back. */
json_t *parting_args(json_t *args, int64_t person);

#endif
