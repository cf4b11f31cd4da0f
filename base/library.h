/* SPDX-License-Identifier: ISC */
/*
 * Libraries that not every command needs, opened when first used (dlopen):
 * linked in, they would cost each start of the program more than its work
 * (librsvg 8 ms, libcurl 5, GMime with GIO 2.5, libical with ICU 2; SQLite .3,
 * of which "deliver" has no use; all others together 1.5).
 *
 * A file that uses one lists the calls it makes, after the prefix that they
 * have in common, and makes them through a struct of pointers:
 *
 *	#define POINTER(call) LIBRARY_MEMBER(thing_, call)
 *	#define CALLS(X) X(open) X(close)
 *	static struct {
 *		CALLS(POINTER)
 *	} libthing;
 *
 * Then libthing.open() is thing_open(), of the type that the library's own
 * header gives it, once library_need has filled the pointers in.
 */
#ifndef BASE_LIBRARY_H
#define BASE_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

struct err;

/* A call of the library, and where the pointer to it is to be written. */
struct library_call {
	const char *symbol;
	void *pointer;
};

struct library {
	const char *file; /* one of those below */
	const struct library_call *calls;
	size_t n;
	bool open;
};

#define LIBRARY_MEMBER(prefix, call) __typeof__(prefix##call) *call;
#define LIBRARY_CALL(prefix, call, calls) { #prefix #call, &(calls).call },

/*
 * See that it is open and its pointers are filled in; it stays open.
 * ERR_IO if it cannot be opened or lacks a call: no mail is to blame for that,
 * and another try may mend it.
 */
int library_need(struct library *, struct err *);
/*
 * The same for one that has many names: it looks for them in itself first, not
 * behind all libraries that are linked, if library_bind_deep was called.  That
 * is for the program alone: a test may stand in for functions of the C library
 * that such a library calls, and sanitizers do.
 */
int library_need_deep(struct library *, struct err *);
void library_bind_deep(void);

/* What the loader calls them, as at building (tools/sonames.sh). */
extern const char library_archive[], library_cairo[], library_curl[],
    library_fontconfig[], library_gmime[], library_ical[], library_idn2[],
    library_pq[], library_resolv[], library_rsvg[], library_sqlite3[],
    library_systemd[], library_zstd[];

#endif
