// The block of a record as a stream and a buffer.
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "python/records.h"

namespace wax::python {

// A part of the block of one record: a file that is read once. memoryview() and
// bytes() take what is left without another copy.
class Body {
 public:
  Body(std::shared_ptr<PythonRecord> record, Reading::Part part)
      : record_(std::move(record)), part_(part) {}

  // A size that is nothing or less than 0 is no limit.
  using Size = std::optional<int64_t>;
  // Up to `size` bytes, fewer only at the end.
  [[nodiscard]] pybind11::bytes read(Size size);
  [[nodiscard]] size_t read_into(const pybind11::object& buffer);
  // A line with its "\n", or its first `size` bytes; empty at the end.
  [[nodiscard]] pybind11::bytes read_line(Size size);
  // What is left, which stays as long as this object. Later reads go on in it.
  [[nodiscard]] std::string_view hold();
  // Nothing can be read any more; buffers that were given stay.
  void close() { is_closed_ = true; }
  [[nodiscard]] bool is_closed() const { return is_closed_; }

 private:
  [[nodiscard]] size_t read_some(char* out, size_t size);
  // Throws ClosedError.
  void check_open() const;

  std::shared_ptr<PythonRecord> record_;
  Reading::Part part_;
  bool is_closed_ = false;
  bool is_held_ = false;
  std::string held_;
  size_t at_ = 0;  // of the next byte in held_
};

void declare_bodies(pybind11::module_& module);

}  // namespace wax::python
