// Another reader of the files of an index, which answers queries in place of
// our own: a reference to compare with (lucenepp/lucene_engine.h).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "index/store/manifest.h"

namespace wax::index {

struct Hits;   // search/searcher.h
struct Query;  // query/query.h
struct Shard;  // reader_state.h

class SearchEngine {
 public:
  // What an engine keeps of a shard.
  struct OpenedShard {
    OpenedShard() = default;
    virtual ~OpenedShard() = default;
    OpenedShard(const OpenedShard&) = delete;
    OpenedShard& operator=(const OpenedShard&) = delete;
  };

  SearchEngine() = default;
  virtual ~SearchEngine() = default;
  SearchEngine(const SearchEngine&) = delete;
  SearchEngine& operator=(const SearchEngine&) = delete;

  // Opens the indexes at `paths`; the last is the main one. `manifests` has
  // null for each that has none. Throws IoError, FormatError; UsageError for
  // indexes that it does not read.
  [[nodiscard]] virtual std::shared_ptr<const OpenedShard> open(
      const std::vector<std::string>& paths,
      const std::vector<std::shared_ptr<const Manifest>>& manifests) const = 0;

  // The `count` best hits of shards that it opened, and how many there are. For
  // one thread. Throws as Searcher::search(); UsageError for parts of a query
  // that it does not know.
  [[nodiscard]] virtual Hits search(const std::vector<Shard>& shards,
                                    uint64_t documents, const Query& query,
                                    uint64_t count) const = 0;
};

}  // namespace wax::index
