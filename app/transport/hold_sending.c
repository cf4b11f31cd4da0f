/* SPDX-License-Identifier: ISC */
/*
 * When no letter may leave: a pause after a fault that concerns all of them,
 * so many within an hour, or so many written within an hour that something
 * must be wrong.  What must last is kept in the database:
 *
 *	send.pause	"STEP UNTIL SETTINGS": how many tries failed in a row,
 *			when the next one is, and with which settings
 *	send.brake	since when nothing leaves before the organiser says so
 *	send.resumed	when he last did
 */
#include "app/transport/send.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "base/err.h"
#include "base/log.h"
#include "base/seconds.h"
#include "store/mails/outbox.h"
#include "store/meta.h"
#include "store/transaction.h"
#include "store/troubles.h"

#include <sys/stat.h>

#define WORD 16 /* characters of settings */

/* Minutes until one letter is tried again, the last one from then on. */
static const int backoff[] = { 1, 5, 15, 60 };
#define BACKOFF_MAX HOUR

struct pause {
	int step; /* 0: none */
	int64_t until;
	char settings[WORD + 1];
};

static int
get_time(struct home *home, const char *key, int64_t *at)
{
	g_autofree char *text = NULL;

	*at = 0;
	if (store_meta_get(home->store, key, &text) == -1)
		return -1;
	if (text != NULL)
		*at = g_ascii_strtoll(text, NULL, 10);
	return 0;
}

static int
set_time(struct home *home, const char *key, int64_t at)
{
	g_autofree char *text = g_strdup_printf("%lld", (long long)at);

	return store_meta_set(home->store, key, text);
}

/* ---- a pause ---- */

/* Which file that is, so that a new one is noticed. */
static void
add_file(GString *text, const char *path)
{
	struct stat st;

	if (path != NULL && stat(path, &st) == 0)
		g_string_append_printf(text, "|%s|%lld|%lld.%ld", path,
		    (long long)st.st_size, (long long)st.st_mtim.tv_sec,
		    (long)st.st_mtim.tv_nsec);
}

/* A word for all that the organiser could mend. */
static void
settings_word(const struct home *home, char word[WORD + 1])
{
	const struct send_config *s = &home->config->send;
	g_autofree char *command =
	    s->command != NULL ? g_strjoinv(" ", s->command) : NULL;
	g_autofree char *hex = NULL;
	GString *text = g_string_new(NULL);

	g_string_printf(text, "%d|%s|%d|%d|%s|%s|%s|%s|%d", s->road,
	    s->server.host, s->server.port, s->server.security, s->server.user,
	    s->server.password_command, home->config->address, command,
	    s->plain_envelope);
	add_file(text, s->server.password_file);
	add_file(text, s->server.ca_file);
	hex = g_compute_checksum_for_string(G_CHECKSUM_SHA256, text->str, -1);
	g_strlcpy(word, hex, WORD + 1);
	g_string_free(text, TRUE);
}

static int
get_backoff(struct home *home, struct pause *p)
{
	g_autofree char *text = NULL;
	g_auto(GStrv) words = NULL;
	char now[WORD + 1];

	*p = (struct pause){ .step = 0 };
	if (store_meta_get(home->store, "send.pause", &text) == -1)
		return -1;
	if (text == NULL)
		return 0;
	words = g_strsplit(text, " ", 3);
	settings_word(home, now);
	/* With other settings it is another matter. */
	if (g_strv_length(words) < 3 || !g_str_equal(words[2], now))
		return 0;
	p->step = (int)g_ascii_strtoll(words[0], NULL, 10);
	p->until = g_ascii_strtoll(words[1], NULL, 10);
	return 0;
}

int
backoff_begin(struct home *home, const char *why)
{
	struct pause p;
	char settings[WORD + 1];
	g_autofree char *text = NULL;
	size_t step;

	if (get_backoff(home, &p) == -1)
		return -1;
	step = MIN((size_t)p.step, G_N_ELEMENTS(backoff) - 1);
	settings_word(home, settings);
	home->not_before = home->now + 60 * backoff[step];
	home->send_faulty = true;
	text = g_strdup_printf(
	    "%d %lld %s", p.step + 1, (long long)home->not_before, settings);
	if (store_meta_set(home->store, "send.pause", text) == -1)
		return -1;
	return store_trouble_note(home->store, "send", why, home->now);
}

int
backoff_over(struct home *home)
{
	if (store_meta_set(home->store, "send.pause", NULL) == -1)
		return -1;
	return store_trouble_over(home->store, "send");
}

int
backoff_looms(struct home *home, bool *looms)
{
	g_autofree char *text = NULL;
	g_autoptr(GPtrArray) troubles = store_troubles(home->store);

	if (troubles == NULL ||
	    store_meta_get(home->store, "send.pause", &text) == -1)
		return -1;
	*looms = text != NULL;
	for (guint i = 0; i < troubles->len; i++)
		*looms |= g_str_equal(
		    ((const struct trouble_row *)troubles->pdata[i])->what,
		    "send");
	return 0;
}

bool
send_failed(const struct home *home)
{
	return home->send_faulty;
}

void
send_hurry(struct home *home)
{
	home->hurry = true;
}

/* ---- too many letters in an hour ---- */

static int
brake_now(struct home *home, int64_t n)
{
	g_autofree char *why =
	    g_strdup_printf("%lld letters were written within an hour, and "
			    "none leaves before you have looked at \"turnpost "
			    "outbox list\" and run \"turnpost outbox resume\"",
		(long long)n);

	log_warn("sending-held-back", "no letters leave: %s", why);
	if (set_time(home, "send.brake", home->now) == -1)
		return -1;
	return store_trouble_note(home->store, "send", why, home->now);
}

static int
look_at_brake(struct home *home, bool *held)
{
	int64_t since, resumed, n;
	int r = 0;

	*held = false;
	if (home->config->send.brake == 0)
		return 0;
	if (get_time(home, "send.brake", &since) == -1 ||
	    get_time(home, "send.resumed", &resumed) == -1)
		return -1;
	*held = since != 0;
	if (*held)
		return 0;
	/* A clock that was ahead then does not switch the brake off. */
	if (resumed > home->now)
		resumed = 0;
	if (store_outbox_written(home->store, MAX(home->now - HOUR, resumed),
		home->now, &n) == -1)
		return -1;
	*held = n > home->config->send.brake;
	if (*held)
		IN_TRANSACTION(home->store, r, brake_now(home, n));
	return r;
}

int
sending_is_held(struct home *home, bool *held)
{
	struct pause p;
	int64_t since;

	if (get_time(home, "send.brake", &since) == -1 ||
	    get_backoff(home, &p) == -1)
		return -1;
	*held = (since != 0 && home->config->send.brake != 0) || p.step != 0;
	return 0;
}

static int
resume(struct home *home)
{
	struct pause p;
	int64_t since;

	if (get_time(home, "send.brake", &since) == -1 ||
	    get_backoff(home, &p) == -1)
		return -1;
	if (since == 0 && p.step == 0)
		return err_set(
		    home->err, ERR_CLASH, "nothing holds the letters back");
	if (since != 0 &&
	    (set_time(home, "send.resumed", home->now) == -1 ||
		store_meta_set(home->store, "send.brake", NULL) == -1))
		return -1;
	return backoff_over(home);
}

int
outbox_resume(struct home *home, int64_t now, struct err *e)
{
	int r;

	home_work(home, now, e);
	IN_TRANSACTION(home->store, r, resume(home));
	return r;
}

/* ---- so many within an hour ---- */

static int
hour_room(struct home *home, int64_t *room)
{
	int64_t limit = home->config->send.per_hour, n, at;

	*room = INT64_MAX;
	if (limit == 0)
		return 0;
	if (store_outbox_sent(home->store, home->now - HOUR, home->now, &n) ==
	    -1)
		return -1;
	*room = MAX(limit - n, 0);
	if (*room > 0)
		return 0;
	/* When so many of them are an hour old that there is room for one. */
	if (store_outbox_sent_at(
		home->store, home->now - HOUR, home->now, n - limit, &at) == -1)
		return -1;
	home->not_before = at + HOUR;
	return 0;
}

int
backoff_room(struct home *home, int64_t *room)
{
	bool held, hurry = home->hurry;
	struct pause p;

	*room = 0;
	home->hurry = false;
	if (look_at_brake(home, &held) == -1 || get_backoff(home, &p) == -1)
		return -1;
	if (held) {
		home->not_before = -1;
		home->send_faulty = true;
		return 0;
	}
	/* A clock that was set back makes it no longer. */
	if (!hurry && home->now < p.until &&
	    p.until - home->now <= BACKOFF_MAX) {
		home->not_before = p.until;
		home->send_faulty = true;
		return 0;
	}
	return hour_room(home, room);
}
