/* SPDX-License-Identifier: ISC */
/* Places where the program could die, for the stop-anywhere test. */
#include "base/checkpoint.h"

#include "base/log.h"

#include <signal.h>

static unsigned stop_at;
static unsigned reached;

void
checkpoint_stop_at(unsigned n)
{
	stop_at = n;
}

unsigned
checkpoint_count(void)
{
	return reached;
}

void
checkpoint(const char *name)
{
	reached++;
	log_debug("checkpoint", "checkpoint %u: %s", reached, name);
	if (reached == stop_at)
		raise(SIGKILL); /* nothing is flushed, nothing tidied up */
}
