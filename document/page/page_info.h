// What a browser asked for when it showed a page.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace wax::document {

struct AskedUrl {
  std::string url;
  int status = 0;     // 0: there was no answer
  std::string type;   // Chrome's: "document", "stylesheet", "image", "xhr"
  std::string error;  // "net::ERR_FAILED"
};

struct PageInfo {
  std::string url;  // of the page; may be empty
  std::vector<AskedUrl> asked;
};

// Reads the block of a record urn:pageinfo:URL, as Browsertrix Crawler writes
// it. What is not of its form is left out.
[[nodiscard]] PageInfo read_page_info(std::string_view json);

}  // namespace wax::document
