// Stored documents as JSON.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "index/store/index_reader.h"

namespace wax::index {

// Appends "name":value pairs with commas between, in the order of `fields`.
// Dates are always a list, other fields when they have several values. Lengths,
// offsets and statuses are numbers, and places are objects (date_places.h).
// Fields without values are left out.
void append_json_fields(const StoredDocument& document,
                        const std::vector<std::string>& fields,
                        std::string& out);

}  // namespace wax::index
