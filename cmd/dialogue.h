/* SPDX-License-Identifier: ISC */
/*
 * Questions on a terminal, and showing what is being tried.  Only init asks;
 * nothing that is asked here is kept once its caller has freed it.
 */
#ifndef CMD_DIALOGUE_H
#define CMD_DIALOGUE_H

#include "app/organiser/organiser.h"

#include <stdbool.h>

/* ---- ask.c ---- */

/* Can anybody be asked: are standard input and output terminals? */
bool ask_can(void);
/*
 * From now on Ctrl-C and the like say that nothing was written, put the
 * terminal right and end the program; while ask_holds(true) holds, they wait.
 */
void ask_begin(void);
void ask_holds(bool hold);
/* It is written: Ctrl-C does what it does elsewhere, and one that waited is
 * forgotten. */
void ask_end(void);
/*
 * An answer of one line, without blanks around it; newly allocated.  preset:
 * what an empty line means, shown in brackets; NULL: nothing, and "" comes
 * back. NULL: there will be no answer, because the input has ended.
 */
char *ask_line(const char *question, const char *preset);
/* The same of a line that is not shown, with all its blanks, for which an empty
 * line stays one; the caller wipes it. */
char *ask_secret(const char *question);
/* 1: yes, 0: no, -1: the input has ended. */
int ask_yes(const char *question, bool preset);

/* ---- trying.c ---- */

/* Seconds that a mail to itself may take: usually, and at most. */
#define MAIL_WAIT 60
#define MAIL_WAIT_MAX 3600

/* What is tried stands on standard error while it is a terminal; each finding
 * is a line of standard output, unless it is for JSON. */
struct check_watch trying_watch(bool json);
/* What is tried is no longer shown. */
void trying_end(void);

#endif
