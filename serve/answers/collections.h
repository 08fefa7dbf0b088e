// The collections that a server shows.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "serve/answers/collection.h"

namespace wax::serve {

// Collections by their names, in order.
class Collections {
 public:
  // Throws UsageError when there is one of that name, for a name that is empty
  // or has other characters than letters, digits and any of "-_.", and for one
  // that begins other paths of the server ("cdx").
  void add(std::unique_ptr<Collection> collection);

  // Null when there is none.
  [[nodiscard]] Collection* find(std::string_view name) const;
  [[nodiscard]] const std::vector<std::unique_ptr<Collection>>& all() const {
    return all_;
  }

 private:
  std::vector<std::unique_ptr<Collection>> all_;
};

// The name for a collection of a folder: the last part of its path.
[[nodiscard]] std::string name_of_folder(const std::string& folder);

}  // namespace wax::serve
