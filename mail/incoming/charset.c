/* SPDX-License-Identifier: ISC */
/*
 * The character sets in which mails are written, by all the names that are
 * used for them.  No other one is tried: iconv has hundreds that no mail
 * program writes, each with its own code and its own faults.
 */
#include "mail/inner.h"

#include <string.h>

/* Names without "-", "_", "." and ":", in small letters, without "x-". */
struct named {
	const char *label, *name; /* name: iconv's */
	enum charset_kind kind;
};

static const struct named sets[] = {
	{ "utf8", "utf-8", CHARSET_BYTES },
	{ "usascii", "us-ascii", CHARSET_BYTES },
	{ "ascii", "us-ascii", CHARSET_BYTES },
	{ "ansix341968", "us-ascii", CHARSET_BYTES },
	{ "iso646us", "us-ascii", CHARSET_BYTES },
	/* A program that says latin 1 and writes bytes 80 to 9f means
	 * windows-1252. */
	{ "iso88591", "windows-1252", CHARSET_BYTES },
	{ "latin1", "windows-1252", CHARSET_BYTES },
	{ "iso885911987", "windows-1252", CHARSET_BYTES },
	{ "88591", "windows-1252", CHARSET_BYTES },
	{ "ansi", "windows-1252", CHARSET_BYTES },
	{ "latin2", "iso-8859-2", CHARSET_BYTES },
	{ "latin3", "iso-8859-3", CHARSET_BYTES },
	{ "latin4", "iso-8859-4", CHARSET_BYTES },
	{ "latin5", "iso-8859-9", CHARSET_BYTES },
	{ "latin6", "iso-8859-10", CHARSET_BYTES },
	{ "latin9", "iso-8859-15", CHARSET_BYTES },
	{ "latin10", "iso-8859-16", CHARSET_BYTES },
	{ "iso88598i", "iso-8859-8", CHARSET_BYTES },
	{ "iso88598e", "iso-8859-8", CHARSET_BYTES },
	{ "koi8r", "koi8-r", CHARSET_BYTES },
	{ "koi8u", "koi8-u", CHARSET_BYTES },
	{ "koi8ru", "koi8-ru", CHARSET_BYTES },
	{ "koi8", "koi8-r", CHARSET_BYTES },
	{ "macintosh", "macintosh", CHARSET_BYTES },
	{ "macroman", "macintosh", CHARSET_BYTES },
	{ "mac", "macintosh", CHARSET_BYTES },
	{ "macce", "mac-centraleurope", CHARSET_BYTES },
	{ "maccentraleurope", "mac-centraleurope", CHARSET_BYTES },
	{ "maccyrillic", "mac-cyrillic", CHARSET_BYTES },
	{ "macukrainian", "mac-uk", CHARSET_BYTES },
	{ "tis620", "tis-620", CHARSET_BYTES },
	{ "viscii", "viscii", CHARSET_BYTES },
	{ "tcvn", "tcvn", CHARSET_BYTES },
	{ "gb2312", "gbk", CHARSET_MANY },
	{ "gb231280", "gbk", CHARSET_MANY },
	{ "euccn", "gbk", CHARSET_MANY },
	{ "gbk", "gbk", CHARSET_MANY },
	{ "gb18030", "gb18030", CHARSET_MANY },
	{ "big5", "big5", CHARSET_MANY },
	{ "big5hkscs", "big5-hkscs", CHARSET_MANY },
	{ "euctw", "euc-tw", CHARSET_MANY },
	{ "eucjp", "euc-jp", CHARSET_MANY },
	{ "shiftjis", "cp932", CHARSET_MANY },
	{ "sjis", "cp932", CHARSET_MANY },
	{ "mskanji", "cp932", CHARSET_MANY },
	{ "windows31j", "cp932", CHARSET_MANY },
	{ "iso2022jp", "iso-2022-jp", CHARSET_MANY },
	{ "iso2022jp1", "iso-2022-jp-2", CHARSET_MANY },
	{ "iso2022jp2", "iso-2022-jp-2", CHARSET_MANY },
	{ "iso2022jp3", "iso-2022-jp-3", CHARSET_MANY },
	{ "iso2022jpms", "iso-2022-jp-3", CHARSET_MANY },
	{ "iso2022kr", "iso-2022-kr", CHARSET_MANY },
	{ "euckr", "cp949", CHARSET_MANY },
	{ "ksc5601", "cp949", CHARSET_MANY },
	{ "ksc56011987", "cp949", CHARSET_MANY },
	{ "johab", "johab", CHARSET_MANY },
	{ "utf7", "utf-7", CHARSET_MANY },
	{ "unicode11utf7", "utf-7", CHARSET_MANY },
	{ "utf16", "utf-16", CHARSET_WIDE },
	{ "utf16le", "utf-16le", CHARSET_WIDE },
	{ "utf16be", "utf-16be", CHARSET_WIDE },
	{ "utf32", "utf-32", CHARSET_WIDE },
	{ "utf32le", "utf-32le", CHARSET_WIDE },
	{ "utf32be", "utf-32be", CHARSET_WIDE },
	{ "ucs2", "ucs-2", CHARSET_WIDE },
	{ "iso10646ucs2", "ucs-2", CHARSET_WIDE },
	{ "ucs4", "ucs-4", CHARSET_WIDE },
	{ "iso10646ucs4", "ucs-4", CHARSET_WIDE },
};

/* Those that differ in a number only. */
static const struct family {
	const char *label, *name, *numbers;
	enum charset_kind kind;
} families[] = {
	{ "iso8859", "iso-8859-", "2 3 4 5 6 7 8 9 10 11 13 14 15 16",
	    CHARSET_BYTES },
	{ "windows", "cp", "874 1250 1251 1252 1253 1254 1255 1256 1257 1258",
	    CHARSET_BYTES },
	{ "cp", "cp", "874 1250 1251 1252 1253 1254 1255 1256 1257 1258",
	    CHARSET_BYTES },
	{ "ibm", "ibm", "437 850 852 855 857 860 861 862 863 864 865 866 869",
	    CHARSET_BYTES },
	{ "cp", "ibm", "437 850 852 855 857 860 861 862 863 864 865 866 869",
	    CHARSET_BYTES },
	{ "windows", "cp", "932 936 949 950", CHARSET_MANY },
	{ "cp", "cp", "932 936 949 950", CHARSET_MANY },
};

/* What is left of a name when nobody can write it differently. */
static void
fold_label(const char *label, char folded[CHARSET_SIZE])
{
	size_t n = 0;

	if (g_ascii_strncasecmp(label, "x-", 2) == 0)
		label += 2;
	for (; *label != '\0' && n + 1 < CHARSET_SIZE; label++)
		if (strchr("-_.:", *label) == NULL)
			folded[n++] = g_ascii_tolower(*label);
	/* too long for any */
	folded[*label == '\0' ? n : 0] = '\0';
}

static bool
is_number_of(const struct family *family, const char *folded)
{
	size_t size = strlen(family->label);
	g_auto(GStrv) numbers = NULL;

	if (!g_str_has_prefix(folded, family->label))
		return false;
	numbers = g_strsplit(family->numbers, " ", -1);
	return g_strv_contains((const char *const *)numbers, folded + size);
}

bool
charset_find(const char *label, struct charset *c)
{
	char folded[CHARSET_SIZE];

	fold_label(label, folded);
	for (size_t i = 0; i < G_N_ELEMENTS(sets); i++)
		if (strcmp(folded, sets[i].label) == 0) {
			g_strlcpy(c->name, sets[i].name, sizeof(c->name));
			c->kind = sets[i].kind;
			return true;
		}
	for (size_t i = 0; i < G_N_ELEMENTS(families); i++)
		if (is_number_of(&families[i], folded)) {
			g_snprintf(c->name, sizeof(c->name), "%s%s",
			    families[i].name,
			    folded + strlen(families[i].label));
			c->kind = families[i].kind;
			return true;
		}
	return false;
}
