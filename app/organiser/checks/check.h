/* SPDX-License-Identifier: ISC */
/*
 * What the files of "turnpost check" share.  Each finding is one sentence; of
 * what is not well it says how to mend it.
 */
#ifndef APP_ORGANISER_CHECKS_CHECK_H
#define APP_ORGANISER_CHECKS_CHECK_H

#include "base/err.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct check_watch;
struct config;
struct first_settings;
struct store;

/* Mails of other machines' clocks are not stored; ours may be set a little. */
#define CLOCK_SLACK 120 /* seconds */

struct check {
	const char *dir;
	int64_t now;
	const struct check_watch *watch;
	json_t *list; /* {"part", "state", "says"} */
	bool wrong; /* is anything? */
	bool brief; /* for a program that watches: nobody is named */
	int wait; /* seconds for a mail to itself to come back */
	/* A home that is being set up: what is found out is put right there.
	 * NULL: it is there already, and nothing is changed. */
	struct first_settings *first;
	struct config *config; /* NULL: it cannot be read */
	struct store *store; /* NULL: it cannot be read, or is an older one */
	struct err err; /* where the store tells its faults */
};

/* ---- check_notes.c ---- */

/* It may take seconds: say so to the organiser who waits. */
void check_trying(const struct check *, const char *what);
void check_ok(struct check *, const char *part, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Not as it should be, but it works. */
void check_warn(struct check *, const char *part, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
void check_wrong(struct check *, const char *part, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* ---- check.c ---- */

/* Reads them; false: there is no home, so that nothing else is to be looked at.
 */
bool check_settings(struct check *);

/* ---- check_home.c: files and folders ---- */

void check_templates(struct check *);
void check_data(struct check *);
void check_folders(struct check *);
/* Opens it, too. */
void check_database(struct check *);
/* So many bytes are free where the home lies. */
void check_room(struct check *, uint64_t bytes);

/* ---- check_pictures.c ---- */

void check_pictures(struct check *);

/* ---- check_backup.c ---- */

/* With settings and a database that can be read. */
void check_backup(struct check *);

/* ---- check_mail.c: mail servers and addresses ---- */

void check_mail(struct check *);
/* The parts of it that log in; with settings. */
void check_receive(struct check *);
void check_send(struct check *);

/* ---- check_letter.c: a mail to itself ---- */

/* Sends one, and one to a variant of the address, and looks for them; with
 * settings. */
void check_letter(struct check *);

/* ---- check_running.c: does it work, and is that seen? ---- */

void check_running(struct check *);
void check_metrics(struct check *);
void check_pages(struct check *);

/* ---- check_state.c: what stands in the database ---- */

void check_state(struct check *);

#endif
