// Segments: the documents of an import, and their links.
#pragma once

#include <pybind11/pybind11.h>

namespace wax::python {

void declare_segments(pybind11::module_& module);

}  // namespace wax::python
