#include <lucene++/FieldSelector.h>
#include <lucene++/LuceneHeaders.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <optional>
#include <set>
#include <utility>

#include "index/query/fields.h"
#include "index/store/compress.h"
#include "index/store/directory.h"
#include "index/store/index_reader.h"
#include "index/store/reader_state.h"
#include "index/store/stored_fields_check.h"

namespace wax::index {
namespace {

namespace fs = std::filesystem;
using Lucene::newLucene;

constexpr const char* kMain = "main";

bool is_index(const fs::path& path) {
  std::error_code code;
  return fs::is_directory(path, code) &&
         (has_manifest(path.string()) ||
          fs::exists(path / "segments.gen", code));
}

// Names of the directories in `path`, sorted, without those being built.
std::vector<std::string> folders(const fs::path& path) {
  std::vector<std::string> names;
  std::error_code code;
  for (fs::directory_iterator it(path, code), end; !code && it != end;
       it.increment(code)) {
    std::string name = it->path().filename().string();
    if (name.find(".part-") != name.npos || name[0] == '.') continue;
    if (it->is_directory(code)) names.push_back(std::move(name));
  }
  if (code) throw IoError(path.string(), "list", code.value());
  std::sort(names.begin(), names.end());
  return names;
}

// The indexes of a shard in the order in which they own fields.
std::vector<std::string> columns_of(const fs::path& shard) {
  std::vector<std::string> paths;
  std::string main;
  for (const std::string& name : folders(shard)) {
    std::string path = (shard / name).string();
    if (name == kMain) {
      main = path;
    } else if (is_index(path)) {
      paths.push_back(path);
    }
  }
  if (!main.empty()) paths.push_back(main);
  return paths;
}

// The first index of a shard is on its way: there is a part of it, and no more.
bool is_being_made(const fs::path& shard) {
  bool has_part = false;
  std::error_code code;
  for (fs::directory_iterator it(shard, code), end; !code && it != end;
       it.increment(code)) {
    std::string name = it->path().filename().string();
    if (!name.starts_with("main.part-")) return false;
    has_part = true;
  }
  return has_part;
}

Column open_column(const std::string& path, const OpenOptions& options) {
  Column column;
  column.path = path;
  std::error_code code;
  if (!fs::exists(path, code)) throw IoError(path, "open", ENOENT);
  if (!is_index(path)) throw UsageError(path + ": this is not an index");
  std::shared_ptr<const Manifest> manifest;
  if (has_manifest(path)) {
    auto read = std::make_shared<Manifest>(read_manifest(path));
    column.about = read->about;
    manifest = read;
  } else if (!options.unchecked) {
    throw UsageError(path +
                     ": this index has no manifest, so damage cannot be "
                     "detected; --unchecked reads it anyway");
  }
  column.directory = newLucene<Directory>(path, manifest);
  if (!column.directory->is_checked()) check_stored_fields(column.directory);
  guarded(column.directory, [&] {
    column.reader = Lucene::IndexReader::open(column.directory, true);
  });
  if (column.reader->hasDeletions()) {
    throw UsageError(path +
                     ": documents were deleted from this index, so parallel "
                     "indexes do not match it");
  }
  return column;
}

std::vector<std::string> field_names(const Lucene::IndexReaderPtr& reader) {
  std::vector<std::string> names;
  Lucene::HashSet<String> found =
      reader->getFieldNames(Lucene::IndexReader::FIELD_OPTION_ALL);
  for (const String& name : found) names.push_back(narrow(name));
  return names;
}

void check_same_documents(const Column& column, const Column& main) {
  if (column.reader->maxDoc() != main.reader->maxDoc()) {
    throw UsageError(column.path + ": this index has " +
                     std::to_string(column.reader->maxDoc()) +
                     " documents, but " + main.path + " has " +
                     std::to_string(main.reader->maxDoc()) +
                     "; parallel indexes must have the same number");
  }
  auto mine = column.about.find("keys");
  auto its = main.about.find("keys");
  if (mine != column.about.end() && its != main.about.end() &&
      mine->second != its->second) {
    throw UsageError(column.path +
                     ": the documents of this index are not those of " +
                     main.path + "; run wax-add-dates again");
  }
}

Shard open_shard(const std::vector<std::string>& paths,
                 const OpenOptions& options) {
  Shard shard;
  for (const std::string& path : paths) {
    shard.columns.push_back(open_column(path, options));
  }
  shard.documents = shard.columns.back().reader->maxDoc();
  for (const Column& column : shard.columns) {
    check_same_documents(column, shard.columns.back());
  }
  shard.guard([&] {
    auto joined = newLucene<Lucene::ParallelReader>();
    for (size_t i = 0; i < shard.columns.size(); ++i) {
      joined->add(shard.columns[i].reader);
      for (std::string& name : field_names(shard.columns[i].reader)) {
        shard.owners.emplace(std::move(name), i);
      }
    }
    shard.joined = joined;
  });
  return shard;
}

// Loads the wanted fields that one column owns.
class Selector : public Lucene::FieldSelector {
 public:
  Selector(const Shard& shard, size_t column,
           const std::vector<std::string>& wanted) {
    for (const auto& [name, owner] : shard.owners) {
      if (owner != column) continue;
      if (wanted.empty() ||
          std::find(wanted.begin(), wanted.end(), name) != wanted.end()) {
        names_.insert(wide(name));
      }
    }
    // Both stand before all others (fields.cc).
    static const std::set<String> kKey = {L"urlkey", L"digest"};
    key_only_ = names_ == kKey && !shard.columns[column].about.empty();
  }
  LUCENE_CLASS(Selector);

  [[nodiscard]] bool empty() const { return names_.empty(); }

  FieldSelectorResult accept(const String& name) override {
    if (!names_.contains(name)) return SELECTOR_NO_LOAD;
    if (key_only_ && name == L"digest") return SELECTOR_LOAD_AND_BREAK;
    return SELECTOR_LOAD;
  }

 private:
  std::set<String> names_;
  bool key_only_;
};

std::string stored_value(const Lucene::FieldablePtr& field,
                         const std::string& path) {
  if (!field->isBinary()) return narrow(field->stringValue());
  Lucene::ByteArray bytes = field->getBinaryValue();
  std::string_view compressed(
      reinterpret_cast<const char*>(bytes.get()) + field->getBinaryOffset(),
      static_cast<size_t>(field->getBinaryLength()));
  std::string value;
  if (!inflate_value(compressed, value)) {
    throw FormatError(path, 0,
                      "a stored value of the field " + narrow(field->name()) +
                          " cannot be decompressed");
  }
  return value;
}

}  // namespace

IndexReader::IndexReader(std::unique_ptr<State> state)
    : state_(std::move(state)) {
  for (Shard& shard : state_->shards) {
    shard.base = state_->documents;
    state_->documents += static_cast<uint64_t>(shard.documents);
  }
}
IndexReader::~IndexReader() = default;
IndexReader::IndexReader(IndexReader&&) noexcept = default;
IndexReader& IndexReader::operator=(IndexReader&&) noexcept = default;

IndexReader IndexReader::open(const std::vector<std::string>& paths,
                              const OpenOptions& options) {
  if (paths.empty()) throw UsageError("no index is given");
  auto state = std::make_unique<State>();
  state->shards.push_back(open_shard(paths, options));
  return IndexReader(std::move(state));
}

IndexReader IndexReader::open_collection(const std::string& directory,
                                         const OpenOptions& options,
                                         ProblemSink& problems) {
  fs::path path(directory);
  std::error_code code;
  if (!fs::exists(path, code)) throw IoError(directory, "open", ENOENT);
  if (is_index(path)) return open({directory}, options);
  auto state = std::make_unique<State>();
  size_t unreadable = 0;
  if (fs::path shards = path / "pindexes"; fs::is_directory(shards, code)) {
    for (const std::string& name : folders(shards)) {
      fs::path shard = shards / name;
      if (is_being_made(shard)) continue;
      try {
        std::vector<std::string> paths = columns_of(shard);
        if (paths.empty() || fs::path(paths.back()).filename() != kMain) {
          throw IoError((shard / kMain).string(), "open", ENOENT);
        }
        state->shards.push_back(open_shard(paths, options));
      } catch (const Error& error) {
        if (options.all_shards) throw;
        ++unreadable;
        problems.report({Severity::kLost, "unreadable-shard", shard.string(),
                         std::nullopt, error.what()});
      }
    }
  } else if (fs::is_directory(path, code)) {
    if (std::vector<std::string> paths = columns_of(path); !paths.empty()) {
      state->shards.push_back(open_shard(paths, options));
    }
  }
  if (state->shards.empty() && unreadable > 0) {
    throw Error(directory + ": no shard of this index can be opened");
  }
  if (state->shards.empty()) {
    throw UsageError(
        directory +
        ": there is no index here; indexes are at pindexes/SHARD/main");
  }
  return IndexReader(std::move(state));
}

uint64_t IndexReader::documents() const { return state_->documents; }

std::string IndexReader::about(const std::string& name) const {
  const auto& about = state_->shards.front().columns.back().about;
  auto found = about.find(name);
  return found == about.end() ? std::string() : found->second;
}

std::vector<std::string> IndexReader::all_fields() const {
  std::set<std::string> present;
  for (const Shard& shard : state_->shards) {
    for (const auto& [name, owner] : shard.owners) present.insert(name);
  }
  std::vector<std::string> names;
  for (const Field& field : fields()) {
    if (auto found = present.find(std::string(field.name));
        found != present.end()) {
      names.push_back(*found);
      present.erase(found);
    }
  }
  names.insert(names.end(), present.begin(), present.end());
  return names;
}

std::vector<std::string> IndexReader::stored_fields() const {
  std::vector<std::string> names = all_fields();
  std::erase_if(names, [](const std::string& name) {
    const Field* field = find_field(name);
    return field != nullptr && field->stored == Stored::kNo;
  });
  return names;
}

void IndexReader::document(uint64_t n, const std::vector<std::string>& wanted,
                           StoredDocument& values) const {
  values.clear();
  if (wanted != state_->wanted) {
    for (Shard& shard : state_->shards) shard.selectors.clear();
    state_->wanted = wanted;
  }
  auto after = std::upper_bound(
      state_->shards.begin(), state_->shards.end(), n,
      [](uint64_t number, const Shard& shard) { return number < shard.base; });
  Shard& shard = *std::prev(after);
  auto position = static_cast<int32_t>(n - shard.base);
  shard.guard([&] {
    if (shard.selectors.empty()) {
      for (size_t i = 0; i < shard.columns.size(); ++i) {
        auto made = newLucene<Selector>(shard, i, wanted);
        shard.selectors.push_back(made->empty() ? nullptr : made);
      }
    }
    for (size_t i = shard.columns.size(); i-- > 0;) {
      const Lucene::FieldSelectorPtr& selector = shard.selectors[i];
      if (!selector) continue;
      Lucene::DocumentPtr document =
          shard.columns[i].reader->document(position, selector);
      Lucene::Collection<Lucene::FieldablePtr> found = document->getFields();
      for (const Lucene::FieldablePtr& field : found) {
        values.emplace_back(narrow(field->name()),
                            stored_value(field, shard.columns[i].path));
      }
    }
  });
}

const std::string& value_of(const StoredDocument& document,
                            const std::string& field) {
  static const std::string kEmpty;
  for (const auto& [name, value] : document) {
    if (name == field) return value;
  }
  return kEmpty;
}

}  // namespace wax::index
