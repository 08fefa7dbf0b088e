// Which links lead to the same page.
#pragma once

#include <string>
#include <string_view>

namespace wax::posts {

// The SURT key of a URL, by which pages of archives are told apart. Of a link
// of one of the large services that shorten URLs (bit.ly, t.co, ...), the path
// and the query keep their letter case: codes that differ by it lead to other
// pages. Any thread.
[[nodiscard]] std::string page_key(std::string_view url);

}  // namespace wax::posts
