/* SPDX-License-Identifier: ISC */
/* Fetching a mail, or learning that it is gone or not handed over. */
#include "mail/servers/imap.h"

#include "base/err.h"
#include "mail/mail.h"
#include "mail/servers/imap_inner.h"
#include "mail/servers/server.h"

/* It was not handed over: is it gone, or will the server not? */
static int
why_not(struct imap *imap, const struct imap_mail *mail, struct err *e)
{
	g_autofree char *no = g_strdup(imap->no->str);
	g_autoptr(GArray) mails =
	    g_array_new(FALSE, FALSE, sizeof(struct imap_mail));
	uint32_t on;

	/* It was there when it was listed: one look that does not show it is
	 * not enough. */
	for (int i = 0; i < 2 && mails->len == 0; i++)
		if (imap_list_slice(imap, true, mail->uid, mail->uid + 1, mails,
			&on, e) == -1)
			return -1;
	if (mails->len == 0)
		return err_set(e, ERR_MISSING, "the mail is gone");
	return err_set(e, ERR_CLASH, "%s does not hand it over: %s",
	    imap->server->host, no[0] != '\0' ? no : "it does not say why");
}

static int
fetch(struct imap *imap, struct imap_mail *mail, bool *cut, struct err *e)
{
	g_autofree char *path = g_strdup_printf(
	    "%s;UIDVALIDITY=%" G_GUINT32_FORMAT "/;UID=%" G_GUINT32_FORMAT "%s",
	    imap->path, imap->validity, mail->uid,
	    *cut ? "/;PARTIAL=0." G_STRINGIFY(MAIL_CUT_SIZE) : "");
	struct err why = { 0 };
	CURLcode code;

	if (imap_request(imap, path, NULL, *cut ? MAIL_CUT_SIZE : MAIL_MAX_SIZE,
		&code, &why) == 0)
		return 0;
	if (code == CURLE_WRITE_ERROR && !*cut) {
		/* Bigger than the server said: some do not count well. */
		*cut = true;
		mail->size = MAX(mail->size, MAIL_MAX_SIZE + 1);
		return fetch(imap, mail, cut, e);
	}
	if (why.code == ERR_MISSING || code == CURLE_WEIRD_SERVER_REPLY)
		return why_not(imap, mail, e);
	*e = why;
	return -1;
}

GBytes *
imap_fetch(struct imap *imap, struct imap_mail *mail, bool *cut, struct err *e)
{
	*cut = mail->size > MAIL_MAX_SIZE;
	/* It grows to the size of the mail at once, not by doubling. */
	imap->answer =
	    g_byte_array_sized_new((guint)CLAMP(mail->size, 0, MAIL_MAX_SIZE));
	if (fetch(imap, mail, cut, e) == -1) {
		g_byte_array_unref(imap->answer);
		return NULL;
	}
	if (mail->size == -1)
		mail->size = imap->answer->len;
	return g_byte_array_free_to_bytes(imap->answer);
}
