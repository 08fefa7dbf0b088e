// The arguments of tools that name a collection: which folder is one, and that
// it comes first.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace wax::tools::collection_cli {

// Throws UsageError when the first argument names nothing that is there: with
// the line to type, if another argument is a collection or an index (then they
// were swapped), else with what was looked for. `tool` is "wax-search".
void check_collection_first(std::string_view tool,
                            const std::vector<std::string>& arguments);

// The same for a tool all of whose arguments are collections or indexes: throws
// UsageError when one of them names nothing that is there.
void check_all_collections(std::string_view tool,
                           const std::vector<std::string>& arguments);

// For a tool that writes into a collection. Throws UsageError when `folder` is
// none: what lies in other folders is not its own.
void check_is_collection(const std::string& folder);

// For wax-build. Throws UsageError with the line to type when `out` is a file;
// when it is no build but a folder that has archives, and what is named as
// archives is not there or has none; and when it is not there but an archive is
// a build without archives. In folders, names tell what is an archive, so that
// this is no long work.
void check_build_first(const std::string& out,
                       const std::vector<std::string>& archives);

}  // namespace wax::tools::collection_cli
