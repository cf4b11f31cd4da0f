/* SPDX-License-Identifier: ISC */
/* What the reading of mails must know of languages. */
#ifndef MAIL_INCOMING_READING_H
#define MAIL_INCOMING_READING_H

/*
 * What the reading must know of languages, all of them: lists ended by NULL,
 * or NULL for none, folded (base/fold.h).  They stand in words.yaml.
 */
struct reading {
	char *const *stop_words; /* "stop": alone on a line, ends it */
	char *const *courtesies; /* "thanks": alone on a line */
	char *const *attributions; /* "wrote": in "On ... Anna wrote:" */
	char *const *forwards; /* "forwarded message": above one */
	char *const *originals; /* "original message": above one */
	char *const *header_fields; /* "subject", "betreff" */
	char *const *footers; /* "sent from my": lines that begin so */
	char *const *own_letters; /* pieces of sentences of letters of ours */
	char *const *subject_prefixes; /* "re", "aw": before a colon */
	char *const *automatic; /* subjects of automatic answers begin so */
	/*
	 * "ru windows-1251 koi8-r": a language or the last part of a host
	 * name, and what 8-bit text of there is in if its label does not say.
	 */
	char *const *charsets;
	const char *language; /* of the writer; NULL: told by the address */
};

#endif
