// Folders that a program makes, and those that it may replace.
#pragma once

#include <pybind11/pybind11.h>

namespace wax::python {

void declare_folders(pybind11::module_& module);

}  // namespace wax::python
