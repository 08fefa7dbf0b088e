// Authors without their names.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace wax::posts {

// A key that nobody knows after the run. Throws IoError when the system has no
// random bytes.
[[nodiscard]] std::string random_author_key();

// HMAC-SHA-256 (RFC 2104) of each author, of which 16 hexadecimal digits are
// kept: the same author has the same one with the same key, and who has no key
// cannot try names. For one thread.
class AuthorNames {
 public:
  // The key is not empty.
  explicit AuthorNames(std::string_view key);
  ~AuthorNames();
  AuthorNames(const AuthorNames&) = delete;
  AuthorNames& operator=(const AuthorNames&) = delete;

  [[nodiscard]] std::string of(std::string_view author) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace wax::posts
