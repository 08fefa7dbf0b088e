// URLs that a site makes without end.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wax::crawl {

// URLs of one form.
struct UrlTrap {
  std::string form;  // "http://a.example/cal?month=#": # is a number
  std::string why;
  uint64_t urls = 0;
  std::string example;  // the first of them
};

// Looks for:
// - parts of a path that come three times in a row ("/a/b/a/b/a/b");
// - the same parameter and value three times in a query;
// - calendars: twelve URLs of a form that differ in numbers alone, which name a
//   year later than `last_year` + 1 or before 1970;
// - one page with three different session IDs.
// Traps come in order of their forms. Memory: that of the URLs.
[[nodiscard]] std::vector<UrlTrap> url_traps(
    const std::vector<std::string_view>& urls, int last_year);

}  // namespace wax::crawl
