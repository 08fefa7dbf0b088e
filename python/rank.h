// Ranks: the places of entities by their views.
#pragma once

#include <pybind11/pybind11.h>

namespace wax::python {

void declare_ranks(pybind11::module_& module);

}  // namespace wax::python
