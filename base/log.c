/* SPDX-License-Identifier: ISC */
/* The log: one line an event, on standard error or to syslog. */
#include "base/log.h"

#include "base/line.h"
#include "base/log_syslog.h"
#include "base/log_target.h"

#include <stdarg.h>
#include <stdio.h>
#include <glib.h>

static enum log_level highest = LOG_WARN;
static enum log_target target = LOG_TO_STDERR;
static bool journal;
static log_function *hook;
static void *hook_arg;

void
log_level_set(enum log_level level)
{
	highest = level;
}

void
log_target_set(enum log_target to)
{
	target = to;
}

void
log_hook_set(log_function *function, void *arg)
{
	hook = function;
	hook_arg = arg;
}

void
log_journal_set(bool is_journal)
{
	journal = is_journal;
}

/* In one write, so that lines of two programs do not run into each other. */
static void __attribute__((format(printf, 3, 0)))
write_line(enum log_level level, const char *id, const char *fmt, va_list ap)
{
	g_autofree char *text = NULL, *line = NULL, *whole = NULL;

	if (level > highest)
		return;
	text = line_format(fmt, ap);
	if (hook != NULL) {
		hook(hook_arg, level, id, text);
		return;
	}
	line = g_strdup_printf("[%s] %s", id, text);
	if (target == LOG_TO_SYSLOG) {
		log_syslog((int)level, line);
		return;
	}
	if (journal)
		whole =
		    g_strdup_printf("<%d>%s\n", log_priority((int)level), line);
	else
		whole = g_strdup_printf("turnpost: %s%s\n",
		    level == LOG_WARN ? "warning: " : "", line);
	fputs(whole, stderr);
	fflush(stderr);
}

void
log_warn(const char *id, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	write_line(LOG_WARN, id, fmt, ap);
	va_end(ap);
}

void
log_info(const char *id, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	write_line(LOG_INFO, id, fmt, ap);
	va_end(ap);
}

void
log_debug(const char *id, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	write_line(LOG_DEBUG, id, fmt, ap);
	va_end(ap);
}
