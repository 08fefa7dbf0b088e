#include "cdx/indexer/index_options.h"

#include <algorithm>

#include "cdx/indexer/extra_fields.h"
#include "io/error.h"

namespace wax::cdx {

bool IndexOptions::pairs_requests() const {
  return post_append ||
         std::any_of(fields.begin(), fields.end(), is_request_field);
}

void IndexOptions::check() const {
  if (minimal && pairs_requests()) {
    throw UsageError(
        "--minimal does not read requests; it excludes --post-append and the "
        "fields of requests");
  }
}

}  // namespace wax::cdx
