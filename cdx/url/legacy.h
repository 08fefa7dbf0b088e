// The keys of NutchWAX-era Wayback: "example.com/path".
#pragma once

#include <string>
#include <string_view>

namespace wax::cdx {

// Appends the legacy key of `text` to `key`. False, and nothing appended, when
// the rules cannot take it.
bool append_legacy_key(std::string_view text, std::string& key);

}  // namespace wax::cdx
