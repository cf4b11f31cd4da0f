/* SPDX-License-Identifier: ISC */
/* The folder in which one turnpost lives: it is made, opened, locked and
 * served. */
#ifndef APP_HOME_FOLDER_H
#define APP_HOME_FOLDER_H

#include <stdbool.h>
#include <stdint.h>

struct config;
struct err;
struct first_settings;
struct home;

/* ---- home.c ---- */

/* Once, at the start of the program: the libraries below. */
void app_init(void);
/* Called before the schema of its rows is brought up to date; if that fails, it
 * stays as it is. */
typedef int home_before_step(
    const char *dir, const struct config *, struct err *);
/* That function may be NULL, where no rows are older.  ERR_MISSING: no home
 * there.  ERR_FORMAT: turnpost.yaml:LINE and why. */
struct home *home_open(const char *dir, home_before_step *, struct err *);
void home_close(struct home *);
/* Read turnpost.yaml and templates again; on an error the old ones stay. */
int home_reload(struct home *, struct err *);
/*
 * What time it is for deadlines, in microseconds, if this machine's clock says
 * usec: where a server keeps the rows, that of its clock, which all machines
 * that work there share.  usec if it cannot be asked.
 */
int64_t home_clock(struct home *, int64_t usec);
/* The Maildir into which mail for this home is delivered. */
char *home_spool_in(const char *dir);

/* ---- create.c ---- */

/*
 * Make the folder with turnpost.yaml, turnpost.db and spool/.  If that fails,
 * what was made in the file system is removed; tables that were made on a
 * server stay, and another try uses them.  ERR_CLASH if there is a home there.
 */
int home_create(const char *dir, const char *address, struct err *);
/* The same with first settings: ERR_FORMAT if its address or organiser cannot
 * be. */
int home_create_with(
    const char *dir, const struct first_settings *, struct err *);
/* May a home be made there?  Else -1 with ERR_CLASH. */
int home_can_be(const char *dir, struct err *);

/* ---- lock.c ---- */

/*
 * The steps are one process's at a time.  Waits up to so many seconds for
 * another one; then ERR_BUSY.
 */
int home_lock(struct home *, int wait_seconds, struct err *);
/* The same beside workers of other machines, where several can work. */
int home_join(struct home *, int wait_seconds, struct err *);
void home_unlock(struct home *);
/*
 * Be the one that serves it, as long as the descriptor stays open that is
 * returned; ERR_BUSY: somebody else does.
 */
int home_serve(struct home *, struct err *);
/* The file whose being closed by a writer wakes the one that serves. */
char *home_bell(const char *dir);
/* Wakes that one; false: nobody serves. */
bool home_ring(const char *dir);
/* Does anybody serve?  Nobody is woken. */
bool home_is_served(const char *dir);

#endif
