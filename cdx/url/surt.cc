#include <charconv>

#include "cdx/url/host.h"
#include "cdx/url/url.h"
#include "cdx/url/url_key.h"

namespace wax::cdx {
namespace {

void append_number(int number, std::string& text) {
  char digits[8];
  auto result = std::to_chars(digits, digits + sizeof digits, number);
  text.append(digits, result.ptr);
}

void append_host(const Url& url, const SurtOptions& options, std::string& key) {
  if (options.with_scheme) {
    key += url.scheme;
    key += url.scheme == "dns" ? ":(" : "://(";
  }
  append_reversed(url.host, options.reverse_ipv4, key);
  if (url.port != Url::kNoPort) append_number(url.port, key += ':');
  if (options.trailing_comma) key += ',';
  key += ')';
}

}  // namespace

bool append_surt(std::string_view text, const SurtOptions& options,
                 std::string& key) {
  if (text.empty()) {
    key += '-';
    return true;
  }
  if (text.starts_with("filedesc")) {
    append_as_field(text, key);
    return true;
  }
  thread_local Url url;
  if (!parse(text, url)) return false;
  canonicalize(url);
  fold(url, options.fold);
  if (url.host.empty()) {
    (key += url.scheme) += ':';
  } else {
    append_host(url, options, key);
  }
  append_tail(url, key);
  return true;
}

std::string unsurt(std::string_view surt) {
  size_t end = surt.find(")/");
  if (end == std::string_view::npos) return std::string(surt);
  std::string url;
  for (std::string_view host = surt.substr(0, end);;) {
    size_t comma = host.rfind(',');
    url += host.substr(comma + 1);  // npos + 1 is 0
    if (comma == std::string_view::npos) break;
    url += '.';
    host = host.substr(0, comma);
  }
  url += surt.substr(end + 1);
  return url;
}

}  // namespace wax::cdx
