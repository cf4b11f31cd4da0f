/* SPDX-License-Identifier: ISC */
/* The log to syslog(3). */
#include "base/log_syslog.h"

#include "base/log_target.h"

#include <stdbool.h>
#include <syslog.h>

int
log_priority(int level)
{
	static const int priorities[] = { LOG_WARNING, LOG_INFO, LOG_DEBUG };

	return priorities[level];
}

void
log_syslog(int level, const char *line)
{
	static bool opened;

	if (!opened)
		openlog("turnpost", LOG_PID, LOG_DAEMON);
	opened = true;
	syslog(log_priority(level), "%s", line);
}
