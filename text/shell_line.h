// Commands as one types them.
#pragma once

#include <string>
#include <vector>

namespace wax::text {

// The words as one would type them for a shell.
[[nodiscard]] std::string shell_line(const std::vector<std::string>& words);

}  // namespace wax::text
