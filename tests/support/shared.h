// Other systems' archives and cases, where this machine has them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace wax::tests {

// The path of `name` in the folder that WAX_SHARED names, else in `../shared`
// beside the checkout. Nothing when it is not there: the test is then skipped
// with kNoShared.
[[nodiscard]] std::optional<std::string> shared_file(std::string_view name);

inline constexpr std::string_view kNoShared =
    "other systems' archives and cases are not here; WAX_SHARED names the "
    "folder that holds them";

}  // namespace wax::tests
