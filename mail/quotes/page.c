/* SPDX-License-Identifier: ISC */
/* The lines of a text by their numbers. */
#include "mail/quotes/unquote_inner.h"

#include "mail/quotes/unquote.h"

struct mail_line *
page_line(const struct page *page, guint i)
{
	return page->lines->pdata[i];
}

const char *
page_folded(const struct page *page, guint i)
{
	return page->folded->pdata[i];
}

bool
page_has_text(const struct page *page, guint i)
{
	return i < page->lines->len && page_line(page, i)->kind != LINE_GAP &&
	       page_line(page, i)->kind != LINE_QUOTE;
}

guint
page_behind_blanks(const struct page *page, guint i)
{
	while (i < page->lines->len && page_line(page, i)->kind == LINE_GAP)
		i++;
	return i;
}
