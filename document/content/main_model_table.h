// The bytes of the model of main content that is compiled in.
#pragma once

#include <string_view>

namespace wax::document {

// The file main_model.bin, which lives as long as the program.
[[nodiscard]] std::string_view main_model_table();

}  // namespace wax::document
