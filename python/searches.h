// Indexes: searches, versions of pages, words of hits.
#pragma once

#include <pybind11/pybind11.h>

namespace wax::python {

void declare_searches(pybind11::module_& module);

}  // namespace wax::python
