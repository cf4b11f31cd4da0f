/* SPDX-License-Identifier: ISC */
/* Huffman's codes, in the order that deflate (RFC 1951, 3.2) wants. */
#include "render/picture/deflating.h"

#include <string.h>

#define LIMIT 15 /* bits of a code */

/* A symbol, or two nodes below one. */
struct node {
	guint32 count;
	gint16 symbol; /* of a leaf */
	gint16 parent;
};

/* By their counts; leaves of one count stay in order.  A radix sort, the lowest
 * byte first: five times as fast as qsort. */
static void
sort_leaves(struct node *nodes, int leaves, guint32 most)
{
	struct node sorted[CODES_MAX];

	for (int shift = 0; shift < 32 && most >> shift > 0; shift += 8) {
		guint16 next[257] = { 0 };

		for (int i = 0; i < leaves; i++)
			next[(nodes[i].count >> shift & 0xff) + 1]++;
		for (int i = 1; i < 257; i++)
			next[i] = (guint16)(next[i] + next[i - 1]);
		for (int i = 0; i < leaves; i++)
			sorted[next[nodes[i].count >> shift & 0xff]++] =
			    nodes[i];
		memcpy(nodes, sorted, sizeof(sorted[0]) * (size_t)leaves);
	}
}

/* Of the leaves and the nodes that are not below another, the rarest. */
static struct node *
take_rarest(struct node *nodes, int *leaf, int leaves, int *inner, int end)
{
	if (*inner == end ||
	    (*leaf < leaves && nodes[*leaf].count <= nodes[*inner].count))
		return &nodes[(*leaf)++];
	return &nodes[(*inner)++];
}

/* Behind the leaves, the rarest first; the last one is above all. */
static void
join(struct node *nodes, int leaves)
{
	int leaf = 0, inner = leaves;

	for (int n = leaves; n < 2 * leaves - 1; n++) {
		struct node *a = take_rarest(nodes, &leaf, leaves, &inner, n);
		struct node *b = take_rarest(nodes, &leaf, leaves, &inner, n);

		nodes[n].count = a->count + b->count;
		a->parent = b->parent = (gint16)n;
	}
}

/* How many leaves are so many bits deep; deeper ones than LIMIT come up to it,
 * for which others go down, as many as fit. */
static void
count_lengths(const struct node *nodes, int leaves, int *with)
{
	guint8 depth[2 * CODES_MAX] = { 0 };
	guint32 taken = 0; /* of 1 << LIMIT */

	for (int n = 2 * leaves - 3; n >= 0; n--) {
		depth[n] = (guint8)(depth[nodes[n].parent] + 1);
		if (n < leaves)
			with[MIN(depth[n], LIMIT)]++;
	}
	for (int length = 1; length <= LIMIT; length++)
		taken += (guint32)with[length] << (LIMIT - length);
	while (taken > 1U << LIMIT) {
		int length = LIMIT - 1;

		while (with[length] == 0)
			length--;
		with[length]--;
		with[length + 1] += 2;
		with[LIMIT]--;
		taken--;
	}
}

/* The lowest bits, so many as length says, in reverse order: neighbours, pairs,
 * fours and bytes change places. */
static guint16
turned(guint16 bits, int length)
{
	guint32 back = bits;

	back = (back >> 1 & 0x5555) | (back & 0x5555) << 1;
	back = (back >> 2 & 0x3333) | (back & 0x3333) << 2;
	back = (back >> 4 & 0x0f0f) | (back & 0x0f0f) << 4;
	back = back >> 8 | (back & 0xff) << 8;
	return (guint16)(back >> (16 - length));
}

/* Codes of one length are numbers one after the other. */
static void
number(struct codes *codes, const int *with, int n)
{
	guint16 next[LIMIT + 1] = { 0 };

	for (int length = 2; length <= LIMIT; length++)
		next[length] =
		    (guint16)((next[length - 1] + with[length - 1]) << 1);
	for (int i = 0; i < n; i++)
		if (codes->length[i] > 0)
			codes->bits[i] =
			    turned(next[codes->length[i]]++, codes->length[i]);
}

void
codes_make(struct codes *codes, const guint32 *counts, int n)
{
	struct node nodes[2 * CODES_MAX];
	int leaves = 0, with[LIMIT + 1] = { 0 }, leaf = 0;
	guint32 most = 0;

	memset(codes, 0, sizeof(*codes));
	for (int i = 0; i < n; i++) {
		if (counts[i] > 0)
			nodes[leaves++] =
			    (struct node){ counts[i], (gint16)i, 0 };
		most = MAX(most, counts[i]);
	}
	sort_leaves(nodes, leaves, most);
	if (leaves > 1) {
		join(nodes, leaves);
		count_lengths(nodes, leaves, with);
	} else
		with[1] = leaves;
	for (int length = LIMIT; length > 0; length--)
		for (int i = 0; i < with[length]; i++)
			codes->length[nodes[leaf++].symbol] = (guint8)length;
	number(codes, with, n);
}
