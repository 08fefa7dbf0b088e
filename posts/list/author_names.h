// Authors without their names.
#pragma once

#include <string>
#include <string_view>

namespace wax::posts {

// HMAC-SHA-256 (RFC 2104) of each author, of which 16 hexadecimal digits are
// kept: the same author has the same one with the same key, and who has no key
// cannot try names. Any thread.
class AuthorNames {
 public:
  explicit AuthorNames(std::string key) : key_(std::move(key)) {}
  [[nodiscard]] std::string of(std::string_view author) const;

 private:
  std::string key_;
};

}  // namespace wax::posts
