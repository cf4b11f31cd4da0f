/* SPDX-License-Identifier: ISC */
/* What came of each line of a mail is noted in the reply. */
#ifndef APP_MATCHES_TABLE_REPLY_LINES_H
#define APP_MATCHES_TABLE_REPLY_LINES_H

#include <jansson.h>
#include <stdbool.h>

struct phrase;
struct reply;
struct request;

/* In home_words; takes the phrase over. */
char *reply_sentence(const struct reply *, struct phrase *);
/* Why the line (or, if "", the whole mail) was not done; args (or NULL) are
 * taken over, here and below. */
void reply_refuse(
    struct reply *, const char *line, const char *key, json_t *args);
/* Takes the phrase over. */
void reply_refuse_for(struct reply *, const char *line, struct phrase *why);
/* It was understood: what is a word below "understood"; words go with it, or
 * NULL. */
void reply_note(
    struct reply *, const char *line, const char *what, const char *words);
/* The item for that: {"line", "what", "words", "not": it was not done}. */
json_t *reply_item(const char *line, const char *what, const char *words);
/* The same by a whole sentence. */
void reply_say(struct reply *, const char *line, const char *key, json_t *args);
/* It was not understood; takes the hint over. */
void reply_suggest(struct reply *, const char *line, char *hint);
/* The same, by what it is like: the key of a hint. */
void reply_hint(struct reply *, const struct request *, const char *key);
/* The same of one for which all moves of the mail are refused. */
void reply_refuse_hint(struct reply *, const struct request *, const char *key);
/* The line (or NULL) was not done, and does not hinder the rest. */
void reply_undone(
    struct reply *, const char *line, const char *key, json_t *args);
/* A sentence behind what was understood. */
void reply_remark(struct reply *, const char *key, json_t *args);
/* That part is wanted, of what the request names. */
void reply_section(struct reply *, const struct request *, const char *section);
void reply_want(struct reply *, const char *section);
bool reply_wants(const struct reply *, const char *section);

#endif
