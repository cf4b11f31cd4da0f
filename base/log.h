/* SPDX-License-Identifier: ISC */
/*
 * The log: one line an event, on standard error.  No line holds a secret
 * (key, seed, password) or the content of a letter.
 */
#ifndef BASE_LOG_H
#define BASE_LOG_H

enum log_target { LOG_TO_STDERR, LOG_TO_SYSLOG };
enum log_level { LOG_WARN = 0, LOG_INFO, LOG_DEBUG };

/* Lines above this level are left out; LOG_WARN until set. */
void log_level_set(enum log_level);
void log_warn(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void log_info(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void log_debug(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

#endif
