// Records and the heads in them, as Python has them.
#pragma once

#include <pybind11/pybind11.h>

namespace wax::python {

void declare_records(pybind11::module_& module);

}  // namespace wax::python
