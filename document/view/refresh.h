// Where a page says that browsers should go: <meta http-equiv=refresh>, or the
// HTTP header Refresh.
#pragma once

#include <optional>
#include <string_view>

namespace wax::document {

struct Refresh {
  std::string_view seconds;  // as they are written
  std::string_view url;      // a reference, not empty
  bool at_once = false;      // within two seconds: nobody reads the page
};

// The parts of its value; nothing when it names no other page.
[[nodiscard]] std::optional<Refresh> read_refresh(std::string_view value);

}  // namespace wax::document
