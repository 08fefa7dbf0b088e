// Stored documents as JSON.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "index/store/index_reader.h"

namespace wax::index {

// Appends "name":value pairs with commas between, in the order of `fields`. A
// date is a list always, another field when it has several values; lengths,
// offsets and statuses are numbers. Fields without values are left out.
void append_json_fields(const StoredDocument& document,
                        const std::vector<std::string>& fields,
                        std::string& out);

}  // namespace wax::index
