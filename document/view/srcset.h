// Sets of images from which a browser chooses one.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace wax::document {

// The value of an attribute srcset ("a.png 1x, b.png 2x") with its URLs
// replaced. Candidates for which `view` gives nothing are left out (HTML
// standard, 4.8.4.2.1). For any number of threads.
[[nodiscard]] std::string viewed_srcset(
    std::string_view value,
    const std::function<std::string(std::string_view url)>& view);

}  // namespace wax::document
