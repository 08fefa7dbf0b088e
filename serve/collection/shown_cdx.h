// CDX files without what is hidden.
#pragma once

#include <memory>

#include "cdx/url/url_key.h"
#include "index/store/hidden.h"
#include "serve/collection/filtered_cdx.h"

namespace wax::serve {

// Keeps the lines of captures of the file that are not hidden, and lines that
// are no captures. A file without a column of keys has keys of this kind.
// Throws as cdx::format_of().
[[nodiscard]] MakeLineFilter without_hidden(
    std::shared_ptr<const index::HiddenCaptures> hidden,
    cdx::UrlKeyKind url_key, cdx::Searchable& file);

}  // namespace wax::serve
