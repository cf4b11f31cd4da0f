/* SPDX-License-Identifier: ISC */
/* Bytes to text: charsets that lie, flowed text, html. */
#include "mail/inner.h"
#include "mail/quotes/unquote.h"
#include "mail/incoming/reading.h"
#include "mail/incoming/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static void
decodes(const char *bytes, const char *charset, const char *fallback,
    const char *want)
{
	g_autofree char *is =
	    text_decode(bytes, strlen(bytes), charset, fallback);

	assert_string_equal(is, want);
}

static void
test_charsets(void **state)
{
	(void)state;
	decodes("plain", "us-ascii", NULL, "plain");
	decodes("plain", NULL, NULL, "plain");
	/* UTF-8 whatever the label says, but for multi-byte labels */
	decodes(
	    "za\xc5\xbc\xc3\xb3\xc5\x82\xc4\x87", "us-ascii", NULL, "zażółć");
	decodes("\xc5\xbc", "iso-8859-2", NULL, "ż");
	decodes("\xc5\xbc", "no such thing", NULL, "ż");
	decodes("\xc4\xe3\xba\xc3", "gb2312", NULL, "你好");
	decodes("\xc4\xa3\xba\xc3", "gb2312", NULL, "模好");
	decodes("\xc2\xa2", "euc-kr", NULL, "짖");
	/* the label, where it holds */
	decodes("\xbf\xf3\xb3\xe6", "iso-8859-2", NULL, "żółć");
	decodes("\xd7\xc9\xce\xcf", "KOI8-R", NULL, "вино");
	decodes("\x93ja\x94", "iso-8859-1", NULL, "“ja”");
	decodes("\x1b$B%o\x1b(B", "iso-2022-jp", NULL, "ワ");
	/* the reader's language, where it does not */
	decodes("\xbf\xf3\xb3\xe6", "us-ascii", "windows-1250", "żółć");
	decodes("\xe2\xe8\xed\xee", "us-ascii", "windows-1251", "вино");
	decodes("\xd7\xc9\xce\xcf", NULL, "windows-1251 koi8-r", "вино");
	decodes("\xe2\xe8\xed\xee", NULL, "windows-1251 koi8-r", "вино");
	decodes("\xd7\xc9\xce\xcf", NULL, "windows-1251", "ЧЙОП");
	decodes("\xbc\xb6\xb1", NULL, "windows-1250 iso-8859-2", "źśą");
	decodes("\x9f\x9c\xb9", NULL, "windows-1250 iso-8859-2", "źśą");
	decodes("gr\xfcn", "x-unknown", NULL, "grün");
	decodes("gr\xfcn", "utf-8", "windows-1252", "grün");
	decodes("gr\xfcn", "x//IGNORE", "also//WRONG", "grün");
	decodes("gr\xfcn", "", "", "grün");
	/* one of iconv's that no mail is written in, and names of all kinds */
	decodes("\xc8", "ebcdic-us", NULL, "È");
	decodes("\xc8", "ibm037", NULL, "È");
	decodes("\xc8", "utf-8//TRANSLIT", NULL, "È");
	decodes("\xe6", "x-CP1250", NULL, "ć");
	decodes("\xe6", "ISO_8859-2", NULL, "ć");
	decodes("\xe6", "iso8859-2", NULL, "ć");
	decodes("\xe6", "Windows_1251", NULL, "ж");
	decodes("\x86", "cp866", NULL, "Ж");
	decodes("\x82\xa0", "x-sjis", NULL, "あ");
	decodes("\xb0\xa1", "ks_c_5601-1987", NULL, "가");
	/* two bytes a letter: never without a NUL */
	decodes("play wine", "utf-16", NULL, "play wine");
	decodes("za\xc5\xbc\xc3\xb3", "ucs-2", NULL, "zażó");
	decodes("gr\xfcn", "utf-16le", NULL, "grün");
}

static void
must_decode(const char *bytes, size_t size, const char *want)
{
	g_autofree char *is = text_decode(bytes, size, "UTF-16", NULL);

	assert_string_equal(is, want);
}

/* Which byte comes first is seen by the NULs, if no mark says it. */
static void
test_utf16(void **state)
{
	(void)state;
	must_decode("a\0\n\0", 4, "a\n");
	must_decode("\0a\0\n", 4, "a\n");
	must_decode("\xff\xfe"
		    "a\0",
	    4, "a");
	must_decode("\xfe\xff\0a", 4, "a");
}

static void
guesses(const char *bytes, const char *charset, bool want)
{
	bool guessed;
	g_autofree char *text =
	    text_guess(bytes, strlen(bytes), charset, NULL, &guessed);

	assert_true(g_utf8_validate(text, -1, NULL));
	assert_int_equal(guessed, want);
}

static void
test_guessed(void **state)
{
	(void)state;
	guesses("plain", NULL, false);
	guesses("plain", "x-unknown", false);
	guesses("\xc5\xbc", NULL, false);
	guesses("\xbf", "iso-8859-2", false);
	guesses("\xbf", NULL, true);
	guesses("\xbf", "utf-8", true);
}

static void
test_fallbacks(void **state)
{
	static char *const charsets[] = { "pl windows-1250 iso-8859-2",
		"ru windows-1251", NULL };
	struct reading reading = { .charsets = charsets };

	(void)state;
	assert_null(text_fallbacks("a@b.pl", NULL));
	assert_string_equal(
	    text_fallbacks("a@b.pl", &reading), "windows-1250 iso-8859-2");
	assert_string_equal(text_fallbacks("a@b.RU", &reading), "windows-1251");
	assert_null(text_fallbacks("a@b.example", &reading));
	assert_null(text_fallbacks("", &reading));
	/* what is known of the writer counts more than where she writes */
	reading.language = "ru";
	assert_string_equal(text_fallbacks("a@b.pl", &reading), "windows-1251");
	reading.language = "en";
	assert_string_equal(text_fallbacks("a@b.ru", &reading), "windows-1251");
}

/* Mostly right is right: what does not fit becomes U+FFFD. */
static void
test_damage(void **state)
{
	g_autofree char *nul = text_decode("a\0b\0", 4, "utf-8", NULL);
	g_autofree char *wide =
	    text_decode("a\0|\1\0\0b\0", 8, "utf-16le", NULL);

	(void)state;
	decodes("zażółć gęślą jaźń \xff", "utf-8", "windows-1250",
	    "zażółć gęślą jaźń \xef\xbf\xbd");
	assert_string_equal(nul, "a b ");
	assert_string_equal(wide, "aż b");
}

/* Any bytes under any name: valid UTF-8, no NUL, no end of patience. */
static void
test_any_bytes(void **state)
{
	static const char *const charsets[] = { "utf-8", "us-ascii", "utf-7",
		"utf-16", "ucs-4", "iso-2022-kr", "iso-2022-jp", "euc-kr",
		"gb18030", "big5", "hz-gb-2312", "koi8-r", "ibm930", "johab",
		"euc-tw", "tcvn", "x-mac-cyrillic", "iso-2022-cn-ext" };
	unsigned seed = 7;
	char bytes[512];

	(void)state;
	for (int round = 0; round < 200; round++) {
		for (size_t i = 0; i < sizeof(bytes); i++) {
			seed = seed * 1103515245U + 12345U;
			bytes[i] = (char)(seed >> 16);
		}
		for (size_t i = 0; i < G_N_ELEMENTS(charsets); i++) {
			g_autofree char *text = text_decode(
			    bytes, sizeof(bytes), charsets[i], "koi8-r");
			assert_true(g_utf8_validate(text, -1, NULL));
		}
	}
}

static void
unflows(const char *text, bool delsp, const char *want)
{
	g_autofree char *is = text_unflow(text, delsp);

	assert_string_equal(is, want);
}

static void
test_unflow(void **state)
{
	(void)state;
	unflows("", false, "");
	unflows("a\nb", false, "a\nb\n");
	unflows("a \nb\n", false, "a b\n");
	unflows("a \nb\n", true, "ab\n");
	unflows("a \r\nb\r\n", false, "a b\n");
	unflows(" a \n b\n", false, "a b\n");
	unflows("  a\n", false, " a\n");
	unflows("a \n> b\n", false, "a \n> b\n");
	unflows(">a \n> b\n>> c \n>>d\n", false, "> a b\n>> c d\n");
	unflows("a \n-- \nb\n", false, "a \n-- \nb\n");
	unflows("-- \nb\n", true, "-- \nb\n");
	unflows("> -- \n> b\n", true, "> -- \n> b\n");
	unflows("a \n \nb\n", false, "a \nb\n");
	unflows("a ", false, "a \n");
}

static void
reduces(const char *html, const char *want)
{
	g_autofree char *is = html_text(html, strlen(html));

	assert_string_equal(is, want);
}

static void
test_html(void **state)
{
	(void)state;
	reduces("", "");
	reduces("plain & < text", "plain & < text\n");
	reduces("a\n  b<br>c<p>d</p>e", "a b\nc\nd\ne\n");
	reduces("a<br><br>b", "a\n\nb\n");
	/* how Outlook and others write an empty line */
	reduces("<p>a<o:p></o:p></p>\n<p><o:p>&nbsp;</o:p></p>\n<p>b</p>",
	    "a\n\nb\n");
	reduces("<div>a</div><div>\u00a0</div><div>b&nbsp;</div><div>c</div>",
	    "a\n\nb\nc\n");
	reduces("<ul><li>a<li>b</ul><h1>c</h1>", "a\nb\nc\n");
	reduces("<b>pl</b>ay <i>wine</i>", "play wine\n");
	reduces("&lt;a&gt;&amp;&quot;&apos;&nbsp;&#65;&#x42;&eacute;&bdquo;",
	    "<a>&\"' ABé„\n");
	reduces("&rarr;&rArr;&euro;&hellip;&trade;&le;&Omega;&hearts;&thinsp;x",
	    "\u2192\u21d2\u20ac\u2026\u2122\u2264\u03a9\u2665\u2009x\n");
	reduces("&AElig;&zwnj;&zdot;&Lstrok;&period;&thetasym;&alefsym;",
	    "\u00c6\u200c\u017c\u0141.\u03d1\u2135\n");
	reduces("&#128;3 &#146;&#x97;&#159;&#160;&#161;",
	    "\u20ac3 \u2019\u2014\u0178 \u00a1\n");
	reduces("&amp &#0; &#xd800; &#x110000; &none; &",
	    "&amp &#0; &#xd800; &#x110000; &none; &\n");
	reduces("<style>a{}</style><script>if (a < b) '</p>'</script>x", "x\n");
	reduces("<STYLE>a</STYLE >x<title>t</title>", "x\n");
	reduces("<head><title>t</title>y</head>x", "x\n");
	reduces("<head><meta x>y<p>x", "x\n");
	reduces("<!-- a > b -->x<!DOCTYPE y><?xml z?><![endif]>", "x\n");
	reduces("<pre>a\n  b\n</pre>c", "a\nb\nc\n");
	reduces("<a href='x>y' title=\"z>\">t</a>", "t\n");
	reduces("<br", "\n");
	reduces("a<", "a<\n");
	reduces("a</", "a</\n");
	reduces("a<b c=\"never closed", "a\n");
	reduces("<style>never closed", "");
	reduces("<!-- never closed", "");
}

static void
test_html_quotes(void **state)
{
	(void)state;
	reduces("a<blockquote>b<br>c</blockquote>d", "a\n> b\n> c\nd\n");
	reduces("<blockquote>a<blockquote>b</blockquote>c</blockquote>d",
	    "> a\n> b\n> c\nd\n");
	/* what has no end quotes nothing */
	reduces("<img class=gmail_quote>a<br class=gmail_quote>b", "a\nb\n");
	reduces("<div class=moz-cite-prefix>a</div>b", "> a\nb\n");
	reduces("</blockquote>a</div>", "a\n");
	reduces("<blockquote>a<p>never closed", "> a\n> never closed\n");
}

#define MARK FOREIGN_MARK "\n"
#define END FOREIGN_END "\n"

/* What is a copy, but no mark quotes it, stands below a line that says so. */
static void
test_html_copies(void **state)
{
	(void)state;
	/* Outlook's rule, and others */
	reduces("<div style='border-top : solid #E1E1E1 1.0pt'>a</div>b",
	    MARK "a\nb\n");
	reduces("<div style='border-top:0;color:#111;border:solid 1.0pt'>a"
		"</div>b",
	    "a\nb\n");
	reduces("<p style='border-top:solid #E1E1E1 1.0pt'>a</p>b", "a\nb\n");
	reduces("a<div id=appendonsend></div>b<p>c", "a\n" MARK "b\nc\n");
	reduces("a<hr id='divRplyFwdMsg'>b", "a\n\n" MARK "b\n");
	reduces("<p>a<hr>b<br>c", "a\n\nb\nc\n");
	/* one around it all, without a quote in it */
	reduces("<div class='x gmail_quote'>a<div>b</div>c</div>d",
	    MARK "a\nb\nc\n" END "d\n");
	reduces(
	    "<div class=gmail_quote_container>a</div>b", MARK "a\n" END "b\n");
	reduces("<span class=yahoo_quoted>a</span>b", MARK "a\n" END "b\n");
	reduces("<div class=my_gmail_quote>a</div>", "a\n");
	reduces("<div name=quote>a</div><p name=quote>b", MARK "a\n" END "b\n");
	/* with one: only what stands above it belongs to it */
	reduces(
	    "x<div class=gmail_quote>a<br>b<blockquote>c</blockquote>d</div>"
	    "e",
	    "x\n> a\n> b\n> c\nd\ne\n");
	reduces("<div class=gmail_quote_container><div class=gmail_quote>a"
		"<blockquote class=gmail_quote>b</blockquote>c<blockquote>d"
		"</blockquote>e</div>f</div>g",
	    "> a\n> b\nc\n> d\ne\nf\ng\n");
	reduces("<div class=protonmail_quote>a<blockquote "
		"class=protonmail_quote>b</blockquote></div>c",
	    "> a\n> b\nc\n");
	reduces(
	    "<blockquote><div class=gmail_quote>a</blockquote>b", "> a\nb\n");
	/* A letter of ours is a table, and what is below that is not ours. */
	reduces("a<div id=divRplyFwdMsg>b</div><table><tr><td>c #~<table><tr>"
		"<td>d</table>e</table>f",
	    "a\n" MARK "b\n> c #~\n> d\n> e\nf\n");
	reduces("<blockquote><table><tr><td>#~</blockquote>a<table>b</table>",
	    "> #~\na\nb\n");
}

/* What cannot be seen was not typed. */
static void
test_html_hidden(void **state)
{
	static const char *const hide[] = { "display:none", "DISPLAY : NONE",
		"color:#222;display: none !important", "visibility:hidden",
		"font-size:0", "font-size:0px;line-height:0", "font-size:1px",
		"font-size: 0.0em", "mso-hide:all", "opacity:0",
		"max-height:0;overflow:hidden", "color:#fff", "color:white",
		"color: rgb(255, 255, 255)", "color:#fefefe", "color:#ffffff",
		"background:#333;color:#333333", "text-indent:-9999px",
		"position:absolute;left:-5000px", "color:transparent",
		"background-color:black;color:rgb(0 0 0)",
		"margin-left:-9999px", "text-decoration: line-through red" };
	static const char *const show[] = { "display:block", "font-size:12px",
		"font-size:0.9em", "font-size:small", "color:#ddd", "color:red",
		"background:#fff", "opacity:0.9", "max-height:10px",
		"visibility:visible", "color:inherit",
		"color:white;background:#222", "margin:0;padding:0",
		"background:url(x.png);color:white", "text-indent:-2em",
		"background-color:transparent", "height:0;overflow:hidden",
		"text-decoration:underline", "" };

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(hide); i++) {
		g_autofree char *html = g_strdup_printf(
		    "a<div style=\"%s\">b<p>c<br>d</p></div>e", hide[i]);

		reduces(html, "a\n\ne\n");
	}
	for (size_t i = 0; i < G_N_ELEMENTS(show); i++) {
		g_autofree char *html =
		    g_strdup_printf("a<div style=\"%s\">b</div>c", show[i]);

		reduces(html, "a\nb\nc\n");
	}
	reduces("<div hidden>a</div>b", "b\n");
	reduces("<s>a</s><p><del>b</del> <strike>c</strike>d", "d\n");
	reduces("<template>a</template><span>b</span>", "b\n");
	reduces("<font color=#FFFFFF>a</font>b", "b\n");
	reduces("<body bgcolor=black text=white>a<font color=black>b</font>",
	    "a\n");
	reduces(
	    "<td bgcolor='#000000'><font color='#ffffff'>a</font></td>", "a\n");
	/* what is in it may be seen again */
	reduces("<div style=font-size:0>a<span style=font-size:14px>b</span>"
		"c</div>d",
	    "b\nd\n");
	reduces(
	    "<div style=visibility:hidden>a<b style=visibility:visible>b</b>"
	    "</div>",
	    "b\n");
	reduces("<div style=display:none>a<b style=display:inline>b</b></div>c",
	    "c\n");
	/* what has no end hides no more than itself */
	reduces("<img style=display:none>a<br style=display:none>b", "a\nb\n");
	reduces("<p style=display:none>a<p>b<p style=color:white>c<div>d</div>",
	    "b\nd\n");
	reduces(
	    "<div style=display:none>a<span style=color:red>b</div>c", "c\n");
}

/* Lines that are links as a whole say where they lead, for nobody types so. */
static void
test_html_links(void **state)
{
	(void)state;
	reduces("<a href='https://a.example/x y'>Help</a><br>b",
	    "Help <https://a.example/x_y>\nb\n");
	reduces("\u2022 <a href=mailto:a@b.example>key</a>",
	    "\u2022 key <mailto:a@b.example>\n");
	reduces("see <a href=https://a.example>Help</a>", "see Help\n");
	reduces("<a href=https://a.example>Help</a> me", "Help me\n");
	reduces("<a href=https://a.example>Help</a> &middot;<br>b",
	    "Help \u00b7 <https://a.example>\nb\n");
	reduces("<a href=/help#top>Help</a>", "Help <http:///help#top>\n");
	reduces(
	    "<a href=https://a.example>www.a.example</a>", "www.a.example\n");
	reduces("address <a href=mailto:a@b.example>a@b.example</a>",
	    "address a@b.example\n");
	reduces("<a href=x-apple-data-detectors://2>ready</a>", "ready\n");
	reduces("<a name=x>ready</a>", "ready\n");
}

/* Big, deep or without end: a moment, and no more than the limit is read. */
static void
test_html_bombs(void **state)
{
	static const char *const units[] = { "<div>", "<blockquote>",
		"<div class=gmail_quote>", "<style>", "<!--", "&", "<", "</p",
		"<a b=\"", "<head>", "&#", "<pre>\n", "<script></scrip",
		"</blockquote>", "<div style='color:#123", "<table>#~<br>",
		"<p style=display:none>", "<a href=http://a.example>",
		"<div class=gmail_quote>a<blockquote>b</blockquote>", "\xff" };

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(units); i++) {
		GString *html = g_string_new(NULL);
		g_autofree char *text = NULL;
		while (html->len < 300 * 1024)
			g_string_append(html, units[i]);
		g_string_append(html, "<p>play wine");
		text = html_text(html->str, html->len);
		assert_true(g_utf8_validate(text, -1, NULL));
		assert_null(strstr(text, "play wine"));
		g_string_free(html, TRUE);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_charsets),
		cmocka_unit_test(test_utf16),
		cmocka_unit_test(test_guessed),
		cmocka_unit_test(test_fallbacks),
		cmocka_unit_test(test_damage),
		cmocka_unit_test(test_any_bytes),
		cmocka_unit_test(test_unflow),
		cmocka_unit_test(test_html),
		cmocka_unit_test(test_html_quotes),
		cmocka_unit_test(test_html_copies),
		cmocka_unit_test(test_html_hidden),
		cmocka_unit_test(test_html_links),
		cmocka_unit_test(test_html_bombs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
