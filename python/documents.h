// Texts, fields and links of pages and other documents.
#pragma once

#include <pybind11/pybind11.h>

namespace wax::python {

void declare_documents(pybind11::module_& module);

}  // namespace wax::python
