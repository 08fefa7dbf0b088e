// Streams of captures: CDX records of archives and of CDX files.
#pragma once

#include <pybind11/pybind11.h>

namespace wax::python {

void declare_captures(pybind11::module_& module);

}  // namespace wax::python
