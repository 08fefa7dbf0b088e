// Exceptions for when work cannot go on. If it can, odd data are reported as a
// Problem (problem.h).
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

// The operating system refused. what() names the file, the operation and the
// system's message.
class IoError : public Error {
 public:
  // `code` is an errno value.
  IoError(std::string_view file, std::string_view operation, int code);
  // Without a system call, for example for a remote file; the code is EIO.
  IoError(std::string_view file, std::string_view text);
  [[nodiscard]] int code() const { return code_; }

 private:
  int code_;
};

// A file is damaged or has another format, at a byte offset of the stored file.
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

// The request cannot be carried out; what() says why, or what to do instead.
class UsageError : public Error {
 public:
  using Error::Error;
};

// The reader of an output pipe has gone. Tools then end without a message.
class ClosedPipe : public Error {
 public:
  using Error::Error;
};

}  // namespace wax
