// Sort-friendly URLs: "com,example)/path".
#pragma once

#include <string>
#include <string_view>

#include "cdx/url/canonical.h"

namespace wax::cdx {

struct SurtOptions {
  bool with_scheme = false;     // "http://(com,example)/"
  bool trailing_comma = false;  // "com,example,)/"
  bool reverse_ipv4 = true;     // "4,3,2,1)/", not "1.2.3.4)/"
  FoldOptions fold;
};

// Appends the SURT of `text` to `key`: parsed, canonical and folded, its host
// reversed; where there is no host, "scheme:" and the rest. "-" for an
// empty URL; one that starts with "filedesc" as it is, save for white space and
// controls (append_as_field). When `text` cannot be parsed (see url.h),
// appends nothing and answers false.
bool append_surt(std::string_view text, const SurtOptions& options,
                 std::string& key);

// "example.com/path" for "com,example)/path"; what has no ")/" stays.
[[nodiscard]] std::string unsurt(std::string_view surt);

}  // namespace wax::cdx
