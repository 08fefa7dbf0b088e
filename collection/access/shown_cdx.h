// CDX files as rules of access let them be seen.
#pragma once

#include <memory>

#include "cdx/url/url_key.h"
#include "collection/access/access_rules.h"
#include "collection/access/filtered_cdx.h"

namespace wax::collection {

// Keeps captures of which more is seen than of those with visibility `from`; no
// other lines, as nothing can be decided about them. `kind` is that of the
// file's keys; a file without a column of keys has keys of this kind.
[[nodiscard]] MakeLineFilter without_unseen(
    std::shared_ptr<const AccessRules> rules, cdx::UrlKeyKind kind,
    Visibility from);

}  // namespace wax::collection
