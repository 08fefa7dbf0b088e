// The collections that a server shows.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "answers/opened/collection.h"

namespace wax::answers {

// Collections by their names, in order.
class Collections {
 public:
  // Throws UsageError when there is one of that name, for a name that is empty
  // or has other characters than letters, digits and any of "-_.", and for one
  // that means something else on the server ("cdx", "all").
  void add(std::unique_ptr<Collection> collection);

  // The collection of this name; null when there is no such collection.
  [[nodiscard]] Collection* find(std::string_view name) const;
  [[nodiscard]] const std::vector<std::unique_ptr<Collection>>& all() const {
    return all_;
  }

  // One state of all that have full text, in order.
  struct Joined {
    std::vector<const Collection*> collections;
    std::vector<std::shared_ptr<const Generation>> generations;
    // Its reader has the documents of all of them, in this order; null when
    // there are none. It has no CDX files and no rules of its own.
    std::shared_ptr<const Generation> generation;
  };
  // The last one. Any thread may call it. Throws as Collection::current().
  [[nodiscard]] std::shared_ptr<const Joined> joined() const;

 private:
  std::vector<std::unique_ptr<Collection>> all_;
  mutable std::mutex mutex_;  // guards joined_
  mutable std::shared_ptr<const Joined> joined_;
};

// What the parameter "in" has for all collections.
inline constexpr std::string_view kAllCollections = "all";

// The name for a collection of a folder: the last part of its path.
[[nodiscard]] std::string name_of_folder(const std::string& folder);

// The same in letters of ASCII, as the addresses of a server need it: "du" for
// "dü", "cdx-pages" for "cdx".
[[nodiscard]] std::string served_name(const std::string& folder);

}  // namespace wax::answers
