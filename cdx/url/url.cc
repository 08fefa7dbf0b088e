#include "cdx/url/url.h"

#include <algorithm>
#include <iterator>

#include "text/ascii.h"
#include "text/byte_set.h"

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
  const bool is_web = text::starts_with_ignoring_case(url.scheme, "http") ||
                      text::equal_ignoring_case(url.scheme, "ftp");
  const std::string_view ends_host = is_web ? "/\\" : "/";
  if (has_authority) {
    std::string_view authority = text.substr(0, text.find_first_of(ends_host));
    text.remove_prefix(authority.size());
    if (!parse_authority(authority, url)) return false;
  }
  if (url.host.empty() && !text.empty() && url.scheme.starts_with("http")) {
    text.remove_prefix(
        std::min(text.find_first_not_of(ends_host), text.size()));
    url.host = text.substr(0, text.find_first_of(ends_host));
    text.remove_prefix(url.host.size());
    url.path = text.empty() ? "/" : text;
  } else {
    url.path = text;
  }
  if (!url.host.empty() && url.path.starts_with('\\')) url.path[0] = '/';
  return true;
}

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

bool is_of_other_record(std::string_view url) {
  return std::any_of(kOtherSchemes.begin(), kOtherSchemes.end(),
                     [url](std::string_view scheme) {
                       return text::equal_ignoring_case(
                           url.substr(0, scheme.size()), scheme);
                     });
}

std::string page_of_record(std::string_view url) {
  if (!is_of_other_record(url)) return {};
  constexpr std::string_view kDns = "dns:";
  if (text::equal_ignoring_case(url.substr(0, kDns.size()), kDns)) {
    const std::string_view host = url.substr(kDns.size());
    return host.empty() || host[0] == '/' ? ""
                                          : "http://" + std::string(host) + '/';
  }
  const size_t slashes = url.find("://");
  if (slashes == url.npos) return {};
  const size_t before = url.substr(0, slashes).rfind(':');
  // "metadata://a.org/" has a host itself.
  if (before == url.npos) return {};
  url.remove_prefix(before + 1);
  // ArchiveWeb.page: "urn:text:DATE/URL".
  if (const size_t date = url.find('/');
      date != 0 && date < slashes && text::all_digits(url.substr(0, date))) {
    url.remove_prefix(date + 1);
  }
  return std::string(url);
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
