// The folders of builds, whose files only wax-build makes.
#pragma once

#include <string>
#include <string_view>

namespace wax::tools::collection_cli {

// Throws UsageError when `output` would lie in the folder of a build (OUT of
// wax-build), unless that build runs: then it is its own step. `option` is what
// names the output, for the sentence: "--output".
void refuse_folder_of_build(const std::string& output, std::string_view option);

}  // namespace wax::tools::collection_cli
