/* SPDX-License-Identifier: ISC */
/*
 * Reports of mail servers on what became of a letter.  They come in a form of
 * their own (RFC 3464, RFC 6533) or, from old servers, as text for people.
 * Whatever stands in them, nothing comes out but an action, a code, a line
 * and the id of the letter.
 */
#include "mail/reports/dsn.h"

#include "mail/incoming/text.h"
#include "mail/inner.h"
#include "mail/mime.h"
#include "mail/reports/dsn_text.h"

#include <string.h>

#define PART_MAX 65536 /* looked at of a part, in bytes */
#define LINES_OF_GROUP 100

static const char *const actions[] = {
	[DSN_FAILED] = "failed",
	[DSN_DELAYED] = "delayed",
	[DSN_DELIVERED] = "delivered",
	[DSN_RELAYED] = "relayed",
	[DSN_EXPANDED] = "expanded",
};

const char *
dsn_action_word(enum dsn_action action)
{
	return actions[action];
}

static void
recipient_free(gpointer p)
{
	struct dsn_recipient *recipient = p;

	g_free(recipient->says);
	g_free(recipient);
}

void
dsn_free(struct dsn *dsn)
{
	if (dsn == NULL)
		return;
	g_ptr_array_unref(dsn->recipients);
	g_free(dsn->message_id);
	g_free(dsn);
}

/* ---- fields ---- */

/* "smtp; 550 ..." without the kind of server in front. */
static const char *
behind_kind(const char *value)
{
	const char *p = value;

	while (g_ascii_isalnum(*p) || *p == '-')
		p++;
	if (*p != ';' || p == value)
		return value;
	for (p++; *p == ' ';)
		p++;
	return p;
}

/* "Name: value"; the colon, or NULL. */
static const char *
colon_of(const char *line)
{
	const char *p = line;

	while (g_ascii_isgraph(*p) && *p != ':')
		p++;
	return *p == ':' && p > line ? p : NULL;
}

static void
add_field(GPtrArray *group, GString *line)
{
	const char *colon = colon_of(line->str);

	if (colon != NULL && group->len < LINES_OF_GROUP) {
		g_autofree char *name =
		    g_strndup(line->str, (size_t)(colon - line->str));

		g_ptr_array_add(group, field_new(name, colon + 1));
	}
	g_string_truncate(line, 0);
}

/*
 * The lines up to the first blank one as fields, folded ones undone; *text
 * comes out behind it.  struct field *.
 */
static GPtrArray *
next_group(const char **text)
{
	GPtrArray *group = g_ptr_array_new_with_free_func(field_free);
	g_autoptr(GString) line = g_string_new(NULL);
	const char *p = *text;

	while (*p != '\0' && *p != '\n') {
		size_t size = strcspn(p, "\n");

		if (*p != ' ' && *p != '\t')
			add_field(group, line);
		g_string_append_len(line, p, (gssize)size);
		p += size + (p[size] == '\n');
	}
	add_field(group, line);
	while (*p == '\n')
		p++;
	*text = p;
	return group;
}

static bool
take_action(const char *value, enum dsn_action *action)
{
	size_t size = value == NULL
			  ? 0
			  : strspn(value, "abcdefghijklmnopqrstuvwxyz"
					  "ABCDEFGHIJKLMNOPQRSTUVWXYZ");

	for (size_t i = 0; i < G_N_ELEMENTS(actions); i++)
		if (size == strlen(actions[i]) &&
		    g_ascii_strncasecmp(value, actions[i], size) == 0) {
			*action = (enum dsn_action)i;
			return true;
		}
	return false;
}

static const char *
code_of_action(enum dsn_action action)
{
	return action == DSN_FAILED    ? "5.0.0"
	       : action == DSN_DELAYED ? "4.0.0"
				       : "2.0.0";
}

static enum dsn_action
action_of_code(const char *code)
{
	return code[0] == '2'	? DSN_DELIVERED
	       : code[0] == '4' ? DSN_DELAYED
				: DSN_FAILED;
}

/* A group that tells of a recipient, or nothing. */
static void
take_group(struct dsn *dsn, const GPtrArray *group)
{
	const char *status = fields_value(group, "Status");
	const char *action = fields_value(group, "Action");
	const char *diagnostic = fields_value(group, "Diagnostic-Code");
	const char *says = diagnostic == NULL ? "" : behind_kind(diagnostic);
	struct dsn_recipient *r;
	char other[DSN_CODE_SIZE];

	if ((status == NULL && action == NULL) ||
	    dsn->recipients->len >= DSN_RECIPIENTS_MAX)
		return;
	r = g_new0(struct dsn_recipient, 1);
	if (status != NULL)
		status_find(status, r->code);
	if (status_find(says, other) != NULL &&
	    status_more_exact(other, r->code))
		g_strlcpy(r->code, other, sizeof(r->code));
	if (r->code[0] == '\0')
		status_find_reply(says, "45", r->code);
	if (!take_action(action, &r->action))
		r->action = action_of_code(r->code);
	if (r->code[0] == '\0' || (r->code[0] == '2' && r->action < 2))
		g_strlcpy(r->code, code_of_action(r->action), sizeof(r->code));
	r->says = status_words(says);
	g_ptr_array_add(dsn->recipients, r);
}

static void
take_status(struct dsn *dsn, const char *text)
{
	while (*text == '\n')
		text++;
	while (*text != '\0') {
		g_autoptr(GPtrArray) group = next_group(&text);

		take_group(dsn, group);
	}
	dsn->formal |= dsn->recipients->len > 0;
}

/*
 * Which letter it was: Outlook's servers put an id of their own in the place
 * of ours and keep ours beside it.
 */
static void
take_id(struct dsn *dsn, const GPtrArray *fields)
{
	g_autoptr(GPtrArray) ids = g_ptr_array_new_with_free_func(g_free);

	fields_ids(ids, fields, "X-Microsoft-Original-Message-ID", false);
	fields_ids(ids, fields, "Message-ID", false);
	if (ids->len == 0 || dsn->message_id[0] != '\0')
		return;
	g_free(dsn->message_id);
	dsn->message_id = g_strdup(ids->pdata[0]);
}

/* ---- parts ---- */

/* The beginning of a part as UTF-8 with LF, its transfer encoding undone. */
static char *
part_start(GMimePart *part)
{
	GMimeDataWrapper *content = gmime.part_get_content(part);
	g_autoptr(GByteArray) bytes = g_byte_array_new();
	g_autofree char *text = NULL;
	GMimeStream *stream;
	GString *out;

	if (content == NULL)
		return g_strdup("");
	stream = gmime.stream_mem_new_with_byte_array(bytes);
	gmime.stream_mem_set_owner(GMIME_STREAM_MEM(stream), FALSE);
	gmime.data_wrapper_write_to_stream(content, stream);
	gmime.object_unref(stream);
	text = text_decode(bytes->data == NULL ? "" : (const char *)bytes->data,
	    MIN(bytes->len, PART_MAX),
	    gmime.object_get_content_type_parameter(
		GMIME_OBJECT(part), "charset"),
	    NULL);
	out = g_string_new(text);
	text_line_ends(out);
	return g_string_free(out, FALSE);
}

/* What the walk brings home. */
struct found {
	struct dsn *dsn;
	GString *plain, *html; /* of the parts that people read */
	bool report, other; /* it says that it is one, or something else */
};

static bool
is_type(GMimeObject *object, const char *type, const char *subtype)
{
	GMimeContentType *is = gmime.object_get_content_type(object);

	return is != NULL && gmime.content_type_is_type(is, type, subtype);
}

/* The letter that came back: nothing of it but its id is looked at. */
static void
look_at_returned(struct found *found, GMimeObject *object)
{
	static const char *const names[] = { "Message-ID",
		"X-Microsoft-Original-Message-ID" };
	GMimeMessage *message =
	    gmime.message_part_get_message(GMIME_MESSAGE_PART(object));
	g_autoptr(GPtrArray) fields =
	    g_ptr_array_new_with_free_func(field_free);

	for (size_t i = 0; message != NULL && i < G_N_ELEMENTS(names); i++)
		g_ptr_array_add(fields,
		    field_new(names[i], gmime.object_get_header(
					    GMIME_OBJECT(message), names[i])));
	take_id(found->dsn, fields);
}

static void
add_text(GString *out, const char *text)
{
	if (out->len < PART_MAX) {
		g_string_append(out, text);
		g_string_append_c(out, '\n');
	}
}

static void
look_at(struct found *found, GMimeObject *object)
{
	g_autofree char *text = NULL;
	const char *rest;

	if (mime_is_message_part(object)) {
		look_at_returned(found, object);
		return;
	}
	if (!mime_is_part(object))
		return;
	if (is_type(object, "message", "delivery-status") ||
	    is_type(object, "message", "global-delivery-status")) {
		text = part_start(GMIME_PART(object));
		take_status(found->dsn, text);
	} else if (is_type(object, "text", "rfc822-headers") ||
		   is_type(object, "message", "global-headers")) {
		rest = text = part_start(GMIME_PART(object));
		g_autoptr(GPtrArray) fields = next_group(&rest);
		take_id(found->dsn, fields);
	} else if (is_type(object, "text", "html")) {
		text = part_start(GMIME_PART(object));
		g_autofree char *shown = html_text(text, strlen(text));
		add_text(found->html, shown);
	} else if (is_type(object, "text", "*")) {
		text = part_start(GMIME_PART(object));
		add_text(found->plain, text);
	} else if (is_type(object, "message", "feedback-report") ||
		   is_type(object, "message", "disposition-notification")) {
		found->other = true;
	}
}

/* A part still to be looked at. */
struct stop {
	GMimeObject *object;
	int depth;
};

static void
push_children(GArray *stops, struct stop parent)
{
	GMimeMultipart *multipart = GMIME_MULTIPART(parent.object);
	int n = MIN(gmime.multipart_get_count(multipart), PARTS_MAX);

	for (int i = n - 1; i >= 0; i--) {
		struct stop child = { gmime.multipart_get_part(multipart, i),
			parent.depth + 1 };

		if (child.object != NULL)
			g_array_append_val(stops, child);
	}
}

/* Others tell of mails that were read, or called a nuisance. */
static void
look_at_form(struct found *found, GMimeObject *object)
{
	const char *kind;

	if (!is_type(object, "multipart", "report"))
		return;
	kind = gmime.object_get_content_type_parameter(object, "report-type");
	if (kind == NULL || g_ascii_strcasecmp(kind, "delivery-status") == 0)
		found->report = true;
	else
		found->other = true;
}

static void
walk(struct found *found, GMimeObject *root)
{
	g_autoptr(GArray) stops =
	    g_array_new(FALSE, FALSE, sizeof(struct stop));
	struct stop at = { root, 0 };
	int looked_at = 0;

	if (root != NULL)
		g_array_append_val(stops, at);
	while (stops->len > 0 && looked_at++ < PARTS_MAX) {
		at = g_array_index(stops, struct stop, stops->len - 1);
		g_array_set_size(stops, stops->len - 1);
		look_at_form(found, at.object);
		if (!mime_is_multipart(at.object))
			look_at(found, at.object);
		else if (at.depth < DEPTH_MAX)
			push_children(stops, at);
	}
}

/* ---- the whole ---- */

/* A text that is blank shows nothing; then the other one does. */
static const char *
shown_text(const struct found *found)
{
	return found->plain->str[strspn(found->plain->str, " \t\n")] == '\0'
		   ? found->html->str
		   : found->plain->str;
}

/* recipients: of the form alone, so far */
static void
read_text(struct found *found, GMimeMessage *message)
{
	GPtrArray *recipients = found->dsn->recipients;
	const struct dsn_mail mail = { message, shown_text(found),
		found->report, found->other };
	struct dsn_recipient *r;

	for (guint i = 0; i < recipients->len; i++)
		dsn_more_exact(recipients->pdata[i],
		    recipients->len == 1 ? mail.text : NULL);
	if (recipients->len == 0 && (r = dsn_from_text(&mail)) != NULL)
		g_ptr_array_add(recipients, r);
}

static struct dsn *
read_message(GMimeMessage *message)
{
	struct dsn *dsn = g_new0(struct dsn, 1);
	struct found found = { .dsn = dsn,
		.plain = g_string_new(NULL),
		.html = g_string_new(NULL) };

	dsn->recipients = g_ptr_array_new_with_free_func(recipient_free);
	dsn->message_id = g_strdup("");
	walk(&found, gmime.message_get_mime_part(message));
	read_text(&found, message);
	g_string_free(found.plain, TRUE);
	g_string_free(found.html, TRUE);
	if (dsn->recipients->len > 0)
		return dsn;
	dsn_free(dsn);
	return NULL;
}

struct dsn *
dsn_read(GBytes *raw)
{
	size_t size;
	const char *bytes = raw_bytes(raw, &size);
	GMimeMessage *message;
	struct dsn *dsn = NULL;

	if (bytes == NULL)
		return NULL;
	bytes = raw_after_mbox_line(bytes, &size);
	if (raw_bomb(bytes, size) != NULL ||
	    (message = mime_parse(bytes, size)) == NULL)
		return NULL;
	dsn = read_message(message);
	gmime.object_unref(message);
	return dsn;
}
