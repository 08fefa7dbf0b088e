// The file that `wax hide` writes into a collection: a rule of access_rule.h
// that hides on each line.
#pragma once

#include <string>
#include <vector>

#include "collection/access/access_rule.h"

namespace wax::collection {

// The file of the collection that `path` is, or that a shard or an index at
// `path` is in: the folder that has the folder of shards. Of another folder,
// the file in it. It need not be there.
[[nodiscard]] std::string hidden_file(const std::string& path);

// Lines that begin with "#" say nothing, but the last one, "# end CRC": the
// CRC-32 of all bytes before it. Only what write_hidden() wrote must have it.
// No rules when there is no file. Throws FormatError (damage, a line that is no
// rule that hides, or a file without a rule), IoError.
[[nodiscard]] std::vector<AccessRule> read_hidden(const std::string& file);

// Replaces the file at once; removes it when there are no rules. Throws
// IoError.
void write_hidden(const std::string& file,
                  const std::vector<AccessRule>& rules);

// What is hidden in the collections of `inputs` (indexes, shards or
// collections) is hidden in that of `output`, too; if that is in none, in the
// folder `part`, which becomes `output`. Throws as the above, and as
// io::FolderLock.
void copy_hidden(const std::vector<std::string>& inputs,
                 const std::string& output, const std::string& part);

}  // namespace wax::collection
