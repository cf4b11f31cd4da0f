/* SPDX-License-Identifier: ISC */
/* The first set-up, with what "turnpost check" tries. */
#include "app/organiser/setup.h"

#include "app/home/config.h"
#include "app/home/first_settings.h"
#include "app/organiser/checks/check.h"
#include "app/organiser/organiser.h"
#include "base/address.h"
#include "mail/servers/discover.h"
#include "mail/servers/probe.h"
#include "mail/servers/srv.h"

#include <string.h>

/* ---- finding ---- */

static char *
url_of(const struct server *s, bool is_imap)
{
	bool tls = s->security == SERVER_TLS;
	int usual = is_imap ? (tls ? 993 : 143) : (tls ? 465 : 587);
	const char *scheme = is_imap ? "imap" : "smtp";
	g_autofree char *port =
	    s->port == usual ? g_strdup("") : g_strdup_printf(":%d", s->port);

	return g_strconcat(scheme, tls ? "s" : "", "://", s->host, port, NULL);
}

/* It need not be told of usual names that there is nobody. */
static bool
answers(struct check *c, const struct candidate *place, bool is_imap)
{
	const struct server *s = &place->server;
	g_autofree char *what = g_strdup_printf("%s:%d", s->host, s->port);
	struct err e = { 0 };

	check_trying(c, what);
	if ((is_imap ? probe_imap_hello(s, &e) : probe_smtp(s, &e)) == 0)
		return true;
	if (place->named)
		check_warn(c, "servers",
		    "the domain names a server that cannot be used: %s",
		    e.text);
	return false;
}

char *
setup_find(const char *address, bool is_imap, const char *ca_file,
    const struct check_watch *watch)
{
	g_autofree char *plain = address_plain(address);
	const char *domain = plain == NULL ? NULL : strrchr(plain, '@');
	g_autoptr(GPtrArray) places = NULL;
	struct check c = { .watch = watch, .list = json_array() };
	char *url = NULL;

	if (domain != NULL) {
		check_trying(&c, "what the domain says about its servers");
		places = discover(
		    domain + 1, is_imap ? SERVICE_IMAP : SERVICE_SMTP, srv_ask);
	}
	for (guint i = 0; places != NULL && i < places->len && url == NULL;
	     i++) {
		struct candidate *place = places->pdata[i];

		place->server.ca_file = g_strdup(ca_file);
		if (answers(&c, place, is_imap))
			url = url_of(&place->server, is_imap);
	}
	json_decref(c.list);
	return url;
}

/* ---- trying ---- */

bool
setup_try(const char *dir, struct first_settings *first, enum setup_part part,
    int wait, int64_t now, const struct check_watch *watch)
{
	struct check c = { .dir = dir,
		.now = now,
		.watch = watch,
		.wait = wait,
		.first = first,
		.list = json_array() };
	struct err e = { 0 };

	c.config = first_config(dir, first, &e);
	if (c.config == NULL)
		check_wrong(&c, "settings", "%s", e.text);
	else if (part == SETUP_IN)
		check_receive(&c);
	else if (part == SETUP_OUT)
		check_send(&c);
	else
		check_letter(&c);
	config_free(c.config);
	json_decref(c.list);
	return !c.wrong;
}
