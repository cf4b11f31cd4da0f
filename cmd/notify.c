/* SPDX-License-Identifier: ISC */
#include "cmd/notify.h"

#include "base/err.h"
#include "base/library.h"
#include "base/log.h"

#include <glib.h>
#include <stdlib.h>
#include <systemd/sd-daemon.h>

#define NOTIFY_POINTER(call) LIBRARY_MEMBER(sd_, call)
#define NOTIFY_CALLS(X) X(notify)
static struct {
	NOTIFY_CALLS(NOTIFY_POINTER)
} sd;

/* false: nobody is to be told, or nothing can be told. */
static bool
is_told(void)
{
#define CALL(call) LIBRARY_CALL(sd_, call, sd)
	static const struct library_call calls[] = { NOTIFY_CALLS(CALL) };
#undef CALL
	static struct library library = { library_systemd, calls,
		G_N_ELEMENTS(calls), false };
	static bool warned;
	struct err e = { 0 };

	if (g_getenv("NOTIFY_SOCKET") == NULL)
		return false;
	if (library_need(&library, &e) == 0)
		return true;
	if (!warned)
		log_warn(
		    "systemd-not-told", "systemd is told nothing: %s", e.text);
	warned = true;
	return false;
}

static void
tell(const char *state)
{
	if (is_told())
		sd.notify(0, state);
}

void
notify_ready(void)
{
	tell("READY=1\nSTATUS=waiting for mail and deadlines");
}

void
notify_alive(void)
{
	static gint64 last;
	gint64 now = g_get_monotonic_time();

	if (last != 0 && now - last < G_USEC_PER_SEC)
		return;
	last = now;
	tell("WATCHDOG=1");
}

void
notify_reloading(void)
{
	tell("RELOADING=1");
}

void
notify_ending(void)
{
	tell("STOPPING=1");
}
