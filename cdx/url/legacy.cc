#include <unicode/locid.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "cdx/url/canonical.h"
#include "cdx/url/host.h"
#include "cdx/url/url.h"
#include "cdx/url/url_key.h"
#include "text/ascii.h"
#include "text/percent.h"
#include "text/utf8.h"

namespace wax::cdx {
namespace {

constexpr size_t kNone = std::string_view::npos;

struct Scheme {
  std::string_view prefix;
  int port;
};
constexpr std::array<Scheme, 7> kSchemes = {{{"http://", 80},
                                             {"https://", 443},
                                             {"ftp://", 21},
                                             {"ftps://", -1},
                                             {"rtsp://", 554},
                                             {"mms://", 1755},
                                             {"wais://", 210}}};

bool is_ascii_host(std::string_view text) {
  return text::ascii_prefix(text) == text.size();
}

// What is no UTF-8 becomes U+FFFD.
void repair_utf8(std::string& text) {
  if (is_ascii_host(text)) return;
  std::string repaired;
  icu::UnicodeString::fromUTF8(text).toUTF8String(repaired);
  text.swap(repaired);
}

void lower_case_utf8(std::string& text) {
  if (is_ascii_host(text)) {
    text::lower_case(text);
    return;
  }
  std::string lower;
  icu::UnicodeString::fromUTF8(text)
      .toLower(icu::Locale::getRoot())
      .toUTF8String(lower);
  text.swap(lower);
}

void replace_all(std::string& text, std::string_view from,
                 std::string_view to) {
  size_t at = text.find(from);
  if (at == std::string::npos) return;
  std::string replaced;
  size_t start = 0;
  for (; at != std::string::npos; at = text.find(from, start)) {
    replaced.append(text, start, at - start).append(to);
    start = at + from.size();
  }
  text.swap(replaced.append(text, start));
}

void strip_user(std::string& url) {
  size_t start = 0;
  for (std::string_view scheme : {"http://", "https://", "ftp://", "ftps://"}) {
    if (url.starts_with(scheme)) start = scheme.size();
  }
  if (start == 0) return;
  size_t at = std::string_view(url)
                  .substr(0, std::min(url.find('/', start), url.size()))
                  .rfind('@');
  if (at != kNone && at > start) url.erase(start, at + 1 - start);
}

void strip_www(std::string& url) {
  size_t start = url.starts_with("http://")    ? 7
                 : url.starts_with("https://") ? 8
                                               : 0;
  if (start == 0) return;
  size_t length = www_length(std::string_view(url).substr(start));
  size_t slash = url.find('/', start + length);
  if (length > 0 && slash != kNone && slash + 1 < url.size()) {
    url.erase(start, length);
  }
}

// Drops the "?" that stands last, or one "&" after the last "?" or at the end.
void tidy_query(std::string& url) {
  size_t mark = url.rfind('?');
  if (mark == kNone || mark == 0) return;
  if (mark + 1 == url.size()) {
    url.pop_back();
  } else if (url[mark + 1] == '&') {
    bool is_last = mark + 2 == url.size();
    url.erase(is_last ? mark : mark + 1, is_last ? 2 : 1);
  } else if (url.back() == '&') {
    url.pop_back();
  }
}

struct Parts {
  std::string authority;
  std::string path;
  std::string query;
};

bool is_java_space(char c) { return c >= 0 && c <= ' '; }

// Takes apart what comes after the scheme. SkippedBytes white space goes, "\"
// in the path is "/".
void split(std::string& text, bool is_web, Parts& parts) {
  replace_all(text, "\xc2\xa0", " ");
  while (!text.empty() && is_java_space(text.back())) text.pop_back();
  std::replace(text.begin(),
               text.begin() + static_cast<std::ptrdiff_t>(
                                  std::min(text.find('?'), text.size())),
               '\\', '/');
  std::erase_if(text,
                [](char c) { return c == '\t' || c == '\r' || c == '\n'; });
  std::string_view rest = text;
  if (is_web) {
    rest.remove_prefix(std::min(rest.find_first_not_of('/'), rest.size()));
  }
  rest = rest.substr(0, rest.find('#'));
  size_t mark = rest.find('?');
  parts.query = mark == kNone ? "" : rest.substr(mark + 1);
  rest = rest.substr(0, mark);
  size_t slash = std::min(rest.find('/'), rest.size());
  parts.authority = rest.substr(0, slash);
  parts.path = rest.substr(slash);
}

// "." and ".." go, also above the root; an empty path becomes "/".
void resolve_dots(std::string& path) {
  size_t kept = 0;
  for (size_t i = 0; i < path.size();) {
    size_t end = std::min(path.find('/', i + 1), path.size());
    size_t length = end - i;
    bool is_dot = length == 2 && path[i + 1] == '.';
    bool is_parent = length == 3 && path[i + 1] == '.' && path[i + 2] == '.';
    if (is_parent && kept > 0) kept = path.rfind('/', kept - 1);
    if (!is_dot && !is_parent) {
      std::copy_n(path.data() + i, length, path.data() + kept);
      kept += length;
    } else if (end == path.size()) {
      path[kept++] = '/';
    }
    i = end;
  }
  path.resize(kept);
  if (path.empty()) path = '/';
}

// Undoes escapes once, "+" included.
void decode(std::string& text) {
  size_t end = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '+') {
      c = ' ';
    } else if (int byte = text::escaped_byte(text, i); byte >= 0) {
      c = static_cast<char>(byte);
      i += 2;
    }
    text[end++] = c;
  }
  text.resize(end);
  repair_utf8(text);
}

bool is_host_byte(char c) {
  return text::is_alphanumeric(c) || c == '-' || c == '_' || c == '.';
}

// Takes "user@host:port" apart and makes the host ASCII.
bool parse_authority(std::string& authority, int& port) {
  authority.erase(0, authority.rfind('@') + 1);  // npos + 1 is 0
  while (authority.ends_with("%20")) authority.resize(authority.size() - 3);
  port = -1;
  size_t colon = authority.find(':');
  if (colon != kNone) {
    std::string_view digits = std::string_view(authority).substr(colon + 1);
    if (!digits.empty()) {
      auto [end, error] =
          std::from_chars(digits.data(), digits.data() + digits.size(), port);
      if (error != std::errc() || end != digits.data() + digits.size() ||
          port < 1 || port > 65535) {
        return false;
      }
    }
    authority.resize(colon);
  }
  if (authority.ends_with('.')) authority.pop_back();
  if (!is_ascii_host(authority) && !encode_idna(authority)) return false;
  return !authority.empty() && authority.front() != '.' &&
         authority.find("..") == kNone &&
         std::all_of(authority.begin(), authority.end(), is_host_byte);
}

// Lower case, and the parts of no account dropped.
void strip(std::string& url) {
  lower_case_utf8(url);
  strip_user(url);
  strip_www(url);
  strip_legacy_session_id(url);
  tidy_query(url);
}

}  // namespace

bool append_legacy_key(std::string_view text, std::string& key) {
  if (text.starts_with("dns:")) {
    append_as_field(text, key);
    return true;
  }
  thread_local std::string url;
  thread_local Parts parts;
  url = text;
  strip(url);
  const Scheme* scheme = std::find_if(
      kSchemes.begin(), kSchemes.end(),
      [](const Scheme& known) { return url.starts_with(known.prefix); });
  bool has_scheme = scheme != kSchemes.end();
  if (has_scheme) url.erase(0, scheme->prefix.size());
  if (!has_scheme) scheme = kSchemes.begin();
  if (url.find('/') == std::string::npos) url += '/';
  bool is_web = scheme->prefix.starts_with("http");

  split(url, is_web, parts);
  resolve_dots(parts.path);
  // What escapes hide may be a "?" or "#", so all is taken apart again.
  decode(parts.path);
  decode(parts.query);
  url.assign(parts.authority).append(parts.path);
  if (!parts.query.empty()) (url += '?') += parts.query;
  split(url, is_web, parts);
  resolve_dots(parts.path);

  int port = -1;
  if (!parse_authority(parts.authority, port)) return false;
  escape_with("\"<>^`{}[]", parts.path);
  replace_all(parts.path, "%20", "+");
  join_slashes(parts.path);
  escape_with("\"<>`\\", parts.query);

  std::string_view host = parts.authority;
  key += host.substr(www_length(host));
  if (port != -1 && port != scheme->port) (key += ':') += std::to_string(port);
  key += parts.path;
  if (!parts.query.empty()) (key += '?') += parts.query;
  return true;
}

}  // namespace wax::cdx
