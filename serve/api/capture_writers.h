// Captures as CDX servers write them: lines, CDXJ, JSON.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "serve/answers/line_body.h"
#include "serve/answers/open_cdx.h"
#include "serve/api/cdx_query.h"

namespace wax::serve {

// Where the next part of an answer begins; empty when there is none. Known when
// the last line was read.
using ResumeKey = std::shared_ptr<std::string>;

// The media type of an answer.
[[nodiscard]] std::string_view type_of(CdxOutput output);

// Writes the lines of a look-up as a query wants them, and the key to resume
// with after them. Sets the fields that the look-up gives. The writers are for
// one thread. Throws UsageError for fields that the files do not have, and when
// the files are too different for whole lines.
[[nodiscard]] std::unique_ptr<LineWriter> capture_writer(
    const CdxFiles& cdx, CdxQuery& query, const ResumeKey& resume_key);

// Writes the index lines of ZipNums as pywb shows them: as they are, or as
// objects, each on a line.
[[nodiscard]] std::unique_ptr<LineWriter> block_writer(bool json);

}  // namespace wax::serve
