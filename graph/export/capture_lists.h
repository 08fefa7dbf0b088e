// Lists of the captures of segments, for spreadsheets and data frames. The
// columns have the names of the Archives Unleashed Toolkit's derivatives where
// these have such a column.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graph/store/counting_links.h"
#include "io/output.h"

namespace wax::graph {

// By the media type as the record states it.
enum class CaptureList {
  kPages,        // HTML
  kTexts,        // the same, with their text
  kLinks,        // the links of these
  kShownImages,  // the images that these show
  kImages,
  kPdfs,
  kFiles,  // all others
};

// Writes CSV, a header first, in the order of the segments and of the documents
// in each: captures with an HTTP status of 2xx or none, also revisits; with a
// `range`, those of these dates. White space in a value becomes one space, so
// each capture is one line. Columns:
//
// - kPages: crawl_date,domain,url,mime_type_web_server,language,words,title,
//   digest
// - kTexts: crawl_date,domain,url,mime_type_web_server,language,content
// - kLinks: crawl_date,src,dest,anchor, a line for each link
// - kShownImages: crawl_date,src,image_url,alt_text, a line for each image
// - others: crawl_date,url,filename,extension,mime_type_web_server,bytes,
//   digest, where bytes are those of the record's block
//
// Memory: one block of a segment. Throws IoError, FormatError.
void write_capture_list(CaptureList list,
                        const std::vector<std::string>& segments,
                        const std::optional<DateRange>& range,
                        io::Output& output);

// Returns the last part of the path of a URL, without the query; empty if the
// path has no last part.
[[nodiscard]] std::string_view file_name_of(std::string_view url);

}  // namespace wax::graph
