#include "index/store/open_shard.h"

#include <cerrno>
#include <filesystem>
#include <map>
#include <memory>
#include <utility>

#include "index/schema/fields.h"
#include "index/store/index_directory.h"
#include "index/store/other_version.h"
#include "index/store/shard_folder.h"
#include "io/error.h"

namespace wax::index {
namespace {

namespace fs = std::filesystem;

std::shared_ptr<const Manifest> manifest_of(const std::string& path,
                                            const OpenOptions& options) {
  std::error_code code;
  if (!fs::exists(path, code)) throw IoError(path, "open", ENOENT);
  if (!is_index(path)) throw UsageError(path + ": this is not an index");
  if (has_manifest(path) && !options.without_manifest) {
    return std::make_shared<Manifest>(read_manifest(path));
  }
  if (!options.unchecked) {
    throw UsageError(path +
                     ": this index has no manifest, so damage cannot be "
                     "detected; wax-adopt makes one, and tools with "
                     "--unchecked read it anyway");
  }
  return nullptr;
}

Column open_column(const std::string& path,
                   const std::shared_ptr<const Manifest>& manifest) {
  Column column;
  if (manifest != nullptr) column.about = manifest->about;
  column.index = std::make_unique<IndexDirectory>(path, manifest);
  return column;
}

void check_same_documents(const Column& column, const Column& main) {
  if (&column != &main && column.index->has_deletions()) {
    throw UsageError(column.path() +
                     ": documents were deleted from this index, but not from " +
                     main.path());
  }
  if (column.index->documents() != main.index->documents()) {
    throw UsageError(column.path() + ": this index has " +
                     std::to_string(column.index->documents()) +
                     " documents, but " + main.path() + " has " +
                     std::to_string(main.index->documents()) +
                     "; run wax-add-dates again");
  }
  auto mine = column.about.find("keys");
  auto its = main.about.find("keys");
  if (mine != column.about.end() && its != main.about.end() &&
      mine->second != its->second) {
    throw UsageError(column.path() +
                     ": the documents of this index are not those of " +
                     main.path() + "; run wax-add-dates again");
  }
}

// An index without the property is of another program.
bool has_analysis(const Column& main) {
  auto found = main.about.find("analysis");
  if (found == main.about.end()) return false;
  if (word_rules(found->second) != WordRules::kUnknown) return true;
  throw OtherVersion(main.path(), found->second);
}

// Its words must be those of queries; values that are no words stay right.
void check_column_words(const Column& column) {
  auto rules = column.about.find("analysis");
  if (rules == column.about.end() ||
      word_rules(rules->second) != WordRules::kUnknown) {
    return;
  }
  for (const auto& [name, kind] : column.about) {
    if (!name.starts_with(kColumnMark) ||
        kind != kind_name(ColumnKind::kText)) {
      continue;
    }
    throw OtherVersion::of_column(column.path(), rules->second);
  }
}

std::vector<uint64_t> deleted_documents(const IndexDirectory& index) {
  std::vector<uint64_t> bits;
  if (!index.has_deletions()) return bits;
  bits.resize((uint64_t{index.documents()} + kWindow - 1) / kWindow *
              (kWindow / 64));
  for (const IndexDirectory::Part& part : index.parts()) {
    for (uint32_t i = 0; i < part.segment->documents(); ++i) {
      uint64_t n = uint64_t{part.base} + i;
      if (part.segment->is_deleted(i)) bits[n / 64] |= uint64_t{1} << n % 64;
    }
  }
  return bits;
}

}  // namespace

std::unique_ptr<const IndexDirectory> open_index(
    const std::string& path, const OpenOptions& options,
    std::map<std::string, std::string>& about) {
  std::shared_ptr<const Manifest> manifest = manifest_of(path, options);
  if (manifest != nullptr) about = manifest->about;
  return std::make_unique<IndexDirectory>(path, std::move(manifest));
}

Shard open_shard(const std::vector<std::string>& paths,
                 const OpenOptions& options) {
  Shard shard;
  shard.path = paths.back();
  std::vector<std::shared_ptr<const Manifest>> manifests;
  for (const std::string& path : paths) {
    manifests.push_back(manifest_of(path, options));
    shard.columns.push_back(open_column(path, manifests.back()));
  }
  shard.folds = has_analysis(shard.columns.back());
  shard.documents = shard.columns.back().index->documents();
  for (size_t i = 0; i < shard.columns.size(); ++i) {
    check_same_documents(shard.columns[i], shard.columns.back());
    check_column_words(shard.columns[i]);
    for (const std::string& name : shard.columns[i].index->field_names()) {
      shard.owners.emplace(name, i);
    }
  }
  for (size_t i = 0; i < shard.columns.size(); ++i) {
    auto& owned = shard.owned.emplace_back();
    for (const IndexDirectory::Part& part : shard.columns[i].index->parts()) {
      auto& fields = owned.emplace_back();
      for (const LuceneField& field : part.segment->fields()) {
        fields.push_back(shard.owners.find(field.name)->second == i);
      }
    }
  }
  shard.deleted = deleted_documents(*shard.columns.back().index);
  if (options.engine != nullptr) {
    shard.opened = options.engine->open(paths, manifests);
  }
  return shard;
}

}  // namespace wax::index
