/* SPDX-License-Identifier: ISC */
/*
 * The log: one line an event, on standard error or to syslog.  No line holds
 * a secret (key, seed, password), a move or the content of a letter; one
 * about a match names match and seat.
 */
#ifndef BASE_LOG_H
#define BASE_LOG_H

void log_warn(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void log_info(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void log_debug(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

#endif
