#include "index/document/document.h"

#include "index/document/varint.h"

namespace wax::index {
namespace {

constexpr uint64_t kNoindex = 1;
constexpr uint64_t kNofollow = 2;
constexpr uint64_t kTruncated = 4;

bool take(std::string_view& rest, std::string& text) {
  std::string_view view;
  if (!take_text(rest, view)) return false;
  text.assign(view);
  return true;
}

}  // namespace

void append_document(const Document& document, std::string& out) {
  for (const std::string* text :
       {&document.url, &document.urlkey, &document.digest, &document.date,
        &document.type, &document.charset, &document.title,
        &document.description, &document.content, &document.collection,
        &document.filename}) {
    append_text(*text, out);
  }
  append_number(document.offset, out);
  append_number(document.length, out);
  append_number(static_cast<uint64_t>(document.status), out);
  append_number((document.noindex ? kNoindex : 0) |
                    (document.nofollow ? kNofollow : 0) |
                    (document.truncated ? kTruncated : 0),
                out);
  append_number(document.links.size(), out);
  for (const Link& link : document.links) {
    append_text(link.url, out);
    append_text(link.text, out);
  }
}

bool parse_document(std::string_view bytes, Document& document) {
  for (std::string* text :
       {&document.url, &document.urlkey, &document.digest, &document.date,
        &document.type, &document.charset, &document.title,
        &document.description, &document.content, &document.collection,
        &document.filename}) {
    if (!take(bytes, *text)) return false;
  }
  uint64_t status;
  uint64_t flags;
  uint64_t links;
  if (!take_number(bytes, document.offset) ||
      !take_number(bytes, document.length) || !take_number(bytes, status) ||
      !take_number(bytes, flags) || !take_number(bytes, links)) {
    return false;
  }
  // A link takes two bytes at least.
  if (status > INT32_MAX || flags > 7 || links > bytes.size() / 2) return false;
  document.status = static_cast<int>(status);
  document.noindex = (flags & kNoindex) != 0;
  document.nofollow = (flags & kNofollow) != 0;
  document.truncated = (flags & kTruncated) != 0;
  document.links.resize(static_cast<size_t>(links));
  for (Link& link : document.links) {
    if (!take(bytes, link.url) || !take(bytes, link.text)) return false;
  }
  return bytes.empty();
}

}  // namespace wax::index
