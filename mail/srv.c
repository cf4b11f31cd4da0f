/* SPDX-License-Identifier: ISC */
/* Asking for SRV records, and reading what comes back. */
#include "mail/srv.h"

#include "mail/address.h"

#include <arpa/nameser.h>
#include <netinet/in.h>
#include <resolv.h>
#include <string.h>

#define ANSWER_MAX 65536
/* Somebody waits: for each server of resolv.conf so long, and so often. */
#define ASK_SECONDS 2
#define ASK_TIMES 2

#define HEAD 12 /* bytes before the questions (RFC 1035, 4.1.1) */
#define FIXED 10 /* of a record: type, class, time to live, size */
#define SRV_FIXED 6 /* of its data: priority, weight, port */

/* What is still to be read of an answer. */
struct reader {
	const unsigned char *start, *at, *end;
};

static size_t
left(const struct reader *r)
{
	return (size_t)(r->end - r->at);
}

/* The caller has seen that they are there. */
static unsigned
take_16(struct reader *r)
{
	unsigned n = (unsigned)(r->at[0] << 8 | r->at[1]);

	r->at += 2;
	return n;
}

/* A name, which may end with a pointer to an earlier place; name has 256 bytes.
 * false: it is none. */
static bool
take_name(struct reader *r, char *name)
{
	int n = dn_expand(r->start, r->end, r->at, name, 256);

	if (n < 0)
		return false;
	r->at += n;
	return true;
}

/* The data of a record of that size: false if it is no such record. */
static bool
read_data(struct reader *r, size_t size, struct srv *srv)
{
	if (size <= SRV_FIXED)
		return false;
	srv->priority = take_16(r);
	srv->weight = take_16(r);
	srv->port = (int)take_16(r);
	/* The root, which stands for "not offered", comes out empty. */
	return take_name(r, srv->host) &&
	       (srv->host[0] == '\0' ||
		   (srv->port != 0 && host_name_ok(srv->host)));
}

/* false: the answer ends here, well or not. */
static bool
take_record(struct reader *r, GArray *list)
{
	struct srv srv = { 0 };
	struct reader data;
	char owner[256];
	unsigned type, class, size;

	if (!take_name(r, owner) || left(r) < FIXED)
		return false;
	type = take_16(r);
	class = take_16(r);
	r->at += 4; /* how long it may be kept */
	size = take_16(r);
	if (size > left(r))
		return false;
	data = *r;
	r->at += size;
	if (type == T_SRV && class == C_IN && read_data(&data, size, &srv))
		g_array_append_val(list, srv);
	return true;
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
	struct reader r = { answer, answer, answer + size };
	unsigned questions, records;
	char name[256];

	if (size < HEAD)
		return list;
	r.at += 4;
	questions = take_16(&r);
	records = take_16(&r);
	r.at = answer + HEAD;
	for (; questions > 0; questions--) {
		if (!take_name(&r, name) || left(&r) < 4)
			return list;
		r.at += 4;
	}
	while (records-- > 0 && take_record(&r, list))
		;
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
