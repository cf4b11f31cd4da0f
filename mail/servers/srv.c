/* SPDX-License-Identifier: ISC */
/*
 * Asking for SRV records, by the resolver of the C library.  GIO has one as
 * well, but that asks as long as the system's settings want, in a thread, and
 * draws lots among servers.
 */
#include "mail/servers/srv.h"

#include "base/library.h"
#include "mail/address.h"

#include <arpa/nameser.h>
#include <netinet/in.h>
#include <resolv.h>
#include <string.h>

#define ANSWER_MAX 65536
/* Somebody waits: for each server of resolv.conf so long, and so often. */
#define ASK_SECONDS 2
#define ASK_TIMES 2

/* What we call of it: resolver.initparse is ns_initparse. */
#define NS_POINTER(call) LIBRARY_MEMBER(ns_, call)
#define NS_CALLS(X)  \
	X(initparse) \
	X(parserr)
static struct {
	NS_CALLS(NS_POINTER)
} resolver;

static bool
open_library(void)
{
#define CALL(call) LIBRARY_CALL(ns_, call, resolver)
	static const struct library_call calls[] = { NS_CALLS(CALL) };
#undef CALL
	static struct library library = { library_resolv, calls,
		G_N_ELEMENTS(calls), false };

	/* It belongs to the C library, so it is there. */
	return library_need(&library, NULL) == 0;
}

/* false if it is no such record. */
static bool
read_record(const ns_msg *answer, const ns_rr *record, struct srv *srv)
{
	const unsigned char *at = ns_rr_rdata(*record);

	if (ns_rr_type(*record) != ns_t_srv ||
	    ns_rr_class(*record) != ns_c_in ||
	    ns_rr_rdlen(*record) <= 3 * NS_INT16SZ)
		return false;
	NS_GET16(srv->priority, at);
	NS_GET16(srv->weight, at);
	NS_GET16(srv->port, at);
	if (dn_expand(ns_msg_base(*answer), ns_msg_end(*answer), at, srv->host,
		sizeof(srv->host)) < 0)
		return false;
	/* The root, which stands for "not offered", comes out empty. */
	return srv->host[0] == '\0' ||
	       (srv->port != 0 && host_name_ok(srv->host));
}

/*
 * By priority, then by weight.  RFC 2782 would draw lots by weight, to spread
 * many clients; a set-up that is asked twice must say the same twice.
 */
static gint
compare(gconstpointer a, gconstpointer b)
{
	const struct srv *x = a, *y = b;

	if (x->priority != y->priority)
		return x->priority < y->priority ? -1 : 1;
	if (x->weight != y->weight)
		return x->weight > y->weight ? -1 : 1;
	return strcmp(x->host, y->host);
}

GArray *
srv_read(const unsigned char *answer, size_t size)
{
	GArray *list = g_array_new(FALSE, FALSE, sizeof(struct srv));
	ns_msg message;
	ns_rr record;

	if (!open_library() ||
	    resolver.initparse(answer, (int)size, &message) == -1)
		return list;
	for (int i = 0; i < ns_msg_count(message, ns_s_an); i++) {
		struct srv srv = { 0 };

		if (resolver.parserr(&message, ns_s_an, i, &record) == 0 &&
		    read_record(&message, &record, &srv))
			g_array_append_val(list, srv);
	}
	g_array_sort(list, compare);
	return list;
}

GArray *
srv_ask(const char *name)
{
	g_autofree unsigned char *answer = g_malloc(ANSWER_MAX);
	struct __res_state state = { 0 };
	int size = -1;

	if (res_ninit(&state) == 0) {
		/* less than that, if the system's settings say so */
		state.retrans = MIN(state.retrans, ASK_SECONDS);
		state.retry = MIN(state.retry, ASK_TIMES);
		size =
		    res_nquery(&state, name, C_IN, T_SRV, answer, ANSWER_MAX);
		res_nclose(&state);
	}
	return srv_read(answer, size < 0 ? 0 : (size_t)MIN(size, ANSWER_MAX));
}
