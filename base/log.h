/* SPDX-License-Identifier: ISC */
/*
 * The log: one line an event, on standard error or to syslog.  No line holds
 * a secret (key, seed, password), a move or the content of a letter; one
 * about a match names match and seat.
 *
 * id: by what programs know the message, whatever its words become: lower case
 * and "-", a literal, of one message alone.  It is a promise: turnpost-watch(7)
 * lists all of them, and tests/lint/messages.py compares.
 */
#ifndef BASE_LOG_H
#define BASE_LOG_H

void log_warn(const char *id, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
void log_info(const char *id, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
void log_debug(const char *id, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

#endif
