// Bytes of archives as Python's strings, and back.
#pragma once

#include <pybind11/pybind11.h>

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
// Likewise of a list; throws UsageError when it is empty.
[[nodiscard]] std::vector<std::string> paths_of(const pybind11::list& objects);

}  // namespace wax::python
