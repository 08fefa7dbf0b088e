// The state of an IndexReader.
#pragma once

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "index/store/index_directory.h"
#include "index/store/index_reader.h"
#include "index/store/other_records.h"
#include "index/store/search_engine.h"
#include "io/error.h"
#include "io/problem.h"

namespace wax::index {

struct Column {
  std::map<std::string, std::string> about;
  std::shared_ptr<const IndexDirectory> index;
  [[nodiscard]] const std::string& path() const { return index->path(); }
};

// Dates of 14 digits, by document.
using SeenDates = std::unordered_map<uint32_t, std::vector<std::string>>;

struct Shard {
  std::string path;  // for messages
  std::vector<Column> columns;
  std::map<std::string, size_t, std::less<>> owners;  // field -> column
  // By column, segment and number of the field: whether the column owns it.
  std::vector<std::vector<std::vector<bool>>> owned;
  // A bit for each document that is deleted, in whole windows; empty: none is.
  std::vector<uint64_t> deleted;
  // For documents of which only some dates are seen (restricted.h): these
  // dates. Null: there are no such documents.
  std::shared_ptr<const SeenDates> seen_dates;
  // Shared by the copies of a shard.
  std::shared_ptr<OtherRecords> other_records =
      std::make_shared<OtherRecords>();
  // Whether its words are folded (tokens.h): all but those
  // of other programs.
  bool folds = false;
  // By the engine of the reader; null: it is our own.
  std::shared_ptr<const SearchEngine::OpenedShard> opened;
  uint64_t base = 0;  // number of its first document
  uint32_t documents = 0;

  // A folded word as it is among the words of the shard; `exact` is how it was
  // written, empty when that is the same.
  [[nodiscard]] const std::string& spelled(const std::string& folded,
                                           const std::string& exact) const {
    return folds || exact.empty() ? folded : exact;
  }
  [[nodiscard]] bool is_deleted(uint64_t document) const {
    return has_bit(deleted, document);
  }
  // Null when all dates of the document are seen.
  [[nodiscard]] const std::vector<std::string>* seen_dates_of(
      uint32_t document) const {
    if (seen_dates == nullptr) return nullptr;
    auto found = seen_dates->find(document);
    return found == seen_dates->end() ? nullptr : &found->second;
  }
  // The column that owns the field; null: no field of that name.
  [[nodiscard]] const IndexDirectory* owner(std::string_view field) const {
    auto found = owners.find(field);
    return found == owners.end() ? nullptr : columns[found->second].index.get();
  }
};

// What is told of a shard that cannot be read, and what to do about it.
[[nodiscard]] Problem unreadable_shard(const std::string& path,
                                       const Error& error);

struct IndexReader::State {
  std::vector<Shard> shards;
  uint64_t documents = 0;
  uint64_t unreadable_shards = 0;              // left out when it was opened
  std::shared_ptr<const SearchEngine> engine;  // null: our own

  [[nodiscard]] const Shard& shard_of(uint64_t document) const {
    auto after = std::upper_bound(
        shards.begin(), shards.end(), document,
        [](uint64_t n, const Shard& shard) { return n < shard.base; });
    return *std::prev(after);
  }
};

}  // namespace wax::index
