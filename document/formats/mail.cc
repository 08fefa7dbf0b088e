#include <gmime/gmime.h>

#include <memory>
#include <string>

#include "document/charset/charset.h"
#include "document/formats/attached.h"
#include "document/formats/readers.h"
#include "text/ascii.h"
#include "text/number.h"
#include "text/utf8.h"

namespace wax::document {
namespace {

struct UnrefMail {
  void operator()(void* object) const { g_object_unref(object); }
};
template <typename Object>
using MailPointer = std::unique_ptr<Object, UnrefMail>;

// Messages in messages, parts in parts.
constexpr unsigned kDeepestPart = 50;

// The bytes of an encoded word (RFC 2047), and what they are encoded in.
struct EncodedWord {
  std::string_view encoding;
  std::string bytes;
};

// Reads "charset?B?...". False when it is none. The charset is decoded here,
// since GMime would load a library for each.
bool read_encoded_word(std::string_view word, EncodedWord& out) {
  size_t charset_end = word.find('?');
  if (charset_end == word.npos || charset_end + 2 >= word.size() ||
      word[charset_end + 2] != '?') {
    return false;
  }
  std::string_view label = word.substr(0, charset_end);
  out.encoding = encoding_of_label(label.substr(0, label.find('*')));
  if (out.encoding.empty()) out.encoding = "windows-1252";
  out.bytes.clear();
  char how = text::to_lower(word[charset_end + 1]);
  std::string_view coded = word.substr(charset_end + 3);
  if (how == 'q') {
    for (size_t i = 0; i < coded.size(); ++i) {
      int high = coded[i] == '=' && i + 2 < coded.size()
                     ? text::hex_value(coded[i + 1])
                     : -1;
      int low = high >= 0 ? text::hex_value(coded[i + 2]) : -1;
      if (low >= 0) {
        out.bytes += static_cast<char>(high << 4 | low);
        i += 2;
      } else {
        out.bytes += coded[i] == '_' ? ' ' : coded[i];
      }
    }
    return true;
  }
  if (how != 'b') return false;
  std::string terminated(coded);
  gsize size = 0;
  guchar* decoded = g_base64_decode(terminated.c_str(), &size);
  out.bytes.assign(reinterpret_cast<char*>(decoded), size);
  g_free(decoded);
  return true;
}

// The value of a field with its encoded words decoded. Neighbours of one
// charset are decoded together: some programs divide a character.
std::string decoded_field(std::string_view raw) {
  std::string text;
  EncodedWord open;  // words that were read and not decoded
  EncodedWord word;
  std::string buffer;
  auto decode = [&] {
    text += to_utf8(open.bytes, open.encoding, buffer);
    open = {};
  };
  bool after_word = false;
  while (!raw.empty()) {
    size_t begin = raw.find("=?");
    std::string_view before = raw.substr(0, begin);
    // White space between two encoded words is none of the text.
    bool only_space = text::trim(before).empty();
    if (!(after_word && begin != raw.npos && only_space)) {
      decode();
      text += to_utf8(before, sniff_charset(before, "", false), buffer);
    }
    if (begin == raw.npos) break;
    raw.remove_prefix(begin + 2);
    // Behind the charset and the letter of the encoding.
    size_t second = raw.find('?');
    size_t third = second == raw.npos ? raw.npos : raw.find('?', second + 1);
    size_t end = third == raw.npos ? raw.npos : raw.find("?=", third + 1);
    after_word = end != raw.npos && read_encoded_word(raw.substr(0, end), word);
    if (after_word) {
      raw.remove_prefix(end + 2);
      if (word.encoding != open.encoding) decode();
      open.encoding = word.encoding;
      open.bytes += word.bytes;
    } else {
      decode();
      text += "=?";
    }
  }
  decode();
  return collapsed(text);
}

std::string mail_field(GMimeObject* object, const char* name) {
  GMimeHeaderList* fields = g_mime_object_get_header_list(object);
  GMimeHeader* field =
      fields != nullptr ? g_mime_header_list_get_header(fields, name) : nullptr;
  const char* raw =
      field != nullptr ? g_mime_header_get_raw_value(field) : nullptr;
  return raw != nullptr ? decoded_field(raw) : std::string();
}

// "Ann Lee" of "Ann Lee <ann@example.org>" and of "ann@example.org (Ann Lee)".
std::string sender_name(std::string_view from) {
  size_t open = from.find('<');
  if (open != from.npos && open > 0) {
    return collapsed(text::trim(from.substr(0, open), " \t\"'"));
  }
  open = from.find('(');
  size_t close = from.find(')');
  if (open != from.npos && close != from.npos && close > open) {
    return collapsed(from.substr(open + 1, close - open - 1));
  }
  return collapsed(text::trim(from, " \t<>"));
}

std::string content_of(GMimePart* part) {
  GMimeDataWrapper* content = g_mime_part_get_content(part);
  if (content == nullptr) return {};
  MailPointer<GMimeStream> memory(g_mime_stream_mem_new());
  g_mime_data_wrapper_write_to_stream(content, memory.get());
  GByteArray* bytes =
      g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(memory.get()));
  return {reinterpret_cast<char*>(bytes->data), bytes->len};
}

class MailReader {
 public:
  MailReader(unsigned depth, DocumentBuilder& builder)
      : depth_(depth), builder_(&builder) {}

  void message(GMimeMessage* message, bool first);

 private:
  void object(GMimeObject* object);
  void alternative(GMimeMultipart* parts);
  void part(GMimePart* part);

  unsigned depth_;
  DocumentBuilder* builder_;
};

void MailReader::message(GMimeMessage* message, bool first) {
  GMimeObject* head = GMIME_OBJECT(message);
  std::string subject = mail_field(head, "Subject");
  std::string sender = mail_field(head, "From");
  DocumentText& document = builder_->document();
  if (first) {
    document.title = subject;
    document.author = sender_name(sender);
    document.published = iso_date_of_mail(mail_field(head, "Date"));
  }
  builder_->line();
  if (!first) builder_->text(subject);
  builder_->line();
  builder_->text(sender);
  builder_->line();
  if (GMimeObject* body = g_mime_message_get_mime_part(message)) object(body);
}

void MailReader::object(GMimeObject* object) {
  if (depth_ >= kDeepestPart) return;
  ++depth_;
  if (GMIME_IS_MESSAGE_PART(object)) {
    GMimeMessage* inner =
        g_mime_message_part_get_message(GMIME_MESSAGE_PART(object));
    if (inner != nullptr) message(inner, false);
  } else if (GMIME_IS_MULTIPART(object)) {
    GMimeMultipart* parts = GMIME_MULTIPART(object);
    GMimeContentType* type = g_mime_object_get_content_type(object);
    if (type != nullptr &&
        g_mime_content_type_is_type(type, "multipart", "alternative")) {
      alternative(parts);
    } else {
      int count = g_mime_multipart_get_count(parts);
      for (int i = 0; i < count; ++i) {
        this->object(g_mime_multipart_get_part(parts, i));
      }
    }
  } else if (GMIME_IS_PART(object)) {
    part(GMIME_PART(object));
  }
  --depth_;
}

// The plain text, if it says anything; else the last one, the richest, but for
// a calendar, which says the same to programs.
void MailReader::alternative(GMimeMultipart* parts) {
  int count = g_mime_multipart_get_count(parts);
  int chosen = -1;
  for (int i = 0; i < count; ++i) {
    GMimeObject* one = g_mime_multipart_get_part(parts, i);
    GMimeContentType* type = g_mime_object_get_content_type(one);
    auto is = [&](const char* sub) {
      return type != nullptr && g_mime_content_type_is_type(type, "text", sub);
    };
    if (is("plain") && GMIME_IS_PART(one) &&
        !text::trim(content_of(GMIME_PART(one)), text::kAllSpace).empty()) {
      return object(one);
    }
    if (chosen < 0 || !is("calendar")) chosen = i;
  }
  if (chosen >= 0) object(g_mime_multipart_get_part(parts, chosen));
}

void MailReader::part(GMimePart* part) {
  GMimeContentType* declared =
      g_mime_object_get_content_type(GMIME_OBJECT(part));
  std::string type = "text/plain";
  std::string content_type = type;
  if (declared != nullptr) {
    const char* main = g_mime_content_type_get_media_type(declared);
    const char* sub = g_mime_content_type_get_media_subtype(declared);
    type = std::string(main != nullptr ? main : "") + '/' +
           (sub != nullptr ? sub : "");
    text::lower_case(type);
    const char* charset =
        g_mime_content_type_get_parameter(declared, "charset");
    content_type = type + "; charset=" + (charset != nullptr ? charset : "");
  }
  const char* name = g_mime_part_get_filename(part);
  std::string file = name != nullptr ? text::as_utf8(name) : std::string();
  std::string bytes = content_of(part);
  read_attached(bytes, type, content_type, file, depth_ + 1, *builder_);
}

}  // namespace

std::string iso_date_of_mail(const std::string& date) {
  GDateTime* time = g_mime_utils_header_decode_date(date.c_str());
  if (time == nullptr) return {};
  // g_date_time_format_iso8601() writes "+01".
  const bool utc = g_date_time_get_utc_offset(time) == 0;
  char* iso = g_date_time_format(
      time, utc ? "%Y-%m-%dT%H:%M:%SZ" : "%Y-%m-%dT%H:%M:%S%:z");
  std::string text = iso != nullptr ? iso : "";
  g_free(iso);
  g_date_time_unref(time);
  return text;
}

void read_mail(std::string_view bytes, bool mailbox, unsigned depth,
               DocumentBuilder& builder) {
  g_mime_init();
  builder.document().type = mailbox ? "application/mbox" : "message/rfc822";
  MailPointer<GMimeStream> stream(
      g_mime_stream_mem_new_with_buffer(bytes.data(), bytes.size()));
  MailPointer<GMimeParser> parser(g_mime_parser_new_with_stream(stream.get()));
  if (mailbox) {
    g_mime_parser_set_format(parser.get(), GMIME_FORMAT_MBOX);
  }
  bool first = true;
  do {
    MailPointer<GMimeMessage> message(
        g_mime_parser_construct_message(parser.get(), nullptr));
    if (!message) break;
    MailReader(depth, builder).message(message.get(), first);
    first = false;
  } while (mailbox && !g_mime_parser_eos(parser.get()));
  if (first) throw Unreadable{NoText::kDamaged, "this is no message"};
}

}  // namespace wax::document
