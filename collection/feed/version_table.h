// Looks up what is known of a version of a page.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "cdx/files/searchable.h"

namespace wax::collection {

// A file of sorted lines that begin with a version, as
// index::append_version() writes it. It may be of any size. For one thread.
class VersionTable {
 public:
  // Throws IoError.
  explicit VersionTable(const std::string& file)
      : file_(cdx::open_searchable(file)) {}

  // Calls `use` with what follows the version in each of its lines, which is
  // valid for this call. Throws IoError.
  template <typename Use>
  void find(const std::string& version, Use use) {
    std::string end = version;
    end.back() = static_cast<char>(end.back() + 1);
    auto found = file_->lines({version, end});
    std::string_view line;
    while (found->next(line)) use(line.substr(version.size()));
  }

 private:
  std::unique_ptr<cdx::Searchable> file_;
};

}  // namespace wax::collection
