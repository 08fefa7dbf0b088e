// Captures as the columns of Common Crawl's index table.
#pragma once

#include <pybind11/pybind11.h>

namespace wax::python {

void declare_crawl_columns(pybind11::module_& module);

}  // namespace wax::python
