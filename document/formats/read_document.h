// Reads one document that is not HTML, in this process. For documents that are
// not trusted there is document/worker/text_worker.h.
#pragma once

#include <cstddef>
#include <string_view>

#include "document/formats/document_text.h"
#include "document/formats/format.h"

namespace wax::document {

struct ReadLimits {
  size_t text = size_t{16} << 20;  // bytes of text that are kept
};

// Returns the document's text, or the reason why it has no text. `depth` counts
// how many documents this one is inside. Throws std::bad_alloc.
[[nodiscard]] DocumentText read_document(Format format, std::string_view bytes,
                                         std::string_view url,
                                         const ReadLimits& limits = {},
                                         unsigned depth = 0);

}  // namespace wax::document
