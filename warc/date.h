// Dates of captures.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace wax::warc {

// "2014-01-03T03:03:21Z" (WARC 1.1 allows fractions and shorter forms) as 14
// digits, cut to the second, UTC. Nothing when the text is no such date.
[[nodiscard]] std::optional<std::string> date14_of_warc(std::string_view text);

// An ARC header's date field as 14 digits: longer runs are cut, shorter ones
// are padded with zeros ("20000823" -> "20000823000000"), and text that does
// not begin with at least 4 digits gives nothing.
[[nodiscard]] std::optional<std::string> date14_of_arc(std::string_view text);

// Whether these are 14 digits.
[[nodiscard]] bool is_date14(std::string_view text);

}  // namespace wax::warc
