// Archives, one after another, and records by their places.
#pragma once

#include <pybind11/pybind11.h>

namespace wax::python {

void declare_archives(pybind11::module_& module);

}  // namespace wax::python
