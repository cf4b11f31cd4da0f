/* SPDX-License-Identifier: ISC */
/*
 * Links that open a mail with words in its subject and in its text, and how
 * many of them a letter has room for.
 */
#include "render/html/html.h"

#include "render/render.h"
#include "render/text/text.h"
#include "render/language/catalog.h"

#include <string.h>

#define MOST 54000 /* bytes of a letter, without its frame */
#define TIMES 4
#define TAG_SIZE 64 /* bytes of a link beside its URI */
#define URI_MAX 499 /* older programs cut long ones */

/* Percent-encoded, but for what no reader of addresses takes amiss. */
static void
encode(struct text_span text, GString *out)
{
	g_autofree char *encoded =
	    g_uri_escape_bytes((const guint8 *)text.at, text.size, "@");

	g_string_append(out, encoded);
}

void
page_links(struct page *page)
{
	const json_t *mailto = json_object_get(page->letter->context, "mailto");
	const char *address =
	    json_string_value(json_object_get(mailto, "address"));
	const char *subject =
	    json_string_value(json_object_get(mailto, "subject"));

	if (address == NULL)
		return;
	page->mailto = g_string_new("mailto:");
	encode(text_whole(address), page->mailto);
	g_string_append(page->mailto, "?subject=");
	if (subject != NULL && *subject != '\0') {
		encode(text_whole(subject), page->mailto);
		g_string_append(page->mailto, "%20");
	}
	page->mailto_size = page->mailto->len;
}

/* What follows takes several times its own bytes. */
void
page_room(struct page *page, size_t most)
{
	size_t used = page->out->len + TIMES * page->rest;

	page->room = used < MOST ? MIN(MOST - used, most) : 0;
}

/* false: too long, or too many. */
bool
page_link(struct page *page, struct text_span words)
{
	GString *uri = page->mailto;
	size_t from, size;

	if (uri == NULL || words.size > URI_MAX / 2)
		return false;
	g_string_truncate(uri, page->mailto_size);
	from = uri->len;
	encode(words, uri);
	size = uri->len - from;
	g_string_append(uri, "&amp;body=");
	g_string_append_len(uri, uri->str + from, (gssize)size);
	if (uri->len - strlen("amp;") > URI_MAX ||
	    uri->len + TAG_SIZE > page->room)
		return false;
	page->room -= uri->len + TAG_SIZE;
	page->linked = true;
	return true;
}
