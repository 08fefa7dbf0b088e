#include "answers/opened/collections.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "collection/record/command.h"
#include "io/error.h"
#include "text/ascii.h"

namespace wax::answers {

namespace fs = std::filesystem;

namespace {

bool is_of_names(char c) {
  return text::is_alphanumeric(c) || text::is_one_of(c, "-_.");
}

bool is_path_of_server(std::string_view name) {
  constexpr std::array<std::string_view, 16> kPaths = {
      "all",      "api",        "cdx", "files",      "healthz", "help",
      "metrics",  "opensearch", "raw", "robots.txt", "search",  "static",
      "timegate", "timemap",    "url", "view"};
  return std::find(kPaths.begin(), kPaths.end(), name) != kPaths.end();
}

// How its folder, if it has one, gets a name that may be served.
std::string advice(const Collection& collection) {
  if (collection.files().folder.empty()) return {};
  std::string good = collection.name();
  std::replace_if(
      good.begin(), good.end(), [](char c) { return !is_of_names(c); }, '-');
  good.erase(0, std::min(good.find_first_not_of("-."), good.size()));
  if (good.empty()) good = "collection";
  if (is_path_of_server(good)) good += "-pages";
  const std::string folder = fs::absolute(collection.files().folder).string();
  return "; serve a link to the folder: " +
         collection::shell_line({"ln", "-s", "--", folder, good});
}

}  // namespace

void Collections::add(std::unique_ptr<Collection> collection) {
  const std::string& name = collection->name();
  if (name.empty() || !std::all_of(name.begin(), name.end(), is_of_names)) {
    throw UsageError("'" + name +
                     "' is no name for a collection: only letters, digits, "
                     "'-', '_' and '.' are allowed" +
                     advice(*collection));
  }
  if (is_path_of_server(name)) {
    throw UsageError("a collection cannot have the name '" + name +
                     "', which means something else on the server" +
                     advice(*collection));
  }
  if (find(name) != nullptr) {
    throw UsageError("two collections have the name '" + name + "'");
  }
  all_.push_back(std::move(collection));
}

Collection* Collections::find(std::string_view name) const {
  for (const auto& one : all_) {
    if (one->name() == name) return one.get();
  }
  return nullptr;
}

std::shared_ptr<const Collections::Joined> Collections::joined() const {
  auto joined = std::make_shared<Joined>();
  for (const auto& one : all_) {
    auto generation = one->current();
    if (generation->reader == nullptr) continue;
    joined->collections.push_back(one.get());
    joined->generations.push_back(std::move(generation));
  }
  {
    std::lock_guard lock(mutex_);
    if (joined_ != nullptr && joined_->generations == joined->generations) {
      return joined_;
    }
  }
  auto made = std::make_shared<Generation>();
  std::vector<const index::IndexReader*> readers;
  for (const auto& one : joined->generations) {
    readers.push_back(one->reader.get());
  }
  if (!readers.empty()) {
    made->reader = std::make_shared<const index::IndexReader>(
        index::IndexReader::joined(readers));
  }
  joined->generation = std::move(made);
  std::lock_guard lock(mutex_);
  joined_ = joined;
  return joined;
}

std::string name_of_folder(const std::string& folder) {
  fs::path path = fs::absolute(folder).lexically_normal();
  return (path.has_filename() ? path : path.parent_path()).filename().string();
}

}  // namespace wax::answers
