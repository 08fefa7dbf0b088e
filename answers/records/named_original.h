// Which original a revisit names in its header: what is shown of it, and when
// it is another one.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "answers/opened/generation.h"
#include "answers/shown/url_capture.h"
#include "warc/record/record.h"

namespace wax::answers {

// The header of the record without what names the original of a revisit, if
// rules of access do not let that be seen.
[[nodiscard]] std::string shown_header(
    const std::vector<std::shared_ptr<const Generation>>& generations,
    const warc::Record& record);

// The file that a revisit names as that of its original
// (warc::container_name()), if rules of access let that be seen; else empty.
[[nodiscard]] std::string shown_container(
    const std::vector<std::shared_ptr<const Generation>>& generations,
    const warc::Record& record);

// The header of a revisit whose original is in the file `container`, without
// folders; empty: in the same one, or it is not known. A name that a header has
// no place for is left out.
[[nodiscard]] std::string header_with_container(std::string_view header,
                                                std::string_view container);

// The header of a revisit (`header`, that of `record` or what is shown of it),
// where it names an original that is another than `original`, with that
// one: its URL, its date, and `id`, its WARC-Record-ID; an empty one leaves
// WARC-Refers-To out. All other headers stay as they are.
[[nodiscard]] std::string header_referring_to(std::string header,
                                              const warc::Record& record,
                                              const UrlCapture& original,
                                              std::string_view id);

}  // namespace wax::answers
