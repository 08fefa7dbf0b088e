// Whole results as files. Handlers are added by one thread before the server
// runs; then any number of threads call them.
#pragma once

#include "serve/answers/holdings.h"
#include "serve/http/router.h"

namespace wax::serve {

// /api/export: all hits of a query in the order of the index, without a limit,
// as "csv" (RFC 4180), "jsonl", "urls", or "cdx": the captures of the hits as
// the CDX files have them, else as far as the index knows them. Memory: 16
// bytes for each hit while it searches, then 4, and a piece of the answer.
// `holdings` outlives the router.
void add_export(const Holdings& holdings, Router& router);

}  // namespace wax::serve
