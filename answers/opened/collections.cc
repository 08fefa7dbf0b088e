#include "answers/opened/collections.h"

#include <unicode/translit.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <utility>

#include "io/error.h"
#include "text/ascii.h"

namespace wax::answers {

namespace fs = std::filesystem;

namespace {

bool is_of_names(char c) {
  return text::is_alphanumeric(c) || text::is_one_of(c, "-_.");
}

bool is_path_of_server(std::string_view name) {
  constexpr std::array<std::string_view, 20> kPaths = {
      "about",   "advanced",   "all",     "api",        "cdx",
      "files",   "guide",      "healthz", "help",       "language",
      "metrics", "opensearch", "raw",     "robots.txt", "search",
      "static",  "timegate",   "timemap", "url",        "view"};
  return std::find(kPaths.begin(), kPaths.end(), name) != kPaths.end();
}

// In Latin letters without marks, as far as ICU knows the script.
std::string latin(const std::string& name) {
  UErrorCode error = U_ZERO_ERROR;
  const std::unique_ptr<icu::Transliterator> to_latin(
      icu::Transliterator::createInstance("Any-Latin; Latin-ASCII",
                                          UTRANS_FORWARD, error));
  if (to_latin == nullptr) return name;
  icu::UnicodeString text = icu::UnicodeString::fromUTF8(name);
  to_latin->transliterate(text);
  std::string out;
  return text.toUTF8String(out);
}

}  // namespace

void Collections::add(std::unique_ptr<Collection> collection) {
  const std::string& name = collection->name();
  if (name.empty() || !std::all_of(name.begin(), name.end(), is_of_names)) {
    throw UsageError("'" + name +
                     "' is not a valid name of a collection: only letters, "
                     "digits, '-', '_' and '.' are allowed");
  }
  if (is_path_of_server(name)) {
    throw UsageError("a collection cannot have the name '" + name +
                     "', which means something else on the server");
  }
  if (find(name) != nullptr) {
    throw UsageError("two collections have the name '" + name +
                     "': " + find(name)->files().folder + " and " +
                     collection->files().folder +
                     "; serve one by a link with another name (ln -s)");
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

std::string served_name(const std::string& folder) {
  std::string name = name_of_folder(folder);
  if (!std::all_of(name.begin(), name.end(), is_of_names)) name = latin(name);
  std::replace_if(
      name.begin(), name.end(), [](char c) { return !is_of_names(c); }, '-');
  name.erase(0, std::min(name.find_first_not_of("-."), name.size()));
  if (name.empty()) name = "collection";
  if (is_path_of_server(name)) name += "-pages";
  return name;
}

}  // namespace wax::answers
