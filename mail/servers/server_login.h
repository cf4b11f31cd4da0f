/* SPDX-License-Identifier: ISC */
/*
 * How a mail server is read from the settings, and how we come to its password.
 * IMAP (imap.h) and SMTP (smtp.h) both begin here.
 */
#ifndef MAIL_SERVERS_SERVER_LOGIN_H
#define MAIL_SERVERS_SERVER_LOGIN_H

#include <stdbool.h>

struct err;
struct server;

/*
 * "imaps://HOST[:PORT]" and the like into host, port and security; tls and
 * plain are the two schemes ("imaps", "imap").  Nothing else may stand in it:
 * no user, no path.  false: it is no such thing.
 */
bool server_read(struct server *, const char *url, const char *tls,
    int tls_port, const char *plain, int plain_port);
/* Is that this very machine: localhost, 127.x.x.x, ::1? */
bool server_is_local(const struct server *);
/* Frees what it holds, not itself; wipes the password. */
void server_clear(struct server *);
/*
 * The password, newly allocated; give it to server_forget.  Asked for at each
 * login, so that it can change.  ERR_IO: no such file, or the command failed
 * (what it printed is not in the message) or took too long; ERR_FORMAT: it is
 * empty.
 */
char *server_password(const struct server *, struct err *);
/* Wipe and free it; fine with NULL. */
void server_forget(char *password);

#endif
