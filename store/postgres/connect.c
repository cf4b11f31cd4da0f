/* SPDX-License-Identifier: ISC */
/*
 * The connection to the server.  What an organiser does not say is chosen here:
 * of several hosts the one that can be written to, certificates that are
 * checked wherever bytes leave this machine, and a dead network that is noticed
 * within half a minute.  A connection that was lost is made anew when the next
 * transaction begins.
 */
#include "store/postgres/postgres.h"

#include "base/err.h"
#include "store/db.h"
#include "store/postgres/answers.h"
#include "store/postgres/text.h"

#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <string.h>

/* More than what libpq knows of. */
#define OPTIONS_MAX 64

struct options {
	const char *keys[OPTIONS_MAX + 1], *values[OPTIONS_MAX + 1];
	int n;
};

static const char *
find(const struct options *o, const char *key)
{
	for (int i = 0; i < o->n; i++)
		if (strcmp(o->keys[i], key) == 0)
			return o->values[i];
	return NULL;
}

static void
add(struct options *o, const char *key, const char *value)
{
	if (find(o, key) != NULL)
		return;
	assert(o->n < OPTIONS_MAX);
	o->keys[o->n] = key;
	o->values[o->n++] = value;
}

/* A socket's folder, or an address of the machine itself; not a name that looks
 * like one. */
static bool
is_here(const char *host)
{
	struct in6_addr six;
	struct in_addr four;

	if (host[0] == '\0' || host[0] == '/' || host[0] == '@' ||
	    strcmp(host, "localhost") == 0)
		return true;
	if (inet_pton(AF_INET, host, &four) == 1)
		return ntohl(four.s_addr) >> 24 == IN_LOOPBACKNET;
	return inet_pton(AF_INET6, host, &six) == 1 &&
	       IN6_IS_ADDR_LOOPBACK(&six);
}

/* What libpq takes where the setting says nothing: of the environment. */
static const char *
default_of(const PQconninfoOption *defaults, const char *key)
{
	for (int i = 0; defaults != NULL && defaults[i].keyword != NULL; i++)
		if (strcmp(defaults[i].keyword, key) == 0)
			return defaults[i].val;
	return NULL;
}

/* addresses: one that is left out is that of a name. */
static bool
are_here(const char *hosts, bool addresses)
{
	g_auto(GStrv) each = g_strsplit(hosts, ",", -1);

	for (int i = 0; each[i] != NULL; i++)
		if (!is_here(each[i]) || (addresses && each[i][0] == '\0'))
			return false;
	return true;
}

/* Does anything leave this machine?  A service file may say so, which libpq
 * reads later. */
static bool
is_far(const struct options *o)
{
	PQconninfoOption *defaults = pq.conndefaults();
	const char *address = find(o, "hostaddr"), *host = find(o, "host");
	bool far;

	if (address == NULL)
		address = default_of(defaults, "hostaddr");
	if (host == NULL)
		host = default_of(defaults, "host");
	if (find(o, "hostaddr") == NULL &&
	    (find(o, "service") != NULL ||
		default_of(defaults, "service") != NULL))
		far = true;
	else if (address != NULL)
		far = !are_here(address, true);
	else
		far = host != NULL && !are_here(host, false);
	pq.conninfoFree(defaults);
	return far;
}

static int
choose(const struct store *st, struct options *o)
{
	/* Settings are read by more people than a file of passwords, and are
	 * in each backup. */
	if (find(o, "password") != NULL || find(o, "sslpassword") != NULL)
		return err_set(st->err, ERR_FORMAT,
		    "store: a password must not stand in turnpost.yaml; put it "
		    "into a file and name that with passfile=");
	if (is_far(o))
		add(o, "sslmode", "verify-full");
	add(o, "target_session_attrs", "read-write");
	add(o, "application_name", "turnpost");
	add(o, "client_encoding", "UTF8");
	add(o, "connect_timeout", "10");
	add(o, "keepalives_idle", "10");
	add(o, "keepalives_interval", "5");
	add(o, "keepalives_count", "3");
	add(o, "tcp_user_timeout", "25000");
	return 0;
}

static void
no_notice(void *arg, const char *message)
{
	(void)arg;
	(void)message;
}

int
postgres_wait_at_most(struct store *st, int milliseconds)
{
	char room[POSTGRES_DIGITS];
	g_autofree char *set = g_strconcat(
	    "SET lock_timeout = ", postgres_decimal(room, milliseconds), NULL);

	return postgres_exec(st, set);
}

/* What holds for each connection. */
static int
begin_session(struct store *st)
{
	const struct postgres_own *own = st->own;
	const char *encoding =
	    pq.parameterStatus(own->connection, "server_encoding");

	if (pq.serverVersion(own->connection) < 130000)
		return err_set(st->err, ERR_IO,
		    "the server of %s is older than PostgreSQL 13: upgrade it",
		    st->path);
	if (g_strcmp0(encoding, "UTF8") != 0)
		return err_set(st->err, ERR_DAMAGED,
		    "database %s does not hold UTF-8: make one with "
		    "\"createdb --encoding=UTF8 --template=template0\"",
		    st->path);
	if (postgres_exec(st,
		"SET standard_conforming_strings = on;"
		/* when the server gives back what it locks */
		"SET tcp_keepalives_idle = 10;"
		"SET tcp_keepalives_interval = 5;"
		"SET tcp_keepalives_count = 3;"
		"SET tcp_user_timeout = 25000;"
		"SET client_min_messages = error;"
		/* a plan for each set of values takes longer than it runs */
		"SET plan_cache_mode = force_generic_plan;"
		"SELECT set_config('synchronous_commit', 'on',"
		" false) WHERE"
		" current_setting('synchronous_commit') = 'off'") == -1 ||
	    (own->looks && postgres_exec(st,
			       "SET default_transaction_read_only = on") == -1))
		return -1;
	return postgres_wait_at_most(st, st->busy_ms) == -1
		   ? -1
		   : postgres_listen_again(st);
}

static int
connect_with(struct store *st, const struct options *o)
{
	struct postgres_own *own = st->own;

	own->connection = pq.connectdbParams(o->keys, o->values, 0);
	own->serial++;
	if (own->connection == NULL ||
	    pq.status(own->connection) != CONNECTION_OK) {
		postgres_fail_connect(st, pq.errorMessage(own->connection));
		postgres_disconnect(st);
		return -1;
	}
	pq.setNoticeProcessor(own->connection, no_notice, NULL);
	if (begin_session(st) == 0)
		return 0;
	postgres_disconnect(st);
	return -1;
}

int
postgres_connect(struct store *st)
{
	struct postgres_own *own = st->own;
	struct options o = { .n = 0 };
	PQconninfoOption *parsed;
	char *fault = NULL;
	int r = -1;

	if (own->connection != NULL &&
	    pq.status(own->connection) == CONNECTION_OK)
		return 0;
	postgres_disconnect(st);
	if (pq_open(st->err) == -1)
		return -1;
	parsed = pq.conninfoParse(own->conninfo, &fault);
	/* What libpq says of it may quote a password. */
	pq.freemem(fault);
	if (parsed == NULL)
		return err_set(st->err, ERR_FORMAT,
		    "store: this is no connection string of PostgreSQL, like "
		    "postgresql://HOST/DATABASE?passfile=FILE");
	for (int i = 0; parsed[i].keyword != NULL; i++)
		if (parsed[i].val != NULL && parsed[i].val[0] != '\0')
			add(&o, parsed[i].keyword, parsed[i].val);
	if (choose(st, &o) == 0)
		r = connect_with(st, &o);
	pq.conninfoFree(parsed);
	return r;
}

void
postgres_disconnect(struct store *st)
{
	struct postgres_own *own = st->own;

	if (own->connection != NULL)
		pq.finish(own->connection);
	own->connection = NULL;
	own->piping = false;
	own->late.code = 0;
	g_array_set_size(own->sent, 0);
	postgres_outdate_all(st);
}
