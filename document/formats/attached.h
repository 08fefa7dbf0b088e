// Documents within others: attachments of mail and PDF.
#pragma once

#include <string_view>

#include "document/formats/document_builder.h"

namespace wax::document {

// Appends the name of a file and its text, as a block. `type` is its bare media
// type, or says nothing; `content_type` is what states the charset. `depth`
// counts how many documents it is inside.
void read_attached(std::string_view bytes, std::string_view type,
                   std::string_view content_type, std::string_view file,
                   unsigned depth, DocumentBuilder& builder);

}  // namespace wax::document
