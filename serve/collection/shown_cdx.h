// CDX files without what is hidden.
#pragma once

#include <memory>

#include "cdx/files/searchable.h"
#include "cdx/url/url_key.h"
#include "index/store/hidden.h"

namespace wax::serve {

// The file without the lines of captures that are hidden. What is asked of its
// parts and blocks counts them. Throws as cdx::format_of().
[[nodiscard]] std::unique_ptr<cdx::Searchable> shown_cdx(
    std::unique_ptr<cdx::Searchable> file,
    std::shared_ptr<const index::HiddenCaptures> hidden,
    cdx::UrlKeyKind url_key);

}  // namespace wax::serve
