// The rules of a collection, and its index as they let it be seen.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cdx/url/url_key.h"
#include "collection/access/access_rules.h"
#include "index/store/index_reader.h"
#include "io/problem.h"

namespace wax::collection {

// The file of rules that people write, beside hidden_file(path).
[[nodiscard]] std::string access_file(const std::string& path);

// The rules of the collection that `path` is or is in: those of `access`, which
// must be there (empty: those of access_file(), if that is there), and what
// `wax hide` hides, as they are today. Throws FormatError, IoError.
[[nodiscard]] std::shared_ptr<const AccessRules> read_access(
    const std::string& path, const std::string& access = {});

// The documents of which some capture is shown to searches, with the dates of
// those alone. A version of which a capture is hidden (Visibility::kHidden) is
// hidden as a whole; so is a revisit of another URL whose original may be one
// that is not shown, because what it has is that of its original.
[[nodiscard]] index::IndexReader shown_index(
    const index::IndexReader& reader, std::shared_ptr<const AccessRules> rules);

// The same for IndexReader::open().
[[nodiscard]] index::IndexReader open_shown_index(
    const std::vector<std::string>& paths, const index::OpenOptions& options);

// IndexReader::open_collection() as the rules of the collection let it be seen.
// All tools that show documents open them here. Throws as it and read_access().
[[nodiscard]] index::IndexReader open_shown_index(
    const std::string& directory, const index::OpenOptions& options,
    ProblemSink& problems);

}  // namespace wax::collection
