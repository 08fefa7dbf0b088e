// What the choices of an index are called.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cdx/indexer.h"
#include "cdx/profile.h"

namespace wax::cdx {

// "missing", "header", "always" and "none"; the first is the default.
[[nodiscard]] std::vector<std::string> digest_mode_names();
// Throws UsageError for another name.
[[nodiscard]] DigestMode digest_mode(std::string_view name);

// Adds record types by their names, and all by "all". Throws UsageError for
// other words.
void select_records(const std::vector<std::string>& words,
                    Selection& selection);

// Adds CDXJ fields under the keys that lines have for them, for which warcio's
// names are taken, too: "warc-target-uri" is "url", "http:status" "status",
// "warc-payload-digest" "digest", "req.http:referer" "referrer",
// "req.http:method" "method" and "record-digest" "recordDigest". Those that
// lines have anyway are left to append_cdxj(). The keys come back.
std::vector<std::string> add_fields(const std::vector<std::string>& names,
                                    IndexOptions& options);

}  // namespace wax::cdx
