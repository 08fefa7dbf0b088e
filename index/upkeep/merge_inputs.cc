#include <filesystem>

#include "index/schema/word_tables.h"
#include "index/store/shard_folder.h"
#include "index/upkeep/shard_merger.h"
#include "io/error.h"

namespace wax::index {
namespace {

namespace fs = std::filesystem;

std::string property_of(const InputShard& shard, const std::string& name) {
  auto found = shard.about.find(name);
  return found == shard.about.end() ? std::string() : found->second;
}

// An index of a version that stated no tables counts as one with the same.
bool has_same_tables(const InputShard& a, const InputShard& b) {
  const std::string its = property_of(a, "tables");
  const std::string others = property_of(b, "tables");
  return its.empty() || others.empty() || table_sums(its) == table_sums(others);
}

// Their terms would not be those of one another.
void check_same_analysis(const std::vector<InputShard>& shards) {
  for (const InputShard& shard : shards) {
    if (property_of(shard, "analysis") ==
            property_of(shards.front(), "analysis") &&
        property_of(shard, "stems") == property_of(shards.front(), "stems") &&
        has_same_tables(shard, shards.front())) {
      continue;
    }
    throw UsageError(shard.paths.back() +
                     ": its fields and words were made by other rules than "
                     "those of " +
                     shards.front().paths.back() +
                     "; make both of their segments with wax-index again, or "
                     "keep them as two shards");
  }
}

// Adopted indexes may say of which fields their keys were made.
void check_same_key_fields(const std::vector<InputShard>& shards) {
  for (const char* name : {"field.urlkey", "field.digest", "field.url"}) {
    const std::string first = property_of(shards.front(), name);
    for (const InputShard& shard : shards) {
      if (property_of(shard, name) == first) continue;
      throw UsageError(shard.paths.back() +
                       ": its keys were made of other stored fields than those "
                       "of " +
                       shards.front().paths.back());
    }
  }
}

void check_same_kind_of_keys(const std::vector<InputShard>& shards) {
  const InputShard* first = nullptr;
  for (const InputShard& shard : shards) {
    const std::string kind = property_of(shard, "urlkey");
    if (kind.empty()) continue;
    if (first == nullptr) first = &shard;
    const std::string others = property_of(*first, "urlkey");
    if (kind == others) continue;
    throw UsageError(shard.paths.back() + ": its URL keys are " + kind +
                     ", but those of " + first->paths.back() + " are " +
                     others + "; an index can have only one kind");
  }
}

}  // namespace

std::string column_name(const std::string& path) {
  return fs::path(path).filename().string();
}

InputShard open_input(const std::string& path, const OpenOptions& options) {
  InputShard shard;
  shard.paths =
      is_index(path) ? std::vector<std::string>{path} : indexes_of_shard(path);
  const std::string& main = shard.paths.back();
  shard.main = open_index(main, options, shard.about);
  if (shard.main->has_deletions() && shard.paths.size() > 1) {
    throw UsageError(main +
                     ": documents were deleted from this index, so parallel "
                     "indexes do not match it");
  }
  if (!shard.main->has_deletions()) {
    shard.reader =
        std::make_unique<IndexReader>(IndexReader::open(shard.paths, options));
  }
  return shard;
}

std::map<std::string, std::string> common_properties(
    const std::vector<InputShard>& shards, cdx::OneIdentity& identity) {
  for (const InputShard& shard : shards) {
    identity.check(property_of(shard, "identity"), shard.paths.back());
  }
  check_same_kind_of_keys(shards);
  check_same_key_fields(shards);
  check_same_analysis(shards);
  std::map<std::string, std::string> common;
  for (const char* name : {"field.urlkey", "field.digest", "field.url",
                           "analysis", "stems", "tables"}) {
    std::string value = property_of(shards.front(), name);
    if (!value.empty()) common[name] = std::move(value);
  }
  for (const InputShard& shard : shards) {
    std::string kind = property_of(shard, "urlkey");
    if (!kind.empty()) common["urlkey"] = std::move(kind);
  }
  if (!identity.text().empty()) common["identity"] = identity.text();
  return common;
}

}  // namespace wax::index
