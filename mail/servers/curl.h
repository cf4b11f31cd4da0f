/* SPDX-License-Identifier: ISC */
/*
 * What all libcurl handles of ours have in common, and its errors as
 * sentences.  imap.c, idle.c and smtp.c include it; nobody else.
 */
#ifndef MAIL_SERVERS_CURL_H
#define MAIL_SERVERS_CURL_H

#include "base/library.h"

#include <curl/curl.h>
#include <stddef.h>

struct err;
struct server;

/* Its checks of types see no call through a pointer. */
#define CURL_DISABLE_TYPECHECK

/*
 * What we call of libcurl: libcurl.easy_perform(...) is curl_easy_perform.
 * There is something in it from the first server_curl on.
 */
#define LIBCURL_POINTER(call) LIBRARY_MEMBER(curl_, call)
#define LIBCURL_CALLS(X) \
	X(easy_cleanup)  \
	X(easy_getinfo)  \
	X(easy_init)     \
	X(easy_perform)  \
	X(easy_recv)     \
	X(easy_send)     \
	X(easy_setopt)   \
	X(easy_strerror) \
	X(slist_append)  \
	X(slist_free_all)
struct libcurl {
	LIBCURL_CALLS(LIBCURL_POINTER)
};
extern struct libcurl libcurl;

/* A new handle, the caller's to clean up; NULL and err without libcurl. */
CURL *server_curl(struct err *);
/* Clean up a handle, if there is one, and forget it. */
void server_drop(CURL **);

/*
 * Set up a handle for that server: the one protocol, TLS as its security
 * says, whose certificates count, how long to wait, and the password, asked
 * for now.  scheme is "imap" or "smtp".  text (CURL_ERROR_SIZE bytes) is
 * where libcurl says what went wrong; it must live as long as the handle.
 */
int server_handle(CURL *, const struct server *, const char *scheme, char *text,
    struct err *);
/*
 * A header function of libcurl, for a caller that has no other use for what
 * the server says: keeps its last line in the LAST_WORDS_SIZE bytes given, if
 * it is a complaint or goodbye.
 */
#define LAST_WORDS_SIZE 200
size_t server_overhear(char *data, size_t one, size_t size, void *words);
/* "imaps://HOST:PORT", newly allocated: no user, no password. */
char *server_url(const struct server *, const char *scheme);
/*
 * Why no connection came about or it broke, as a sentence that says what to
 * do; -1 always.  No secret is in it.
 */
int server_fail(
    struct err *, const struct server *, CURLcode, const char *text);
/* The same with the last thing that the server said, or NULL: it is told if
 * the server hung up. */
int server_lost(struct err *, const struct server *, CURLcode, const char *text,
    const char *words);

#endif
