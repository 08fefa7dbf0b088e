// Errors of the rooms as exceptions of waxwing.errors.
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <exception>
#include <optional>
#include <string>

namespace wax::python {

// What an exception says beside its text.
struct ErrorPlace {
  std::string file = {};
  std::optional<uint64_t> offset = {};
  std::string id = {};  // of a problem
};

// Throws the exception of waxwing.errors with that name. With the GIL.
[[noreturn]] void raise(const char* name, const std::string& text,
                        const ErrorPlace& place = {});

// Sets the exception of Python for one of C++, for functions that Python calls
// without pybind11. With the GIL.
void set_python_error(std::exception_ptr thrown);

// Makes the exceptions of the rooms those of Python.
void declare_errors();

}  // namespace wax::python
