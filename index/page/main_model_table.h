// The bytes of the model of main content that is compiled in.
#pragma once

#include <string>

namespace wax::index {

// main_model.inc decoded from base64. An empty text has no model.
[[nodiscard]] std::string main_model_table();

}  // namespace wax::index
