// The rules of a collection, what they let be seen, and hidden documents.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "collection/access/access_rule.h"
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
// hidden as a whole; so is what has text of captures that may be some that are
// not shown (derived.h): a revisit of another URL has that of its original, an
// image what pages say of it.
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

// The file of the collection that `path` is, or that a shard or an index at
// `path` is in: the folder that has the folder of shards. Of another folder,
// the file in it. It need not be there.
[[nodiscard]] std::string hidden_file(const std::string& path);

// Whether one of these files is there, also without a rule: what is hidden no
// more leaves its file.
[[nodiscard]] bool has_rule_files(const std::string& path);

// Lines that begin with "#" say nothing, but the last one, "# end CRC": the
// CRC-32 of all bytes before it. Only what write_hidden() wrote must have it.
// No rules when there is no file. Throws FormatError (damage, a line that is no
// rule that hides, or a file without a rule that write_hidden() did not write),
// IoError.
[[nodiscard]] std::vector<AccessRule> read_hidden(const std::string& file);

// Replaces the file at once. Without rules it stays, as a file that says so: a
// server keeps its rules when the file is gone. Throws IoError.
void write_hidden(const std::string& file,
                  const std::vector<AccessRule>& rules);

// What is hidden in the collections of `inputs` (indexes, shards or
// collections) is hidden in that of `output`, too; if that is in none, in the
// folder `part`, which becomes `output`. Throws as the above, and as
// io::FolderLock.
void copy_hidden(const std::vector<std::string>& inputs,
                 const std::string& output, const std::string& part);

}  // namespace wax::collection
