// One line of a duplicate list or date list: "urlkey SP digest SP date14".
#pragma once

#include <string>
#include <string_view>

namespace wax::cdx {

// Views into the line.
struct DatedVersion {
  std::string_view urlkey;
  std::string_view digest;  // as written; compare by warc::normal_digest
  std::string_view date;
};

// False when the line has fewer than three fields, separated by spaces or tabs,
// or no 14-digit date as the third.
[[nodiscard]] bool parse_dated_version(std::string_view line,
                                       DatedVersion& version);

// "urlkey sha1:DIGEST date14\n", the digest in its normal form.
void append_dated_version(std::string& out, std::string_view urlkey,
                          std::string_view digest, std::string_view date);

}  // namespace wax::cdx
