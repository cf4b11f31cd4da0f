/* SPDX-License-Identifier: ISC */
/* The first turnpost.yaml of a home: the sample, with answers in it. */
#ifndef APP_HOME_FIRST_SETTINGS_H
#define APP_HOME_FIRST_SETTINGS_H

#include <stdbool.h>

struct config;
struct err;

/*
 * A login.  With a user there is exactly one of the others; all NULL: none.
 * The strings are this struct's own.
 */
struct first_login {
	char *user;
	char *password; /* is written into a file of the home, mode 0600 */
	char *password_file; /* absolute */
	char *password_command;
};

/* Every text is the struct's own, in one line of UTF-8. */
struct first_settings {
	char *address; /* as a person wrote it; never NULL when it is used */
	char *organiser; /* "NAME <ADDRESS>"; NULL: nobody */
	char *delimiter; /* NULL: the usual one */
	char *imap; /* "imaps://HOST[:PORT]" or imap://; NULL: no mailbox */
	char *smtp; /* smtps:// or smtp://; NULL: letters go to spool/out */
	struct first_login in; /* at imap; has a user if there is one */
	struct first_login out; /* at smtp */
	char *done; /* folder for mails that are done; NULL: the usual one */
	char *ca_file; /* absolute; NULL: what this machine trusts */
	bool plain_envelope; /* the server accepts no other sender */
	char *store; /* "postgresql://..."; NULL: turnpost.db */
};

/* Can a home have that address and organiser?  Else -1 with ERR_FORMAT and a
 * sentence that says what would do. */
int first_check_address(const char *address, struct err *);
int first_check_organiser(
    const char *address, const char *organiser, struct err *);
/* Can that server be meant, imap:// or imaps:// if is_imap, else smtp:// or
 * smtps://?  Else -1 with ERR_FORMAT. */
int first_check_server(const char *url, bool is_imap, struct err *);
/* Newly allocated; no password is in it. */
char *first_text(const struct first_settings *);
/* The settings that this text makes, with passwords that are in no file yet;
 * NULL with err.  dir: the home that is to be. */
struct config *first_config(
    const char *dir, const struct first_settings *, struct err *);
/* Files of the home that hold passwords which were typed in. */
#define FIRST_PASSWORD "password"
#define FIRST_PASSWORD_SMTP "password-smtp"
/* Write the passwords that are to be in files of the home, if there are any. */
int first_write_passwords(
    const char *dir, const struct first_settings *, struct err *);
/* Frees what they hold, and wipes passwords. */
void first_login_clear(struct first_login *);
void first_clear(struct first_settings *);

#endif
