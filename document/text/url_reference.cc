#include "document/text/url_reference.h"

#include "cdx/url/url.h"
#include "text/ascii.h"
#include "text/byte_set.h"

namespace wax::document {
namespace {

constexpr text::ByteSet kReadOtherwise("\t\r\n\\");

bool is_followed(std::string_view scheme) {
  return text::equal_ignoring_case(scheme, "http") ||
         text::equal_ignoring_case(scheme, "https") ||
         text::equal_ignoring_case(scheme, "ftp");
}

// What browsers drop or read otherwise; `buffer` holds the text if it differs.
std::string_view cleaned(std::string_view reference, std::string& buffer) {
  reference = text::trim_controls(reference);
  if (kReadOtherwise.find_in(reference) == std::string_view::npos) {
    return reference;
  }
  bool path = true;
  for (char c : reference) {
    if (c == '\t' || c == '\r' || c == '\n') continue;
    if (c == '?' || c == '#') path = false;
    buffer += path && c == '\\' ? '/' : c;
  }
  return buffer;
}

// Makes "%20" of the spaces behind `start`.
void escape_spaces(size_t start, std::string& out) {
  while ((start = out.find(' ', start)) != std::string::npos) {
    out.replace(start, 1, "%20");
  }
}

}  // namespace

bool append_resolved(std::string_view base_url, std::string_view reference,
                     std::string& out) {
  if (reference.size() > 2 * kLongestUrl || base_url.size() > kLongestUrl) {
    return false;
  }
  std::string buffer;
  cdx::UrlParts base = cdx::split_url(base_url);
  cdx::UrlParts parts = cdx::split_url(cleaned(reference, buffer));
  // "http:page" is relative to a base of the same scheme.
  if (!parts.has_authority && text::equal_ignoring_case(parts.scheme, "http") &&
      text::equal_ignoring_case(base.scheme, "http")) {
    parts.scheme = {};
  }
  cdx::ResolvedUrl url = cdx::resolve(base, parts);
  if (!url.has_authority || url.authority.empty() || !is_followed(url.scheme)) {
    return false;
  }
  size_t start = out.size();
  out.reserve(start + base_url.size() + reference.size() + 3);
  for (char c : url.scheme) out += text::to_lower(c);
  out += "://";
  out += url.authority;
  size_t path = out.size();
  cdx::append_path(url, out);
  if (out.size() == path) out += '/';
  out += url.query;
  escape_spaces(start, out);
  if (out.size() - start > kLongestUrl) {
    out.resize(start);
    return false;
  }
  return true;
}

}  // namespace wax::document
