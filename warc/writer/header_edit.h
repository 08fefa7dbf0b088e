// Changes of the header block of a WARC record.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace wax::warc {

struct FieldChange {
  std::string_view name;
  // Nothing: the field is left out, with each of its repetitions.
  std::optional<std::string> value;
};

// The header block, as stored and with the blank line at its end, with these
// changes; all else stays byte for byte. A new value is written where the field
// was first, after its name as it was written; a new field is written at the
// end. `version` replaces that of the first line ("1.1"), unless it is empty.
[[nodiscard]] std::string edited_header(std::string_view header,
                                        std::span<const FieldChange> changes,
                                        std::string_view version = {});

}  // namespace wax::warc
