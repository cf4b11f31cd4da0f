/* SPDX-License-Identifier: ISC */
/* Reply keys and other words that prove something (libsodium). */
#ifndef MAIL_KEY_H
#define MAIL_KEY_H

#include "mail/ticket.h"

#include <stdbool.h>
#include <stdint.h>

void key_make(const unsigned char secret[SECRET_SIZE], int64_t match, int seat,
    int epoch, char key[KEY_SIZE + 1]);
/* In constant time; letters' case does not count. */
bool key_equal(const char *a, const char *b);
/* A short code of 6 characters for "resign CODE" and the like. */
void code_make(const unsigned char secret[SECRET_SIZE], const char *purpose,
    int64_t match, int seat, int epoch, char code[7]);
/* A number that is always the same for these, and that nobody can tell without
 * the secret: by which times are spread. */
uint32_t spread_make(const unsigned char secret[SECRET_SIZE],
    const char *purpose, int64_t match, int seat, int64_t number);
/* A key for a letter that asks something: of that question, and of no seat. */
void letter_key_make(const unsigned char secret[SECRET_SIZE],
    const char *purpose, int64_t number, char key[KEY_SIZE + 1]);
/*
 * What tells the letters of a home apart: of the number of a letter, without
 * telling how many there are.
 */
void serial_make(const unsigned char secret[SECRET_SIZE], int64_t number,
    char serial[SERIAL_SIZE + 1]);
/*
 * The word of a letter's own envelope sender, robot+b.WORD@host (VERP): what
 * comes back to it is about that letter.  It does not tell the number.
 */
void bounce_word(const unsigned char secret[SECRET_SIZE], int64_t letter,
    char word[KEY_SIZE + 1]);
/*
 * Thread-Index of all letters of a match, by which Outlook knows a thread.
 */
#define THREAD_INDEX_SIZE 33 /* base64 of 22 bytes, with its end */
void thread_index(const unsigned char secret[SECRET_SIZE], int64_t match,
    int64_t created, char index[THREAD_INDEX_SIZE]);

#endif
