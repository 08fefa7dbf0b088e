// A query that cannot be read.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "io/error.h"

namespace wax::index {

// what() has a second and a third line: the query, and "^" under the character
// at fault.
class QueryError final : public UsageError {
 public:
  // `at`: in bytes, the size of the query at most.
  QueryError(std::string_view query, size_t at, const std::string& reason);
  // From 1.
  [[nodiscard]] size_t character() const { return character_; }
  [[nodiscard]] const std::string& reason() const { return reason_; }

 private:
  size_t character_;
  std::string reason_;
};

}  // namespace wax::index
