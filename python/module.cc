// The module waxwing_warc._native.
#include <pybind11/pybind11.h>

#include "python/archives.h"
#include "python/captures.h"
#include "python/columns.h"
#include "python/crawl_columns.h"
#include "python/documents.h"
#include "python/errors.h"
#include "python/folders.h"
#include "python/graph.h"
#include "python/posts.h"
#include "python/rank.h"
#include "python/searches.h"
#include "python/segments.h"
#include "python/sources.h"
#include "python/warcio_heads.h"
#include "python/writers.h"

PYBIND11_MODULE(_native, module) {
  module.doc() =
      "The rooms of Waxwing; the package waxwing_warc is what to use.";
  module.attr("__version__") = WAX_VERSION;
  wax::python::find_main_thread();
  wax::python::declare_errors();
  wax::python::declare_archives(module);
  wax::python::declare_captures(module);
  wax::python::declare_columns(module);
  wax::python::declare_crawl_columns(module);
  wax::python::declare_documents(module);
  wax::python::declare_folders(module);
  wax::python::declare_graphs(module);
  wax::python::declare_posts(module);
  wax::python::declare_ranks(module);
  wax::python::declare_searches(module);
  wax::python::declare_segments(module);
  wax::python::declare_warcio_heads(module);
  wax::python::declare_writers(module);
}
