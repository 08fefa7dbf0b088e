// The templates of this folder, compiled in.
#pragma once

#include <span>
#include <string_view>

namespace wax::serve {

struct TemplateFile {
  std::string_view name;  // without ".html"
  std::string_view text;
};

// In order of names. Any thread may call it.
[[nodiscard]] std::span<const TemplateFile> template_files();

}  // namespace wax::serve
