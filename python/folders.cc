#include "python/folders.h"

#include <pybind11/functional.h>

#include <string>
#include <vector>

#include "io/new_directory.h"
#include "python/texts.h"

namespace py = pybind11;

namespace wax::python {

void declare_folders(py::module_& module) {
  module.def("check_replaceable", [](const py::object& folder,
                                     const std::string& kind,
                                     const py::function& has_mark,
                                     const py::function& foreign,
                                     const py::iterable& inputs) {
    const io::DirectoryKind made{
        kind,
        [&](const std::string& path) {
          return has_mark(text_of(path)).cast<bool>();
        },
        [&](const std::string& path) {
          return path_of(foreign(text_of(path)));
        }};
    std::vector<std::string> read;
    for (const py::handle input : inputs) read.push_back(path_of(input));
    io::check_replaceable(path_of(folder), true, made, read);
  });
}

}  // namespace wax::python
