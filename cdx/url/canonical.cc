#include "cdx/url/canonical.h"

#include <algorithm>
#include <compare>
#include <string_view>
#include <vector>

#include "cdx/url/host.h"
#include "cdx/url/url.h"
#include "text/ascii.h"

namespace wax::cdx {
namespace {

// An argument of a query, and where its name ends.
struct Argument {
  std::string_view text;
  size_t name;

  explicit Argument(std::string_view argument)
      : text(argument), name(std::min(argument.find('='), argument.size())) {}

  std::weak_ordering operator<=>(const Argument& other) const {
    auto order = text.substr(0, name) <=> other.text.substr(0, other.name);
    return order != 0 ? order : text.substr(name) <=> other.text.substr(name);
  }
};

constexpr size_t kNotFound = std::string_view::npos;

// The length of the run of `kind` at `at`, but at most `most`.
template <typename Kind>
size_t run_length(std::string_view text, size_t at, size_t most, Kind kind) {
  size_t i = at;
  while (i < text.size() && i - at < most && kind(text[i])) ++i;
  return i - at;
}

// The length of "(" 24 ")" at `at`, or 0.
size_t bracketed_id_length(std::string_view text, size_t at) {
  constexpr size_t kLength = 24;
  if (at >= text.size() || text[at] != '(') return 0;
  if (run_length(text, at + 1, kLength, text::is_alphanumeric) < kLength)
    return 0;
  size_t close = at + 1 + kLength;
  return close < text.size() && text[close] == ')' ? kLength + 2 : 0;
}

// The end of "(24)/" that starts at `at`, or kNotFound.
size_t plain_id_end(std::string_view path, size_t at) {
  size_t length = bracketed_id_length(path, at);
  size_t end = at + length;
  return length > 0 && end < path.size() && path[end] == '/' ? end + 1
                                                             : kNotFound;
}

// The end of "(a(24)b(24)...)/" that starts at `at`, or kNotFound.
size_t lettered_id_end(std::string_view path, size_t at) {
  if (at >= path.size() || path[at] != '(') return kNotFound;
  size_t i = at + 1;
  while (i < path.size() && text::is_letter(path[i])) {
    size_t length = bracketed_id_length(path, i + 1);
    if (length == 0) return kNotFound;
    i += 1 + length;
  }
  bool closed = i > at + 1 && path.substr(i).starts_with(")/");
  return closed ? i + 2 : kNotFound;
}

// Drops the last identifier after a "/" that has ".aspx" after it, after at
// least one character and before any "?".
template <typename IdEnd>
void strip_path_id(std::string& path, IdEnd id_end) {
  std::string_view text = path;
  // The first two ".aspx" after here with no "?" before them.
  size_t aspx = kNotFound;
  size_t second_aspx = kNotFound;
  for (size_t i = text.size(); i-- > 0;) {
    if (text[i] == '?') {
      aspx = second_aspx = kNotFound;
    } else if (text[i] == '.' &&
               text::equal_ignoring_case(text.substr(i, 5), ".aspx")) {
      second_aspx = aspx;
      aspx = i;
    } else if (text[i] == '/' && aspx != kNotFound) {
      size_t end = id_end(text, i + 1);
      if (end == kNotFound) continue;
      if (end < aspx || second_aspx != kNotFound) {
        path.erase(i + 1, end - i - 1);
        return;
      }
    }
  }
}

// Drops query[start, end) and the "&" after it, if there is one.
void erase_argument(std::string& query, size_t start, size_t end) {
  bool more = end < query.size() && query[end] == '&';
  query.erase(start, end - start + (more ? 1 : 0));
}

// The length of the session argument at `at`, or 0.
using ArgumentLength = size_t (*)(std::string_view query, size_t at);

template <size_t kNameLength>
size_t named_id_length(std::string_view query, size_t at) {
  constexpr size_t kLength = 32;
  at += kNameLength;
  return run_length(query, at, kLength, text::is_alphanumeric) == kLength
             ? kNameLength + kLength
             : 0;
}

constexpr std::string_view kAspName = "aspsessionid";

size_t asp_id_length(std::string_view query, size_t at) {
  size_t name = kAspName.size();
  if (run_length(query, at + name, 8, text::is_letter) < 8) return 0;
  size_t equals = at + name + 8;
  if (equals >= query.size() || query[equals] != '=') return 0;
  return run_length(query, equals + 1, 24, text::is_letter) == 24 ? name + 33
                                                                  : 0;
}

enum class Ending { kWithArgument, kAnywhere };

// Drops the last argument that starts with `name` (lower case) after the first
// `before` bytes, fits `length` and ends as it must.
void strip_argument(std::string& query, std::string_view name,
                    ArgumentLength length,
                    Ending ending = Ending::kWithArgument, size_t before = 0) {
  std::string_view text = query;
  if (text.size() < name.size()) return;
  for (size_t at = text.size() - name.size() + 1; at-- > before;) {
    if (text::to_lower(text[at]) != name[0] ||
        !text::equal_ignoring_case(text.substr(at, name.size()), name)) {
      continue;
    }
    size_t size = length(text, at);
    size_t end = at + size;
    if (size > 0 && (ending == Ending::kAnywhere || end == text.size() ||
                     text[end] == '&')) {
      erase_argument(query, at, end);
      return;
    }
  }
}

// Drops the last "cfid=...&cftoken=...", neither value empty.
void strip_cold_fusion_id(std::string& query, bool with_jsession) {
  constexpr std::string_view kId = "cfid=";
  constexpr std::string_view kToken = "&cftoken=";
  constexpr std::string_view kJsession = "&jsessionid=";
  std::string_view text = query;
  size_t ampersand = kNotFound;  // the next one
  size_t token_end = kNotFound;  // of "&cftoken=..." at that ampersand
  for (size_t at = text.size(); at-- > 0;) {
    if (text[at] == '&') {
      size_t value = at + kToken.size();
      size_t end = std::min(ampersand, text.size());
      bool is_token =
          value < end &&
          text::equal_ignoring_case(text.substr(at, kToken.size()), kToken);
      token_end = is_token ? end : kNotFound;
      ampersand = at;
    } else if (token_end != kNotFound && at + kId.size() < ampersand &&
               text::equal_ignoring_case(text.substr(at, kId.size()), kId)) {
      size_t end = token_end;
      if (with_jsession && text.substr(end).starts_with(kJsession)) {
        size_t next = text.find('&', end + 1);
        next = std::min(next, text.size());
        if (next > end + kJsession.size()) end = next;
      }
      erase_argument(query, at, end);
      return;
    }
  }
}

// All names hold "id".
bool may_hold_id(std::string_view text) {
  for (size_t i = 1; i < text.size(); ++i) {
    if (text::to_lower(text[i]) == 'd' && text::to_lower(text[i - 1]) == 'i')
      return true;
  }
  return false;
}

}  // namespace

void join_slashes(std::string& path) {
  path.erase(std::unique(path.begin(), path.end(),
                         [](char a, char b) { return a == '/' && b == '/'; }),
             path.end());
}

void normalize_path(std::string& path) {
  if (path.find("/.") == std::string::npos) {
    path.erase(0, path.find('/'));
    if (path.empty()) path = '/';
    join_slashes(path);
    return;
  }
  // What is kept stands at the front, a "/" before each segment. Empty segments
  // count as a parent, so they go last.
  size_t kept = 0;
  for (size_t i = path.find('/'); i < path.size();) {
    size_t end = std::min(path.find('/', i + 1), path.size());
    size_t length = end - i;
    bool is_dot = length == 2 && path[i + 1] == '.';
    bool is_parent = length == 3 && path[i + 1] == '.' && path[i + 2] == '.';
    if (is_parent && kept > 0) {
      kept = path.rfind('/', kept - 1);
    } else if (!is_dot) {
      std::copy_n(path.data() + i, length, path.data() + kept);
      kept += length;
    }
    i = end;
  }
  path.resize(kept);
  if (path.empty()) path = '/';
  join_slashes(path);
}

void sort_query(std::string& query) {
  if (query.find('&') == std::string::npos || query.size() < 2) return;
  thread_local std::vector<Argument> arguments;
  thread_local std::string sorted;
  arguments.clear();
  for (std::string_view rest = query;;) {
    size_t end = rest.find('&');
    arguments.emplace_back(rest.substr(0, end));
    if (end == std::string_view::npos) break;
    rest.remove_prefix(end + 1);
  }
  if (std::is_sorted(arguments.begin(), arguments.end())) return;
  std::sort(arguments.begin(), arguments.end());
  sorted.clear();
  for (const Argument& argument : arguments) {
    (sorted += argument.text) += '&';
  }
  sorted.pop_back();
  query.swap(sorted);
}

int default_port(std::string_view scheme) {
  if (text::equal_ignoring_case(scheme, "http")) return 80;
  if (text::equal_ignoring_case(scheme, "https")) return 443;
  return 0;
}

void canonicalize(Url& url) {
  url.fragment.clear();
  unescape_repeatedly(url.query);
  escape(url.query);
  if (!url.host.empty()) canonicalize_host(url.host);
  unescape_repeatedly(url.path);
  if (!url.host.empty()) normalize_path(url.path);
  escape(url.path);
}

void fold(Url& url, const FoldOptions& options) {
  text::lower_case(url.host);
  if (options.host_massage && url.scheme != "dns") {
    url.host.erase(0, www_length(url.host));
  }
  if (url.port == default_port(url.scheme)) url.port = Url::kNoPort;

  text::lower_case(url.path);
  strip_path_session_id(url.path);
  if (url.path.size() > 1 && url.path.ends_with('/')) url.path.pop_back();

  strip_query_session_id(url.query);
  if (options.query_lowercase) text::lower_case(url.query);
  sort_query(url.query);
  url.ends_in_query = false;
}

void strip_path_session_id(std::string& path) {
  if (path.find('(') == std::string::npos) return;
  strip_path_id(path, lettered_id_end);
  strip_path_id(path, plain_id_end);
}

void strip_query_session_id(std::string& query) {
  if (!may_hold_id(query)) return;
  strip_argument(query, "jsessionid=", named_id_length<11>);
  strip_argument(query, "phpsessid=", named_id_length<10>);
  strip_argument(query, "sid=", named_id_length<4>);
  strip_argument(query, kAspName, asp_id_length);
  strip_cold_fusion_id(query, false);
}

void strip_legacy_session_id(std::string& url) {
  constexpr auto kAnywhere = Ending::kAnywhere;
  bool may_hold = may_hold_id(url);
  if (may_hold) {
    strip_argument(url, "phpsessid=", named_id_length<10>, kAnywhere, 1);
    strip_argument(url, "jsessionid=", named_id_length<11>, kAnywhere);
    strip_argument(url, kAspName, asp_id_length, kAnywhere, 1);
  }
  if (url.find('(') != std::string::npos) {
    strip_path_id(url, plain_id_end);
    strip_path_id(url, lettered_id_end);
  }
  if (may_hold) {
    strip_argument(url, "sid=", named_id_length<4>, kAnywhere, 1);
    strip_cold_fusion_id(url, true);
  }
}

}  // namespace wax::cdx
