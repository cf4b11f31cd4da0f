/* SPDX-License-Identifier: ISC */
/* Arguments of notices, which are kept: numbers, not words. */
#include "app/matches/table/notice_args.h"

json_t *
told_moment(int64_t at)
{
	return json_pack("{s:I}", "moment", (json_int_t)at);
}

json_t *
told_span(int64_t seconds)
{
	return json_pack("{s:I}", "span", (json_int_t)seconds);
}

json_t *
told_of(const char *name, int64_t person)
{
	return json_pack(
	    "{s:s, s:I}", "who", name, "holder", (json_int_t)person);
}

json_t *
parting_args(json_t *args, int64_t person)
{
	json_object_set_new(args, "person", json_integer(person));
	return args;
}
