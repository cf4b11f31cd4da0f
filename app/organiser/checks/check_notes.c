/* SPDX-License-Identifier: ISC */
/* Findings of "turnpost check", told one by one as they are found. */
#include "app/organiser/checks/check.h"

#include "app/organiser/organiser.h"

static void __attribute__((format(printf, 4, 0))) add(struct check *c,
    const char *part, const char *state, const char *fmt, va_list ap)
{
	g_autofree char *text = g_strdup_vprintf(fmt, ap);
	g_autofree char *says = g_utf8_make_valid(text, -1);
	json_t *item = json_pack(
	    "{s:s, s:s, s:s}", "part", part, "state", state, "says", says);

	if (c->watch->found != NULL)
		c->watch->found(item);
	json_array_append_new(c->list, item);
}

void
check_trying(const struct check *c, const char *what)
{
	if (c->watch->trying != NULL)
		c->watch->trying(what);
}

void
check_ok(struct check *c, const char *part, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	add(c, part, "ok", fmt, ap);
	va_end(ap);
}

void
check_warn(struct check *c, const char *part, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	add(c, part, "warning", fmt, ap);
	va_end(ap);
}

void
check_wrong(struct check *c, const char *part, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	add(c, part, "wrong", fmt, ap);
	va_end(ap);
	c->wrong = true;
}
