#include "posts/shares/site_section.h"

#include <algorithm>
#include <array>
#include <vector>

#include "cdx/url/host.h"
#include "cdx/url/url.h"
#include "posts/list/post_line.h"
#include "text/ascii.h"

namespace wax::posts {
namespace {

constexpr std::array<std::string_view, 6> kNoParts = {"1", "2",   "hi",
                                                      "-", "rss", "go"};

std::string section_of_path(std::string_view path) {
  std::vector<std::string_view> parts;
  while (!path.empty()) {
    const std::string_view part = take_part(path, '/');
    const bool is_dropped =
        part.empty() ||
        (parts.empty() && std::ranges::find(kNoParts, part) != kNoParts.end());
    if (!is_dropped) parts.push_back(part);
  }
  const auto world = std::ranges::find(parts, "world");
  if (world != parts.end() && world + 1 != parts.end() &&
      (world + 1)->find('.') == std::string_view::npos) {
    return std::string(world[1]);
  }
  if (parts.empty() ||
      (parts.size() == 1 && parts[0].find('.') != std::string_view::npos)) {
    return "Misc";
  }
  std::string section(parts.front());
  bool begins_word = true;
  for (char& c : section) {
    if (c == '_') c = ' ';
    if (begins_word) c = text::to_upper(c);
    begins_word = c == ' ';
  }
  return section;
}

}  // namespace

std::string section_of(std::string_view text) {
  cdx::Url url;
  return cdx::parse(text, url) ? section_of_path(url.path) : "Misc";
}

std::string site_section_of(std::string_view text) {
  cdx::Url url;
  if (!cdx::parse(text, url)) return std::string(text);
  cdx::canonicalize_host(url.host);
  return std::string(cdx::site_of(url.host)) + '/' + section_of_path(url.path);
}

}  // namespace wax::posts
