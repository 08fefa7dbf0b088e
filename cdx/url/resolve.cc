#include "cdx/url/resolve.h"

#include <algorithm>

#include "text/ascii.h"
#include "text/byte_set.h"

namespace wax::cdx {
namespace {

constexpr text::ByteSet kEndsScheme(":/?#");
constexpr text::ByteSet kEndsAuthority("/?#");
constexpr text::ByteSet kEndsPath("?#");

std::string_view take(std::string_view& rest, size_t n) {
  std::string_view taken = rest.substr(0, n);
  rest.remove_prefix(taken.size());
  return taken;
}

bool is_scheme(std::string_view text) {
  return !text.empty() && text::is_letter(text[0]) &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return text::is_alphanumeric(c) || text::is_one_of(c, "+-.");
         });
}

void append_without_dots(std::string_view path, std::string& out) {
  size_t start = out.size();
  while (!path.empty()) {
    std::string_view segment = take(path, path.find('/', 1));
    if (segment == "/.") {
      if (path.empty()) out += '/';
    } else if (segment == "/..") {
      size_t parent = out.rfind('/');
      out.resize(parent == std::string::npos ? start : std::max(parent, start));
      if (path.empty()) out += '/';
    } else {
      out += segment;
    }
  }
}

}  // namespace

UrlParts split_url(std::string_view url) {
  UrlParts parts;
  size_t colon = kEndsScheme.find_in(url);
  if (colon != std::string_view::npos && url[colon] == ':' &&
      is_scheme(url.substr(0, colon))) {
    parts.scheme = take(url, colon);
    url.remove_prefix(1);
  }
  if (url.starts_with("//")) {
    url.remove_prefix(2);
    parts.has_authority = true;
    parts.authority = take(url, kEndsAuthority.find_in(url));
  }
  parts.path = take(url, kEndsPath.find_in(url));
  parts.query = take(url, url.find('#'));
  parts.fragment = url;
  return parts;
}

ResolvedUrl resolve(const UrlParts& base, const UrlParts& reference) {
  ResolvedUrl url{reference, {}};
  if (!url.scheme.empty()) return url;
  url.scheme = base.scheme;
  if (url.has_authority) return url;
  url.has_authority = base.has_authority;
  url.authority = base.authority;
  if (url.path.empty()) {
    url.path = base.path;
    if (url.query.empty()) url.query = base.query;
  } else if (url.path[0] != '/') {
    url.directory = base.path.substr(0, base.path.rfind('/') + 1);
  }
  return url;
}

void append_path(const ResolvedUrl& url, std::string& out) {
  std::string_view front = url.directory.empty() ? url.path : url.directory;
  std::string_view slash = front.empty() || front[0] == '/' ? "" : "/";
  if (url.path.find("/.") == std::string_view::npos &&
      !url.path.starts_with('.') &&
      url.directory.find("/.") == std::string_view::npos) {
    out += slash;
    out += url.directory;
    out += url.path;
    return;
  }
  std::string whole(slash);
  whole += url.directory;
  whole += url.path;
  append_without_dots(whole, out);
}

void append_resolved(std::string_view base, std::string_view reference,
                     std::string& url) {
  reference = text::trim(reference, text::kHtmlSpace);
  UrlParts parts = split_url(reference);
  if (!parts.scheme.empty()) {
    url += reference;
    return;
  }
  ResolvedUrl target = resolve(split_url(base), parts);
  if (!target.scheme.empty()) {
    url += target.scheme;
    url += ':';
  }
  if (target.has_authority) {
    url += "//";
    url += target.authority;
  }
  if (parts.has_authority || parts.path.empty()) {
    url += target.path;
  } else {
    append_path(target, url);
  }
  url += target.query;
  url += target.fragment;
}

}  // namespace wax::cdx
