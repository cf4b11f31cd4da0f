/* SPDX-License-Identifier: ISC */
/*
 * The one form in which addresses are kept and compared: the domain in its
 * ASCII form ("xn--e1afmkfd.xn--p1ai", IDNA2008 with the mappings of UTS 46),
 * all in lower case, what is beyond ASCII before the '@' in NFC.  However a
 * mail program writes an address, it comes out the same; no two domains do.
 *
 * Only the form is looked at here: whether it can be somebody's mailbox is up
 * to the caller.  Addresses in ASCII, which are nearly all, cost no more
 * than lower case does.
 */
#ifndef BASE_ADDRESS_H
#define BASE_ADDRESS_H

/*
 * As a person or the settings write it; newly allocated.  NULL: beyond ASCII
 * it is no domain that could be registered, or what follows "xn--" does not
 * stand for anything.
 */
char *host_plain(const char *host);
char *address_plain(const char *address);
/*
 * As it stands in a mail; never fails.  A domain that may not be registered
 * but is in use all the same, such as one with a heart in it, keeps its ASCII
 * form, too.  What makes no sense comes out in lower case.
 */
char *host_heard(const char *host);
char *address_heard(const char *address);
/*
 * As people read it: the domain in its own script; newly allocated.  Where a
 * label mixes scripts, to look like another one, ASCII is shown.
 */
char *address_shown(const char *address);

#endif
