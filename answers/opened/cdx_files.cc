#include "answers/opened/cdx_files.h"

#include "cdx/files/searchable.h"
#include "cdx/lookup/range_merger.h"
#include "io/error.h"

namespace wax::answers {

void check_cdx_files(const std::vector<std::string>& files) {
  for (const std::string& name : files) {
    try {
      const auto file = cdx::open_searchable(name);
      if (file->head().starts_with("# ")) {
        throw FormatError(name, 0,
                          "this is a list of captures, as wax-dedup-cdx and "
                          "wax-revisits write it, and no CDX file");
      }
      if (!file->head().empty()) (void)cdx::format_of(*file);
    } catch (const IoError&) {
    }
  }
}

}  // namespace wax::answers
