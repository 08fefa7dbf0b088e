// The section of a site that a page is in, as its URL tells.
#pragma once

#include <string>
#include <string_view>

namespace wax::posts {

// The part of the path after "world/", as it is written; else the first part,
// with blanks for "_" and capitals: "Health" of /1/hi/health/8634140.stm,
// "middle_east" of /news/world/middle_east/x. "1", "2", "hi", "-", "rss" and
// "go" at the front, which the BBC's URLs had, are no parts. "Misc" without a
// part, and where the only part is a file. The rule is that of BBC R&D's
// Zeitgeist. Any thread.
[[nodiscard]] std::string section_of(std::string_view url);

// The host as URLs have it, without "www.", and the section:
// "bbc.co.uk/Health".
[[nodiscard]] std::string site_section_of(std::string_view url);

}  // namespace wax::posts
