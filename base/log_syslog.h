/* SPDX-License-Identifier: ISC */
/*
 * The log to syslog(3), in a file of its own: its macros have the names of
 * our levels.
 */
#ifndef BASE_LOG_SYSLOG_H
#define BASE_LOG_SYSLOG_H

/* How many a level of log.h is for syslog and the journal: 4, 6 or 7. */
int log_priority(int level);
/* A line that is printable; facility daemon, with our process number. */
void log_syslog(int level, const char *line);

#endif
