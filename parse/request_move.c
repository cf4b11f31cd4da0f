/* SPDX-License-Identifier: ISC */
/*
 * Moves as people write them: in the words of their language, several words
 * for one, and two moves in one line.
 */
#include "parse/inner.h"

#include "core/atom.h"
#include "core/decision.h"
#include "core/match.h"
#include "core/move.h"
#include "core/names.h"
#include "core/rules.h"
#include "core/say.h"
#include "core/verb.h"
#include "core/words.h"
#include "parse/request.h"

#include <string.h>

/* A word of the game, or what stands in its place. */
struct piece {
	const char *word; /* the game's, or as written in lower case */
	size_t start; /* where it stands in the line */
	bool comma; /* in front of it */
	bool other; /* it parts alternatives: "or" */
};

static const char *
verb_word(const struct game *game, const char *word)
{
	for (size_t i = 0; i < game->nverbs; i++)
		if (game->verbs[i].word[0] == word[0] &&
		    strcmp(game->verbs[i].word, word) == 0)
			return game->verbs[i].word;
	return NULL;
}

/* A word of the game is understood in every language. */
static bool
is_own_word(const struct match *m, const char *word)
{
	const struct game *game = match_game(m);
	int16_t value;

	if (verb_word(game, word) != NULL)
		return true;
	for (size_t i = 0; i < game->nshorthands; i++)
		if (strcmp(game->shorthands[i].word, word) == 0)
			return true;
	for (size_t i = 0; i < game->natoms; i++)
		if (atom_read(game, match_state(m), game->atoms[i].letter, word,
			&value))
			return true;
	return false;
}

/* The Latin letter that the two bytes of a Cyrillic one look like, in either
 * case; '\0': none. */
static char
latin_alike(const char *two)
{
	static const char *const alike[] = { "аa", "вb", "еe", "кk", "мm", "нh",
		"оo", "рp", "сc", "тt", "уy", "хx" };

	for (size_t i = 0; i < G_N_ELEMENTS(alike); i++)
		if (strncmp(two, alike[i], 2) == 0)
			return alike[i][2];
	return '\0';
}

/* "с5" as a Russian keyboard writes it: what the game writes in letters and
 * digits, such as a field, or NULL. */
static const char *
look_alike(const struct match *m, const char *folded)
{
	const struct game *game = match_game(m);
	char word[GAME_WORD_SIZE];
	size_t n = 0;
	int16_t value;

	for (const char *p = folded; *p != '\0'; p = g_utf8_next_char(p)) {
		char c = (guchar)*p < 0x80 ? *p : latin_alike(p);

		if (c == '\0' || n + 1 == sizeof(word))
			return NULL;
		word[n++] = c;
	}
	word[n] = '\0';
	for (size_t i = 0; i < game->natoms; i++)
		if (game->atoms[i].as_written &&
		    atom_read(game, match_state(m), game->atoms[i].letter, word,
			&value))
			return g_intern_string(word);
	return NULL;
}

static bool
is_or(const struct words *w, const GPtrArray *tokens, guint i)
{
	guint taken;
	const char *word = request_word(w, tokens, i, &taken);

	return taken == 1 && g_strcmp0(word, "or") == 0;
}

/*
 * Forms of several words come first, then words that are the game's already,
 * then forms of one word.
 */
static struct piece
next_piece(const struct words *w, const struct match *m,
    const GPtrArray *tokens, guint i, guint *taken)
{
	const struct token *token = tokens->pdata[i];
	struct piece piece = { .start = token->start, .comma = token->comma };
	const char *form = words_at(w, match_game(m)->name, tokens, i, taken);
	const char *alike;

	if (form != NULL && *taken > 1) {
		piece.word = form;
		return piece;
	}
	*taken = 1;
	if (is_own_word(m, token->exact))
		piece.word = token->exact;
	else if (form != NULL)
		piece.word = form;
	else if (is_own_word(m, token->folded))
		piece.word = token->folded;
	else if ((alike = look_alike(m, token->folded)) != NULL)
		piece.word = alike;
	else {
		piece.word = token->exact;
		piece.other = is_or(w, tokens, i);
	}
	return piece;
}

bool
request_game_word(const struct words *w, const struct match *m,
    const GPtrArray *tokens, guint from, guint *taken)
{
	const char *word = next_piece(w, m, tokens, from, taken).word;

	return is_own_word(m, word) || word[strspn(word, "0123456789")] == '\0';
}

const char *
request_verb(const struct words *w, const struct match *m,
    const GPtrArray *tokens, guint *taken)
{
	return verb_word(
	    match_game(m), next_piece(w, m, tokens, 0, taken).word);
}

static GArray *
pieces_of(const struct words *w, const struct match *m, const GPtrArray *tokens)
{
	GArray *pieces = g_array_new(FALSE, FALSE, sizeof(struct piece));
	guint taken;

	for (guint i = 0; i < tokens->len; i += taken) {
		struct piece piece = next_piece(w, m, tokens, i, &taken);

		g_array_append_val(pieces, piece);
	}
	return pieces;
}

static const struct piece *
piece_at(const GArray *pieces, guint i)
{
	return &g_array_index(pieces, struct piece, i);
}

/* The canonical text if it is a move, else NULL. */
static char *
canonical(const struct match *m, const char *text)
{
	struct move move;

	return move_read(m, text, &move) == MOVE_OK ? move_text(m, &move)
						    : NULL;
}

/*
 * The first words in the game's, the rest as written, since it may hold a
 * player's name, who may be called by a word that means something else: as
 * much as possible is left as it stands.
 */
static char *
read_plainly(const struct match *m, const char *line, const GArray *pieces)
{
	g_autoptr(GString) text = g_string_new(NULL);

	for (guint i = 0; i <= pieces->len; i++) {
		size_t own = text->len;
		char *move;

		if (i < pieces->len)
			g_string_append(
			    text, line + piece_at(pieces, i)->start);
		move = canonical(m, text->str);
		if (move != NULL)
			return move;
		if (i < pieces->len) {
			g_string_truncate(text, own);
			g_string_append_printf(
			    text, "%s ", piece_at(pieces, i)->word);
		}
	}
	return NULL;
}

/* ---- shorthands ---- */

/* Ends an alternative: false if its words are no move. */
static bool
end_alternative(
    const struct match *m, GString *words, const char *verb, GPtrArray *list)
{
	g_autofree char *text = g_strdup_printf("%s%s", verb, words->str);
	char *move = words->len > 0 ? canonical(m, text) : NULL;

	if (move == NULL)
		return false;
	g_ptr_array_add(list, move);
	g_string_truncate(words, 0);
	return true;
}

/*
 * "mate or merchant", "mate, merchant or loader": texts of moves
 * of that verb, NULL-ended; NULL if it is anything else.
 */
static char **
read_alternatives(const struct match *m, const GArray *pieces, const char *verb)
{
	g_autoptr(GPtrArray) list = g_ptr_array_new_with_free_func(g_free);
	g_autoptr(GString) words = g_string_new(NULL);
	bool begun = false;

	for (guint i = 1; i < pieces->len; i++) {
		const struct piece *piece = piece_at(pieces, i);
		bool parted = i > 1 && (piece->comma || piece->other);

		if (parted && begun && !end_alternative(m, words, verb, list))
			return NULL;
		if (piece->other) {
			/* behind a comma, or behind an alternative */
			if (!parted || (!begun && !piece->comma))
				return NULL;
			begun = false;
			continue;
		}
		begun = true;
		/* "pass, take mate" says the verb again */
		if (words->len > 0 || !piece->comma ||
		    strcmp(piece->word, verb) != 0)
			g_string_append_printf(words, " %s", piece->word);
	}
	if (!end_alternative(m, words, verb, list))
		return NULL;
	g_ptr_array_add(list, NULL);
	return g_strdupv((char **)list->pdata);
}

static struct request *
read_shorthand(const struct match *m, const GArray *pieces)
{
	const struct game *game = match_game(m);
	const char *first = piece_at(pieces, 0)->word;

	for (size_t i = 0; i < game->nshorthands; i++) {
		const struct shorthand *s = &game->shorthands[i];
		g_autofree char *move = NULL;
		g_auto(GStrv) then = NULL;
		struct request *q;

		if (strcmp(s->word, first) != 0)
			continue;
		move = canonical(m, first);
		then = read_alternatives(m, pieces, s->then);
		if (move == NULL || then == NULL)
			continue;
		q = request_new(REQUEST_MOVE, move);
		q->then = g_steal_pointer(&then);
		return q;
	}
	return NULL;
}

/* ---- what is wrong with a line ---- */

/*
 * What is the matter with the name of a player at its end: the least of it
 * that can be taken for a name, as it was written.
 */
static struct phrase *
fault_of_name(const struct match *m, const char *line, const GArray *pieces)
{
	g_autoptr(GString) text = g_string_new(NULL);
	struct phrase *least = NULL;
	size_t size = 0;
	const char *name;

	for (guint i = 0; i < pieces->len; i++) {
		const struct piece *piece = piece_at(pieces, i);
		size_t own = text->len;
		struct phrase *why;

		g_string_append(text, line + piece->start);
		why = move_fault(m, text->str, &name);
		if (name != NULL && (least == NULL || strlen(name) < size)) {
			phrase_free(least);
			least = g_steal_pointer(&why);
			size = strlen(name);
		}
		phrase_free(why);
		g_string_truncate(text, own);
		g_string_append_printf(text, "%s ", piece->word);
	}
	return least;
}

/* Its words as one text, the game's where they are words of the game. */
static char *
join_pieces(const GArray *pieces)
{
	GString *text = g_string_new(NULL);

	for (guint i = 0; i < pieces->len; i++)
		g_string_append_printf(
		    text, "%s%s", i > 0 ? " " : "", piece_at(pieces, i)->word);
	return g_string_free(text, FALSE);
}

static struct phrase *
fault_of(const struct match *m, const char *line, const GArray *pieces)
{
	struct phrase *why = fault_of_name(m, line, pieces);
	g_autofree char *text = NULL;
	const char *name;

	if (why != NULL)
		return why;
	text = join_pieces(pieces);
	return move_fault(m, text, &name);
}

/*
 * "Do roboty!": the first word is a verb in the game's own words, but none of
 * the language, and what is behind it has to do with no move.
 */
static bool
is_foreign_prose(const struct words *w, const struct match *m,
    const GPtrArray *tokens, const GArray *pieces)
{
	const char *game = match_game(m)->name;
	const char *verb = piece_at(pieces, 0)->word;
	const struct token *first = tokens->pdata[0];

	if (strcmp(first->folded, verb) != 0 ||
	    strcmp(words_first(w, game, verb), verb) == 0)
		return false;
	for (guint i = 1; i < pieces->len; i++) {
		const char *word = piece_at(pieces, i)->word;

		if (is_own_word(m, word) || g_ascii_isdigit(word[0]) ||
		    match_seat_named(m, word) != NO_SEAT)
			return false;
	}
	return pieces->len > 1;
}

static struct request *
read_pieces(const struct words *w, const struct match *m, const char *text,
    const GPtrArray *tokens, const GArray *pieces)
{
	g_autofree char *move = read_plainly(m, text, pieces);
	const char *verb;
	struct request *q;

	if (move != NULL)
		return request_new(REQUEST_MOVE, move);
	q = read_shorthand(m, pieces);
	if (q != NULL)
		return q;
	verb = verb_word(match_game(m), piece_at(pieces, 0)->word);
	if (verb == NULL || is_foreign_prose(w, m, tokens, pieces))
		return NULL;
	q = request_new(REQUEST_UNCLEAR, verb);
	q->why = fault_of(m, text, pieces);
	return q;
}

/* "pay: 2" with a blank for the colon; NULL if none stands behind a verb. */
static char *
without_colon(const struct words *w, const struct match *m, const char *text)
{
	const char *colon = strchr(text, ':');
	g_autofree char *front = NULL;
	g_autoptr(GPtrArray) tokens = NULL;
	char *plain;
	guint taken;

	if (colon == NULL || (colon[1] != ' ' && colon[1] != '\t'))
		return NULL;
	front = g_strndup(text, (size_t)(colon - text));
	tokens = tokens_of(front);
	if (tokens->len == 0)
		return NULL;
	if (verb_word(match_game(m),
		next_piece(w, m, tokens, 0, &taken).word) == NULL ||
	    taken < tokens->len)
		return NULL;
	plain = g_strdup(text);
	plain[colon - text] = ' ';
	return plain;
}

struct request *
request_move(const struct words *w, const struct match *m, const char *text,
    const GPtrArray *tokens)
{
	g_autofree char *plain = without_colon(w, m, text);
	g_autoptr(GPtrArray) own = plain != NULL ? tokens_of(plain) : NULL;
	const GPtrArray *read = own != NULL ? own : tokens;
	g_autoptr(GArray) pieces = pieces_of(w, m, read);

	return read_pieces(w, m, plain != NULL ? plain : text, read, pieces);
}
