// Graphs of pages and links, and their scores.
#pragma once

#include <pybind11/pybind11.h>

namespace wax::python {

void declare_graphs(pybind11::module_& module);

}  // namespace wax::python
