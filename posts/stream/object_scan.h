// Where a JSON object ends, in text that other objects may follow.
#pragma once

#include <cstddef>
#include <string_view>

namespace wax::posts {

struct ObjectScan {
  enum class End {
    kWhole,
    kMore,    // the text ends before the object does
    kBroken,  // what follows cannot be of an object
    kDeep,    // more than kMostDepth values lie in one another
  };
  End end = End::kMore;
  size_t size = 0;  // of a whole object
};

inline constexpr size_t kMostDepth = 1024;

// Scans the object that begins with the first byte, "{". Only brackets, commas,
// colons and the ends of strings are checked; no string has a line end. Any
// thread.
[[nodiscard]] ObjectScan scan_object(std::string_view text);

}  // namespace wax::posts
