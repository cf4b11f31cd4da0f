/* SPDX-License-Identifier: ISC */
/* Answers to "Did you mean that?" */
#ifndef APP_PLAYERS_MEANT_ANSWERS_H
#define APP_PLAYERS_MEANT_ANSWERS_H

#include "app/players/questions/coded.h"

ask_answer meant_yes; /* then h->meant is set */
/* The lines in h->meant are done, and what else stands in this mail. */
int meant_do(struct handling *);

#endif
