/* SPDX-License-Identifier: ISC */
/* Places where the mail servers of a domain may be. */
#include "mail/servers/discover.h"

#include "mail/servers/server_login.h"
#include "mail/servers/srv.h"

#include <string.h>

/* A service with one kind of TLS. */
struct kind {
	const char *record; /* the first labels of its SRV record */
	enum server_security security;
	int port;
};

/* RFC 8314, 3: TLS from the first byte is preferred. */
#define KINDS 2
static const struct kind imap_kinds[KINDS] = {
	{ "_imaps._tcp", SERVER_TLS, 993 },
	{ "_imap._tcp", SERVER_STARTTLS, 143 },
};
static const struct kind smtp_kinds[KINDS] = {
	{ "_submissions._tcp", SERVER_TLS, 465 },
	{ "_submission._tcp", SERVER_STARTTLS, 587 },
};
/* In front of the domain. */
static const char *const imap_names[] = { "imap.", "mail.", "", NULL };
static const char *const smtp_names[] = { "smtp.", "mail.", "", NULL };

static void
candidate_free(void *data)
{
	struct candidate *c = data;

	server_clear(&c->server);
	g_free(c);
}

static void
add(GPtrArray *list, const char *host, int port, const struct kind *kind,
    bool named)
{
	struct candidate *c;

	for (guint i = 0; i < list->len; i++) {
		c = list->pdata[i];
		if (c->server.port == port &&
		    c->server.security == kind->security &&
		    g_ascii_strcasecmp(c->server.host, host) == 0)
			return;
	}
	c = g_new0(struct candidate, 1);
	c->server.host = g_strdup(host);
	c->server.port = port;
	c->server.security = kind->security;
	c->named = named;
	g_ptr_array_add(list, c);
}

/* false: the domain says that it has none of that kind. */
static bool
add_named(GPtrArray *list, const char *domain, const struct kind *kind,
    discover_ask *ask)
{
	g_autofree char *name = g_strconcat(kind->record, ".", domain, NULL);
	g_autoptr(GArray) found = ask(name);
	bool refused = false, any = false;

	for (guint i = 0; i < found->len; i++) {
		const struct srv *srv = &g_array_index(found, struct srv, i);

		if (srv->host[0] == '\0') {
			refused = true;
			continue;
		}
		any = true;
		add(list, srv->host, srv->port, kind, true);
	}
	return any || !refused;
}

GPtrArray *
discover(const char *domain, enum mail_service service, discover_ask *ask)
{
	bool is_imap = service == SERVICE_IMAP;
	const struct kind *kinds = is_imap ? imap_kinds : smtp_kinds;
	const char *const *names = is_imap ? imap_names : smtp_names;
	GPtrArray *list = g_ptr_array_new_with_free_func(candidate_free);
	bool offered[KINDS];

	for (int k = 0; k < KINDS; k++)
		offered[k] = add_named(list, domain, &kinds[k], ask);
	for (int k = 0; k < KINDS; k++)
		for (int i = 0; offered[k] && names[i] != NULL; i++) {
			g_autofree char *host =
			    g_strconcat(names[i], domain, NULL);

			add(list, host, kinds[k].port, &kinds[k], false);
		}
	return list;
}
