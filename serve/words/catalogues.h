// The catalogues of this folder, compiled in.
#pragma once

#include <span>
#include <string_view>

namespace wax::serve {

struct CatalogueFile {
  std::string_view tag;  // the name of the file without ".po"
  std::string_view text;
};

// In order of tags. Any thread may call it.
[[nodiscard]] std::span<const CatalogueFile> catalogue_files();

}  // namespace wax::serve
