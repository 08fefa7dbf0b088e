#include "python/errors.h"

#include <unistd.h>

#include <cerrno>
#include <exception>
#include <string_view>
#include <system_error>
#include <utility>

#include "index/query/query.h"
#include "io/error.h"

namespace py = pybind11;

namespace wax::python {
namespace {

py::object new_error(const char* name, const std::string& text,
                     const ErrorPlace& place) {
  py::object type = py::module_::import("waxwing_warc.errors").attr(name);
  py::object error = type(py::reinterpret_steal<py::object>(
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()),
                           "backslashreplace")));
  if (!place.file.empty()) {
    error.attr("file") =
        py::reinterpret_steal<py::object>(PyUnicode_DecodeFSDefaultAndSize(
            place.file.data(), static_cast<Py_ssize_t>(place.file.size())));
  }
  if (!place.id.empty()) error.attr("id") = place.id;
  if (place.offset) error.attr("offset") = *place.offset;
  return error;
}

// The texts of errors begin with the file.
std::string file_of(const FormatError& error) {
  const std::string end =
      ": at byte " + std::to_string(error.offset()) + ": " + error.text();
  std::string text = error.what();
  return text.ends_with(end) ? text.substr(0, text.size() - end.size()) : "";
}
std::string file_of(const IoError& error) {
  std::string text = error.what();
  const std::string end = ": " + std::generic_category().message(error.code());
  if (!text.ends_with(end)) return text.substr(0, text.find(": "));
  text.resize(text.size() - end.size());
  return text.substr(0, text.rfind(": "));
}

// The text may begin with a file, which is there.
std::string file_of(const Error& error) {
  const std::string text = error.what();
  for (size_t end = text.find(": "); end != std::string::npos;
       end = text.find(": ", end + 1)) {
    std::string path = text.substr(0, end);
    if (access(path.c_str(), F_OK) == 0) return path;
  }
  return "";
}

// What is wrong with arguments, in the words of Python for those options of the
// tools that it has.
std::string in_python(std::string text) {
  constexpr std::pair<std::string_view, std::string_view> kWords[] = {
      {"--force replaces", "force=True replaces"},
      {"--level", "level"},
      {"--lines", "block_lines"},
      {"--shards", "shards"},
      {"use --urlkey ", "use kind="},
      {"--urlkey sets", "kind sets"}};
  for (const auto& [option, word] : kWords) {
    const size_t at = text.find(option);
    if (at != std::string::npos) text.replace(at, option.size(), word);
  }
  return text;
}

void set_error(const py::object& error) {
  PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(error.ptr())),
                  error.ptr());
}

// NOLINTNEXTLINE(performance-unnecessary-value-param): pybind11 wants it.
void translate(std::exception_ptr thrown) {
  try {
    if (thrown) std::rethrow_exception(thrown);
  } catch (const IoError& error) {
    const bool is_missing = error.code() == ENOENT;
    py::object made = new_error(is_missing ? "NotFoundError" : "IoError",
                                error.what(), {file_of(error)});
    made.attr("errno") = error.code();
    set_error(made);
  } catch (const FormatError& error) {
    set_error(new_error("FormatError", error.what(),
                        {file_of(error), error.offset()}));
  } catch (const index::QueryError& error) {
    py::object made = new_error("QueryError", error.what(), {});
    made.attr("character") = error.character();
    set_error(made);
  } catch (const RecordError& error) {
    set_error(new_error("UsageError", error.what(), error.place()));
  } catch (const UsageError& error) {
    set_error(
        new_error("UsageError", in_python(error.what()), {file_of(error)}));
  } catch (const Error& error) {
    // What is wrong with a file is its format: system calls throw IoError.
    const std::string file = file_of(error);
    set_error(new_error(file.empty() ? "Error" : "FormatError", error.what(),
                        {file}));
  }
}

}  // namespace

void raise(const char* name, const std::string& text, const ErrorPlace& place) {
  set_error(new_error(name, text, place));
  throw py::error_already_set();
}

void set_python_error(const std::exception_ptr& thrown) {
  try {
    translate(thrown);
  } catch (py::error_already_set& error) {
    error.restore();
  } catch (py::builtin_exception& error) {
    error.set_error();
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
}

void declare_errors() { py::register_exception_translator(translate); }

}  // namespace wax::python
