#include "python/texts.h"

#include "io/error.h"

namespace py = pybind11;

namespace wax::python {

std::string bytes_of_text(py::handle object) {
  if (PyBytes_Check(object.ptr())) {
    return object.cast<std::string>();
  }
  if (!PyUnicode_Check(object.ptr())) {
    throw py::type_error("expected str or bytes, not " +
                         std::string(Py_TYPE(object.ptr())->tp_name));
  }
  auto bytes = py::reinterpret_steal<py::bytes>(
      PyUnicode_AsEncodedString(object.ptr(), "utf-8", "surrogateescape"));
  if (!bytes) {
    if (PyErr_ExceptionMatches(PyExc_UnicodeEncodeError) == 0) {
      throw py::error_already_set();
    }
    PyErr_Clear();
    throw UsageError("half of a surrogate pair is no text: " +
                     py::str(py::repr(object)).cast<std::string>());
  }
  return bytes;
}

std::string path_of(py::handle object) {
  PyObject* encoded = nullptr;
  if (PyUnicode_FSConverter(object.ptr(), &encoded) == 0) {
    // It has a NUL, or half of a surrogate pair.
    if (PyErr_ExceptionMatches(PyExc_ValueError) == 0) {
      throw py::error_already_set();
    }
    PyErr_Clear();
    throw UsageError("no file can have this path: " +
                     py::repr(object).cast<std::string>());
  }
  return py::reinterpret_steal<py::bytes>(encoded);
}

std::vector<std::string> paths_of(const py::list& objects) {
  std::vector<std::string> paths;
  for (const py::handle& each : objects) paths.push_back(path_of(each));
  if (paths.empty()) throw UsageError("give a file at least");
  return paths;
}

ObjectBytes::ObjectBytes(py::handle object, bool to_write) {
  if (PyObject_GetBuffer(object.ptr(), &view_,
                         to_write ? PyBUF_WRITABLE : PyBUF_SIMPLE) != 0) {
    throw py::error_already_set();
  }
}

uint64_t whole_number_of(const py::object& object, const char* name) {
  auto number = py::reinterpret_steal<py::object>(PyNumber_Index(object.ptr()));
  if (!number) throw py::error_already_set();
  const auto value = PyLong_AsUnsignedLongLong(number.ptr());
  if (PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    throw UsageError(std::string(name) + " is a number from 0 on, not " +
                     py::str(number).cast<std::string>());
  }
  return value;
}

}  // namespace wax::python
