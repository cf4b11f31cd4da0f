/* SPDX-License-Identifier: ISC */
/* Settings as data: how each key of a map in turnpost.yaml is read. */
#ifndef APP_HOME_SETTINGS_H
#define APP_HOME_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

struct err;
struct ynode;

struct setting_reader {
	const char *dir; /* of the home */
	struct err *e;
};

enum setting_kind {
	SETTING_END,
	SETTING_TEXT, /* char *: what clean makes of it, NULL if it cannot be */
	SETTING_LINE, /* char *: any text of one line, as it is */
	SETTING_PATH, /* char *: a line, below the home without a leading "/" */
	SETTING_NUMBER, /* int: from 0 to max */
	SETTING_WORD, /* unsigned, or an enum: its place among words */
	SETTING_FLAG, /* bool: is it the second of two words? */
	SETTING_VALUE, /* take reads it from a text */
	SETTING_NODE, /* read reads it, and says what is wrong */
	SETTING_MAP, /* settings of its own in the same struct */
	SETTING_CHECK /* no setting: do those above go together? */
};

/* The rows of a table are read in their order, whatever that of the file. */
struct setting {
	enum setting_kind kind;
	const char *key;
	size_t at; /* where in the struct */
	const char *dflt; /* the text that holds without one; NULL: nothing */
	const char *must; /* said of a text that does not do */
	int max;
	const char *const *words; /* NULL-ended */
	char *(*clean)(const char *text);
	bool (*take)(void *at, const char *text);
	int (*read)(
	    struct setting_reader *, void *at, const struct ynode *node);
	const struct setting *settings;
	int (*check)(
	    struct setting_reader *, void *into, const struct ynode *map);
};
#define S_ROW(name, k, a, ...)                                         \
	{                                                              \
		.kind = SETTING_##name, .key = k, .at = a, __VA_ARGS__ \
	}
#define S_TEXT(k, a, d, c, m) \
	S_ROW(TEXT, k, a, .dflt = d, .must = m, .clean = c)
#define S_LINE(k, a) S_ROW(LINE, k, a, )
#define S_PATH(k, a) S_ROW(PATH, k, a, )
#define S_NUMBER(k, a, d, n, m) \
	S_ROW(NUMBER, k, a, .dflt = d, .must = m, .max = n)
#define S_WORD(k, a, w, m) S_ROW(WORD, k, a, .must = m, .words = w)
#define S_FLAG(k, a, w, m) S_ROW(FLAG, k, a, .must = m, .words = w)
#define S_VALUE(k, a, d, t, m) \
	S_ROW(VALUE, k, a, .dflt = d, .must = m, .take = t)
#define S_NODE(k, a, r) S_ROW(NODE, k, a, .read = r)
#define S_MAP(k, s) S_ROW(MAP, k, 0, .settings = s)
#define S_CHECK(c) S_ROW(CHECK, NULL, 0, .check = c)
#define S_END S_ROW(END, NULL, 0, )

extern const char *const no_yes[]; /* words of a flag */
#define YES_OR_NO "yes or no is needed here"

/* Reads a map into that struct; without a map only what holds by itself. */
int settings_read(struct setting_reader *, const struct setting *, void *into,
    const struct ynode *map);
/* Has the map keys of these settings alone? */
int settings_keys(
    struct setting_reader *, const struct setting *, const struct ynode *map);
int setting_fault(
    struct setting_reader *, const struct ynode *node, const char *what);

/* config_mail.c: all below "mail:", in struct config. */
extern const struct setting mail_settings[];

/* Names without a leading "/" begin in the home. */
char *setting_path(const char *dir, const char *name);

#endif
