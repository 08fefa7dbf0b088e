// How the formats of documents that are not HTML are told apart.
#pragma once

#include <string_view>

#include "warc/http/media_type.h"

namespace wax::document {

using Format = warc::DocumentFormat;

// The format of a document's bytes. `type` is the bare media type that is
// declared, `url` where the document was, or the name of its file. What the
// bytes begin with counts first. Mail begins with nothing of its own: it is
// mail where the type or the extension says so, also before ".gz", and the
// first line is one of mail. A zip file is a package where the type, the
// extension or the names of its first files say so.
[[nodiscard]] Format format_of(std::string_view bytes, std::string_view type,
                               std::string_view url);

}  // namespace wax::document
