#include "index/text/url_reference.h"

#include <algorithm>

#include "index/text/markup.h"

namespace wax::index {
namespace {

// RFC 3986, section 3, without the fragment. Views.
struct Parts {
  std::string_view scheme;     // without ":"
  std::string_view authority;  // without "//"
  bool has_authority = false;
  std::string_view path;
  std::string_view query;  // with its "?"
};

std::string_view take(std::string_view& rest, size_t n) {
  std::string_view taken = rest.substr(0, n);
  rest.remove_prefix(taken.size());
  return taken;
}

Parts split(std::string_view url) {
  Parts parts;
  url = url.substr(0, url.find('#'));
  size_t colon = url.find_first_of(":/?");
  if (colon != std::string_view::npos && url[colon] == ':' && colon > 0 &&
      is_letter(url[0]) &&
      std::all_of(url.begin(), url.begin() + static_cast<ptrdiff_t>(colon),
                  [](char c) {
                    return is_letter(c) || (c >= '0' && c <= '9') || c == '+' ||
                           c == '-' || c == '.';
                  })) {
    parts.scheme = take(url, colon);
    url.remove_prefix(1);
  }
  if (url.starts_with("//")) {
    url.remove_prefix(2);
    parts.has_authority = true;
    parts.authority = take(url, url.find_first_of("/?"));
  }
  parts.path = take(url, url.find('?'));
  parts.query = url;
  return parts;
}

bool equal(std::string_view a, std::string_view lower) {
  return a.size() == lower.size() &&
         std::equal(a.begin(), a.end(), lower.begin(),
                    [](char x, char y) { return (x | 0x20) == y; });
}

bool is_followed(std::string_view scheme) {
  return equal(scheme, "http") || equal(scheme, "https") ||
         equal(scheme, "ftp");
}

// Appends `path` without its "." and ".." segments (section 5.2.4). `start` is
// where the path begins in `out`.
void append_without_dots(std::string_view path, size_t start,
                         std::string& out) {
  while (!path.empty()) {
    bool slash = path[0] == '/';
    size_t end = path.find('/', slash ? 1 : 0);
    std::string_view segment = take(path, end);
    std::string_view name = segment.substr(slash ? 1 : 0);
    if (name == ".") {
      if (path.empty()) out += '/';
    } else if (name == "..") {
      size_t parent = out.rfind('/');
      out.resize(parent == std::string::npos || parent < start ? start
                                                               : parent);
      if (path.empty()) out += '/';
    } else {
      if (!slash) out += '/';
      out += name.empty() ? "/" : segment;
    }
  }
}

// What browsers drop or read otherwise; `buffer` holds the text if it differs.
std::string_view cleaned(std::string_view reference, std::string& buffer) {
  auto blank = [](char c) { return static_cast<unsigned char>(c) <= ' '; };
  while (!reference.empty() && blank(reference.back())) {
    reference.remove_suffix(1);
  }
  while (!reference.empty() && blank(reference[0])) reference.remove_prefix(1);
  if (reference.find_first_of("\t\r\n\\") == std::string_view::npos) {
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

void append_escaped(std::string_view text, std::string& out) {
  for (size_t space; (space = text.find(' ')) != std::string_view::npos;) {
    out += text.substr(0, space);
    out += "%20";
    text.remove_prefix(space + 1);
  }
  out += text;
}

}  // namespace

bool append_resolved(std::string_view base_url, std::string_view reference,
                     std::string& out) {
  if (reference.size() > 2 * kLongestUrl || base_url.size() > kLongestUrl) {
    return false;
  }
  std::string buffer;
  Parts base = split(base_url);
  Parts url = split(cleaned(reference, buffer));
  // "http:page" is relative to a base of the same scheme.
  if (!url.has_authority && equal(url.scheme, "http") &&
      equal(base.scheme, "http")) {
    url.scheme = {};
  }
  std::string_view directory;
  if (url.scheme.empty()) {
    url.scheme = base.scheme;
    if (!url.has_authority) {
      url.has_authority = base.has_authority;
      url.authority = base.authority;
      if (url.path.empty()) {
        url.path = base.path;
        if (url.query.empty()) url.query = base.query;
      } else if (url.path[0] != '/') {
        directory = base.path.substr(0, base.path.rfind('/') + 1);
      }
    }
  }
  if (!url.has_authority || url.authority.empty() || !is_followed(url.scheme)) {
    return false;
  }
  size_t start = out.size();
  for (char c : url.scheme) out += static_cast<char>(c | 0x20);
  out += "://";
  append_escaped(url.authority, out);
  size_t path = out.size();
  if (url.path.find("/.") == std::string_view::npos &&
      !url.path.starts_with('.') &&
      directory.find("/.") == std::string_view::npos) {
    if (directory.empty() && !url.path.starts_with('/')) out += '/';
    append_escaped(directory, out);
    append_escaped(url.path, out);
  } else {
    std::string whole;
    append_escaped(directory, whole);
    append_escaped(url.path, whole);
    append_without_dots(whole, path, out);
  }
  if (out.size() == path) out += '/';
  append_escaped(url.query, out);
  if (out.size() - start > kLongestUrl) {
    out.resize(start);
    return false;
  }
  return true;
}

}  // namespace wax::index
