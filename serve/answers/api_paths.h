// The paths that programs ask, as documents describe them. Any number of
// threads may call what is declared here.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "serve/answers/parameter_table.h"

namespace wax::serve {

struct ApiPath {
  std::string_view path;
  uint32_t bit = 0;  // of its parameters (PathBits); 0: it has none
  std::string_view meaning;
  std::string_view example;  // a target
  std::string_view pipe;     // what a shell does with the answer; may be empty
};

[[nodiscard]] std::span<const ApiPath> api_paths();

}  // namespace wax::serve
