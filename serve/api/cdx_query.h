// Queries to CDX servers, as parameters of a URL. Any number of threads may
// call what is declared here.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "answers/records/line_body.h"
#include "answers/requests/message.h"
#include "answers/shown/holdings.h"
#include "answers/shown/open_cdx.h"
#include "cdx/lookup/lookup_options.h"

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
  std::string urlkey;  // instead of it
  CdxDialect dialect = CdxDialect::kPywb;
  CdxOutput output = CdxOutput::kLines;
  cdx::LookupOptions lookup;
  bool gzip = true;          // the client may get it compressed
  bool show_pages = false;   // the numbers of pages instead of captures
  bool show_blocks = false;  // the blocks of a ZipNum instead of captures
  bool json = false;         // of these two
  bool show_resume = false;  // after the captures, a key to resume with
  uint64_t page_blocks = 10;
};

// Reads the parameters of /cdx, of parameter_table.h; ignores others. Throws
// UsageError for a value that has no meaning, for parameters that this server
// refuses, and without a url, urlkey or XML query.
[[nodiscard]] CdxQuery read_cdx_query(const answers::Parameters& parameters,
                                      CdxDialect dialect);

// The lines of the URL or URL key. Throws as cdx::lookup_range(), and
// UsageError for a key with another match than exact and prefix.
[[nodiscard]] cdx::SearchRange range_of(const CdxQuery& query);

// The fields that a dialect shows without "fl"; empty: whole lines.
[[nodiscard]] std::vector<std::string> default_fields(const CdxQuery& query);

// The captures that a query wants, of one collection, or of all (null). Any
// number of threads may call it; the body of the response is for one. Throws
// UsageError, which names neither options of tools nor files.
[[nodiscard]] answers::Response answer_cdx_query(
    const answers::Holdings& holdings, answers::Collection* collection,
    CdxQuery query, const answers::Request& request);

// Whether a request is one: "q=type:urlquery url:http%3A%2F%2Fexample.com%2F".
// An empty q asks for nothing.
[[nodiscard]] bool is_xml_query(const answers::Parameters& parameters);

// Answers the types urlquery (captures; with date:DATE, the closest is marked)
// and prefixquery (URLs with the numbers of their captures), with limit,
// offset, startdate, enddate, sort:reverse, and the parameters count and
// start_page. The request is repeated after the results, with their number.
// What q asks and cannot be answered is a document with an error, and the
// status is 200, as clients want it. Other parameters of /cdx ask for nothing;
// throws for their wrong values as the two above do without q, UsageError for a
// q without a url, and NotFound when there are no CDX files.
[[nodiscard]] answers::Response answer_xml_query(
    const answers::Holdings& holdings, answers::Collection* collection,
    CdxDialect dialect, const answers::Request& request);

// Where the next part of an answer begins; empty when no part follows. Known
// when the last line was read.
using ResumeKey = std::shared_ptr<std::string>;

// The media type of an answer.
[[nodiscard]] std::string_view type_of(CdxOutput output);

// Writes the lines of a look-up as a query wants them, and the key to resume
// with after them. Sets the fields that the look-up gives. The writers are for
// one thread. Throws UsageError for fields that the files do not have, and when
// the files are too different for whole lines.
[[nodiscard]] std::unique_ptr<answers::BodyLineWriter> capture_writer(
    const answers::CdxFiles& cdx, CdxQuery& query, const ResumeKey& resume_key);

// Writes the index lines of ZipNums as pywb shows them: as they are, or as
// objects, each on a line.
[[nodiscard]] std::unique_ptr<answers::BodyLineWriter> block_writer(bool json);

}  // namespace wax::serve
