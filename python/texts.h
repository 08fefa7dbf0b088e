// Bytes of archives as Python's strings, and back.
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wax::python {

// UTF-8; bytes that are none become lone surrogates, as Python has them in file
// names ("surrogateescape"), from which they can be restored. With the GIL.
[[nodiscard]] inline pybind11::str text_of(std::string_view bytes) {
  PyObject* text = PyUnicode_DecodeUTF8(
      bytes.data(), static_cast<Py_ssize_t>(bytes.size()), "surrogateescape");
  if (text == nullptr) throw pybind11::error_already_set();
  return pybind11::reinterpret_steal<pybind11::str>(text);
}

[[nodiscard]] inline pybind11::bytes bytes_of(std::string_view bytes) {
  return pybind11::bytes(bytes.data(), bytes.size());
}

// The bytes of a str (as above), of bytes, or of a path. Throws TypeError for
// another object. With the GIL.
[[nodiscard]] std::string bytes_of_text(pybind11::handle object);
[[nodiscard]] std::string path_of(pybind11::handle object);
// The paths in a list; throws UsageError when it is empty.
[[nodiscard]] std::vector<std::string> paths_of(const pybind11::list& objects);

// The bytes of an object that has them one after another, while it lives. With
// the GIL. Throws TypeError for an object without bytes, BufferError for one
// whose bytes are scattered or, where they are to be written, cannot be
// changed.
class ObjectBytes {
 public:
  explicit ObjectBytes(pybind11::handle object, bool to_write = false);
  ~ObjectBytes() { PyBuffer_Release(&view_); }
  ObjectBytes(const ObjectBytes&) = delete;
  ObjectBytes& operator=(const ObjectBytes&) = delete;

  [[nodiscard]] char* data() const { return static_cast<char*>(view_.buf); }
  [[nodiscard]] size_t size() const { return static_cast<size_t>(view_.len); }
  [[nodiscard]] std::string_view text() const { return {data(), size()}; }

 private:
  Py_buffer view_;
};

// A whole number from 0 on. Throws TypeError for an object that is not a whole
// number, UsageError for one that is less or has more than 64 bits; `name` is
// for messages. With the GIL.
[[nodiscard]] uint64_t whole_number_of(const pybind11::object& object,
                                       const char* name);

}  // namespace wax::python
