#include "cdx/url/canonical.h"

#include <algorithm>
#include <compare>
#include <string_view>
#include <vector>

#include "cdx/url/escape.h"
#include "cdx/url/host.h"
#include "cdx/url/session_id.h"
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

}  // namespace wax::cdx
