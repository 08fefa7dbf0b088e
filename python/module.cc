// The module waxwing._native.
#include <pybind11/pybind11.h>

#include "python/archives.h"
#include "python/errors.h"

PYBIND11_MODULE(_native, module) {
  module.doc() = "The rooms of Waxwing; the package waxwing is what to use.";
  module.attr("__version__") = WAX_VERSION;
  wax::python::declare_errors();
  wax::python::declare_archives(module);
}
