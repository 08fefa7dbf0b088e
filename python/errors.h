// Errors of the rooms as exceptions of waxwing_warc.errors.
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <exception>
#include <optional>
#include <string>

#include "io/error.h"

namespace wax::python {

// What an exception says beside its text.
struct ErrorPlace {
  std::string file = {};
  std::optional<uint64_t> offset = {};
  std::string id = {};  // of a problem
};

// A record cannot be used in the way that was asked for: a UsageError of Python
// with a place.
class RecordError : public UsageError {
 public:
  RecordError(const std::string& file, uint64_t offset, const std::string& text)
      : UsageError(file + ": at byte " + std::to_string(offset) + ": " + text),
        place_{file, offset} {}
  [[nodiscard]] const ErrorPlace& place() const { return place_; }

 private:
  ErrorPlace place_;
};

// Throws the exception of waxwing_warc.errors with that name. With the GIL.
[[noreturn]] void raise(const char* name, const std::string& text,
                        const ErrorPlace& place = {});

// Sets the exception of Python for one of C++, for functions that Python calls
// without pybind11. With the GIL.
void set_python_error(const std::exception_ptr& thrown);

// Makes the exceptions of the rooms those of Python.
void declare_errors();

}  // namespace wax::python
