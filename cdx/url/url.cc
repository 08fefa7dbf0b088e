#include "cdx/url/url.h"

#include <algorithm>
#include <iterator>

#include "cdx/url/escape.h"
#include "text/ascii.h"

namespace wax::cdx {
namespace {

constexpr int kPortOutOfRange = 65536;

// The length of "scheme:" at the front of `text`, 0 without one.
size_t scheme_length(std::string_view text) {
  if (text.empty() || !text::is_letter(text[0])) return 0;
  for (size_t i = 1; i < text.size(); ++i) {
    char c = text[i];
    if (c == ':') return i + 1;
    if (!text::is_alphanumeric(c) && c != '+' && c != '-' && c != '.') return 0;
  }
  return 0;
}

// The length of "http://" or "https://" at the front of `text`, in lower case.
size_t web_scheme_length(std::string_view text) {
  if (text.starts_with("http://")) return 7;
  if (text.starts_with("https://")) return 8;
  return 0;
}

// An object, so that algorithms call it inline.
constexpr auto is_skipped = [](char c) {
  return c == '\t' || c == '\r' || c == '\n';
};

bool parse_port(std::string_view text, int& port) {
  port = 0;
  for (char c : text) {
    if (!text::is_digit(c)) return false;
    port = std::min(port * 10 + (c - '0'), kPortOutOfRange);
  }
  if (port == kPortOutOfRange) return false;
  if (port == 0) port = Url::kNoPort;
  return true;
}

bool parse_authority(std::string_view authority, Url& url) {
  while (authority.ends_with(':')) authority.remove_suffix(1);
  authority.remove_prefix(authority.rfind('@') + 1);  // npos + 1 is 0
  std::string_view host = authority;
  std::string_view port;
  size_t bracket = authority.find('[');
  if (bracket != std::string_view::npos) {
    host = authority.substr(bracket + 1);
    size_t close = host.find(']');
    if (close != std::string_view::npos) {
      port = host.substr(close + 1);
      host = host.substr(0, close);
    }
  } else {
    host = authority.substr(0, authority.find(':'));
    port = authority.substr(host.size());
  }
  size_t colon = port.find(':');
  port = colon == std::string_view::npos ? "" : port.substr(colon + 1);
  url.host = host;
  text::lower_case(url.host);
  return parse_port(port, url.port);
}

// Splits off what follows the first `mark`, which belongs to neither side.
std::string_view cut_from(std::string_view& text, char mark) {
  size_t at = text.find(mark);
  if (at == std::string_view::npos) return {};
  std::string_view rest = text.substr(at + 1);
  text = text.substr(0, at);
  return rest;
}

// `text` is trimmed, without TAB, CR and LF, and not empty.
bool parse_clean(std::string_view text, Url& url) {
  url.ends_in_query = text.ends_with('?');
  bool has_authority = true;
  if (size_t length = scheme_length(text); length == 0) {
    url.scheme = "http";
  } else if (web_scheme_length(text) > 0) {
    while (size_t web = web_scheme_length(text)) {
      url.scheme = text.substr(0, web - 3);
      text.remove_prefix(web);
    }
  } else {
    url.scheme = text.substr(0, length - 1);
    text.remove_prefix(length);
    has_authority = text.starts_with("//");
    if (has_authority) text.remove_prefix(2);
  }

  url.fragment = cut_from(text, '#');
  url.query = cut_from(text, '?');
  url.ends_in_query = url.ends_in_query && url.query.empty();
  url.host.clear();
  url.port = Url::kNoPort;
  if (has_authority) {
    std::string_view authority = text.substr(0, text.find('/'));
    text.remove_prefix(authority.size());
    if (!parse_authority(authority, url)) return false;
  }
  if (url.host.empty() && !text.empty() && url.scheme.starts_with("http")) {
    text.remove_prefix(std::min(text.find_first_not_of('/'), text.size()));
    url.host = text.substr(0, text.find('/'));
    text.remove_prefix(url.host.size());
    url.path = text.empty() ? "/" : text;
  } else {
    url.path = text;
  }
  return true;
}

}  // namespace

bool parse(std::string_view text, Url& url) {
  text = text::trim(text, text::kAllSpace);
  if (text.empty()) return false;
  if (std::none_of(text.begin(), text.end(), is_skipped)) {
    return parse_clean(text, url);
  }
  std::string clean;
  std::remove_copy_if(text.begin(), text.end(), std::back_inserter(clean),
                      is_skipped);
  return parse_clean(clean, url);
}

void append_tail(const Url& url, std::string& text) {
  if (!url.path.empty()) {
    text += url.path;
  } else if (!url.query.empty() || !url.fragment.empty()) {
    text += '/';
  }
  if (!url.query.empty()) (text += '?') += url.query;
  if (!url.fragment.empty()) (text += '#') += url.fragment;
  if (url.ends_in_query) text += '?';
}

std::string print(const Url& url) {
  std::string text = url.scheme + ':';
  if (!url.host.empty()) {
    if (url.scheme != "dns") text += "//";
    text += url.host;
    if (url.port != Url::kNoPort) (text += ':') += std::to_string(url.port);
  }
  append_tail(url, text);
  return text;
}

}  // namespace wax::cdx
