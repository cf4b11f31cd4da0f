/* SPDX-License-Identifier: ISC */
/*
 * What the files of mail/ share of GMime.  It is opened when the first mail is
 * read (base/library.h): with GIO and what else it brings it takes longer to
 * load than all other libraries together, and most commands look at no mail.
 * gmime.parser_options_new() is g_mime_parser_options_new().
 */
#ifndef MAIL_MIME_H
#define MAIL_MIME_H

#include "base/library.h"

/* GMIME_PART(x) and its like would ask GObject whether x is one. */
#define G_DISABLE_CAST_CHECKS
#include <glib.h>
#include <gmime/gmime.h>
#include <stdbool.h>
#include <stddef.h>

/* clang-format off */
/* what we call of it behind g_mime_, internet_ and g_ */
#define MIME_CALLS(X) \
	X(content_type_is_type) \
	X(data_wrapper_get_encoding) \
	X(data_wrapper_get_stream) \
	X(data_wrapper_write_to_stream) \
	X(filter_basic_new) \
	X(header_get_name) \
	X(header_get_raw_value) \
	X(header_list_get_count) \
	X(header_list_get_header_at) \
	X(init) \
	X(message_get_from) \
	X(message_get_mime_part) \
	X(message_part_get_message) \
	X(message_part_get_type) \
	X(multipart_get_count) \
	X(multipart_get_part) \
	X(multipart_get_type) \
	X(object_get_content_disposition_parameter) \
	X(object_get_content_type) \
	X(object_get_content_type_parameter) \
	X(object_get_header) \
	X(object_get_header_list) \
	X(parser_construct_message) \
	X(parser_new_with_stream) \
	X(parser_options_free) \
	X(parser_options_new) \
	X(parser_options_set_fallback_charsets) \
	X(parser_set_persist_stream) \
	X(part_get_content) \
	X(part_get_type) \
	X(part_is_attachment) \
	X(stream_filter_add) \
	X(stream_filter_new) \
	X(stream_mem_new_with_byte_array) \
	X(stream_mem_set_owner) \
	X(stream_read) \
	X(stream_reset) \
	X(utils_header_decode_date)
#define MIME_INTERNET_CALLS(X) \
	X(address_list_get_address) \
	X(address_list_length) \
	X(address_list_parse) \
	X(address_mailbox_get_addr) \
	X(address_mailbox_get_type)
#define MIME_OBJECT_CALLS(X) \
	X(object_unref) \
	X(type_check_instance_is_a)
/* clang-format on */

#define MIME_POINTER(call) LIBRARY_MEMBER(g_mime_, call)
#define MIME_INTERNET_POINTER(call) LIBRARY_MEMBER(internet_, call)
#define MIME_OBJECT_POINTER(call) LIBRARY_MEMBER(g_, call)
extern struct gmime {
	MIME_CALLS(MIME_POINTER)
	MIME_INTERNET_CALLS(MIME_INTERNET_POINTER)
	MIME_OBJECT_CALLS(MIME_OBJECT_POINTER)
} gmime;

/* What GMIME_IS_PART and its like ask; NULL is none of them. */
bool mime_is_part(const GMimeObject *);
bool mime_is_multipart(const GMimeObject *);
bool mime_is_message_part(const GMimeObject *);
bool mime_is_mailbox(const InternetAddress *);

#define DEPTH_MAX 20 /* multiparts in multiparts */
#define PARTS_MAX 200

/* read.c: NULL if there is nothing; raw_bomb must have found it safe. */
GMimeMessage *mime_parse(const char *bytes, size_t size);

#endif
