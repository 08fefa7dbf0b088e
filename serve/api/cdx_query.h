// Queries to CDX servers, as parameters of a URL. Any number of threads may
// call what is declared here.
#pragma once

#include <string>
#include <string_view>

#include "cdx/lookup/lookup_options.h"
#include "serve/http/message.h"

namespace wax::serve {

// Whose parameters they are. They differ in what a filter means, and in the
// default fields and the form of the answer.
enum class CdxDialect {
  kPywb,        // pywb 2: whole lines; JSON is one object per line
  kWayback,     // wayback-cdx-server: 7 fields; JSON is rows below their names
  kOutbackCdx,  // OutbackCDX: CDX lines, also of CDXJ; JSON is rows
};

enum class CdxOutput {
  kLines,  // lines as they are, or some of their fields
  kCdxj,
  kJsonLines,      // an object for each capture (NDJSON)
  kJsonRows,       // one array of arrays
  kJsonNamedRows,  // the same, and the first names the fields
  kJsonObjects,    // one array of objects
  kLink,           // links to mementos (RFC 7089)
};

struct CdxQuery {
  std::string url;
  CdxDialect dialect = CdxDialect::kPywb;
  CdxOutput output = CdxOutput::kLines;
  cdx::LookupOptions lookup;
  bool gzip = true;          // the client may get it compressed
  bool show_pages = false;   // the numbers of pages instead of captures
  bool show_blocks = false;  // the blocks of a ZipNum instead of captures
  bool json = false;         // of these two
  bool show_resume = false;  // a key to resume with behind the captures
  uint64_t page_blocks = 10;
};

// Reads the parameters of /cdx, of parameter_table.h; ignores others. Throws
// UsageError for a value that has no meaning, and without a url.
[[nodiscard]] CdxQuery read_cdx_query(const Parameters& parameters,
                                      CdxDialect dialect);

// The fields that a dialect shows without "fl"; empty: whole lines.
[[nodiscard]] std::vector<std::string> default_fields(const CdxQuery& query);

}  // namespace wax::serve
