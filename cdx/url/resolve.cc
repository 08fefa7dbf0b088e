#include "cdx/url/resolve.h"

#include <algorithm>

namespace wax::cdx {
namespace {

constexpr std::string_view kSpace = " \t\r\n\f";

std::string_view trim(std::string_view text) {
  size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

// The length of "scheme:" at the front, or 0.
size_t scheme_size(std::string_view url) {
  size_t colon = url.find_first_of(":/?#");
  if (colon == std::string_view::npos || colon == 0 || url[colon] != ':') {
    return 0;
  }
  auto letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  };
  if (!letter(url.front())) return 0;
  bool valid = std::all_of(url.begin(), url.begin() + colon, [&](char c) {
    return letter(c) || (c >= '0' && c <= '9') || c == '+' || c == '-' ||
           c == '.';
  });
  return valid ? colon + 1 : 0;
}

// Where the path begins, behind "scheme://authority".
size_t path_start(std::string_view url) {
  size_t start = scheme_size(url);
  if (!url.substr(start).starts_with("//")) return start;
  return std::min(url.find_first_of("/?#", start + 2), url.size());
}

// Appends `path`, which begins with "/", without its "." and ".." segments;
// what is before `floor` in `out` stays.
void append_without_dots(std::string_view path, std::string& out) {
  size_t floor = out.size();
  while (!path.empty()) {
    size_t end = std::min(path.find('/', 1), path.size());
    std::string_view segment = path.substr(0, end);
    path.remove_prefix(end);
    bool last = path.empty();
    if (segment == "/.") {
      if (last) out += '/';
    } else if (segment == "/..") {
      size_t slash = out.rfind('/');
      if (slash != std::string::npos && slash >= floor) out.resize(slash);
      if (last) out += '/';
    } else {
      out += segment;
    }
  }
}

}  // namespace

void append_resolved(std::string_view base, std::string_view reference,
                     std::string& url) {
  reference = trim(reference);
  if (scheme_size(reference) > 0) {
    url += reference;
    return;
  }
  if (reference.starts_with("//")) {
    url += base.substr(0, scheme_size(base));
    url += reference;
    return;
  }
  base = base.substr(0, base.find('#'));
  if (reference.empty() || reference.front() == '#') {
    url += base;
    url += reference;
    return;
  }
  size_t path = path_start(base);
  size_t query = std::min(base.find('?', path), base.size());
  if (reference.front() == '?') {
    url += base.substr(0, query);
    url += reference;
    return;
  }
  url += base.substr(0, path);
  size_t end = std::min(reference.find_first_of("?#"), reference.size());
  std::string_view reference_path = reference.substr(0, end);
  if (reference_path.starts_with('/')) {
    append_without_dots(reference_path, url);
  } else {
    std::string_view base_path = base.substr(path, query - path);
    size_t slash = base_path.rfind('/');
    std::string merged(slash == std::string_view::npos
                           ? std::string_view("/")
                           : base_path.substr(0, slash + 1));
    merged += reference_path;
    append_without_dots(merged, url);
  }
  url += reference.substr(end);
}

}  // namespace wax::cdx
