/* SPDX-License-Identifier: ISC */
/*
 * Places where the program could die, for the stop-anywhere test: the n-th
 * one reached ends the process at once, as a crash would.
 */
#ifndef BASE_CHECKPOINT_H
#define BASE_CHECKPOINT_H

/* 0 (as at start): never.  cmd/ sets it from TURNPOST_STOP_AT. */
void checkpoint_stop_at(unsigned n);
/* how many were reached so far */
unsigned checkpoint_count(void);
void checkpoint(const char *name);

#endif
