// What is thrown when work cannot go on. Odd data over which work can go on is
// a Problem (problem.h) instead.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace wax {

// Base of every exception that the libraries throw on purpose.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The operating system refused: what() names the file, the operation and the
// system's own words.
class IoError : public Error {
 public:
  // `code` is an errno value.
  IoError(std::string_view file, std::string_view operation, int code);
  // For what is no system call, a remote file for one; the code is EIO.
  IoError(std::string_view file, std::string_view text);
  [[nodiscard]] int code() const { return code_; }

 private:
  int code_;
};

// A file is not what it must be, at a byte offset of that file as stored.
class FormatError : public Error {
 public:
  FormatError(std::string_view file, uint64_t offset, std::string_view text);
  [[nodiscard]] uint64_t offset() const { return offset_; }
  // what() without file and offset.
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  uint64_t offset_;
  std::string text_;
};

// The caller's request makes no sense; what() says what to do instead.
class UsageError : public Error {
 public:
  using Error::Error;
};

// The reader of an output pipe has gone. Tools end quietly on it.
class ClosedPipe : public Error {
 public:
  using Error::Error;
};

}  // namespace wax
