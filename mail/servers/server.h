/* SPDX-License-Identifier: ISC */
/* A mail server as the settings name it. */
#ifndef MAIL_SERVERS_SERVER_H
#define MAIL_SERVERS_SERVER_H

enum server_security {
	SERVER_TLS, /* imaps, smtps: from the first byte */
	SERVER_STARTTLS, /* imap, smtp: or not at all */
	SERVER_PLAIN /* neither; only to this machine */
};

struct server {
	char *host;
	int port; /* 1 to 65535 */
	enum server_security security;
	char *user; /* NULL: no login */
	/* One of these if there is a user; the others are NULL. */
	char *password; /* itself, before it stands anywhere (set-up) */
	char *password_file; /* its first line */
	char *password_command; /* the first line of what it prints */
	int patience; /* seconds for that command; 0: a minute */
	char *ca_file; /* PEM; NULL: the authorities this machine trusts */
};

#endif
