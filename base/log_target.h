/* SPDX-License-Identifier: ISC */
/* Where the lines of the log go, and which of them. */
#ifndef BASE_LOG_TARGET_H
#define BASE_LOG_TARGET_H

#include <stdbool.h>

enum log_target { LOG_TO_STDERR, LOG_TO_SYSLOG };
/*
 * WARN: somebody should look.  INFO: what was done, a line a mail or match.
 * DEBUG: how it was done.
 */
enum log_level { LOG_WARN = 0, LOG_INFO, LOG_DEBUG };

/* Lines above this level are left out; LOG_WARN until set. */
void log_level_set(enum log_level);
/* Where lines go from now on; standard error until set. */
void log_target_set(enum log_target);
/* For simulations: all lines go there instead. */
typedef void log_function(
    void *arg, enum log_level, const char *id, const char *text);
void log_hook_set(log_function *, void *arg);
/*
 * Standard error is systemd's journal, which knows the program and takes the
 * level from a number in front ("<4>", sd-daemon(3)); false until set.
 */
void log_journal_set(bool);

#endif
