// Where this checkout and its programs are.
#pragma once

#include <string>
#include <string_view>

namespace wax::tests {

// The path of `name` in the source tree; the tree itself without a name.
[[nodiscard]] std::string source_path(std::string_view name = {});

// The folder of the programs that were built with the tests.
[[nodiscard]] std::string program_folder();

}  // namespace wax::tests
