// Heads of records as warcio has them, for loops that were written for it.
#pragma once

#include <pybind11/pybind11.h>

#include "warc/http/block_head.h"
#include "warc/record/record.h"

namespace wax::python {

// The record's header as a StatusAndHeaders: a WARC-Target-URI in angle
// brackets is without them and has %20 for a space; the fields of ARC have
// warcio's names. With the GIL.
[[nodiscard]] pybind11::object warcio_head(const warc::Record& record);
[[nodiscard]] pybind11::object warcio_head(const warc::BlockHead& head);

void declare_warcio_heads(pybind11::module_& module);

}  // namespace wax::python
