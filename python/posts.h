// Lists of posts, and how often they share pages.
#pragma once

#include <pybind11/pybind11.h>

namespace wax::python {

void declare_posts(pybind11::module_& module);

}  // namespace wax::python
