// Records to WARC files.
#pragma once

#include <pybind11/pybind11.h>

namespace wax::python {

void declare_writers(pybind11::module_& module);

}  // namespace wax::python
