// One state of a collection, and the captures that are seen in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "answers/opened/lost_parts.h"
#include "answers/opened/submitted_runs.h"
#include "answers/shards/shard_servers.h"
#include "cdx/files/searchable.h"
#include "cdx/url/url_key.h"
#include "collection/access/access_rules.h"
#include "index/store/index_reader.h"

namespace wax::answers {

using Searchables = std::vector<std::unique_ptr<cdx::Searchable>>;

// CDX files that were opened and that no request uses now: a look-up costs less
// when its files are open. Any thread may call its functions.
class IdleCdx {
 public:
  IdleCdx() = default;
  // A copy has none: another state may show other lines.
  IdleCdx(const IdleCdx&) {}
  IdleCdx& operator=(const IdleCdx&) = delete;

  // The last ones given; empty when there are none.
  [[nodiscard]] Searchables take();
  void give(Searchables files);

 private:
  static constexpr size_t kMostIdle = 8;
  std::mutex mutex_;  // guards idle_
  std::vector<Searchables> idle_;
};

// One state of a collection. It stays as it is while a request holds it, also
// when the files have been replaced.
struct Generation {
  uint64_t number = 1;  // greater for each later state
  // The full text that may be seen; null when the collection has none.
  std::shared_ptr<const index::IndexReader> reader;
  std::vector<std::string> cdx;  // sorted CDX files and ZipNums
  SubmittedRuns submitted;       // what clients have added and deleted
  // Applied to all that is read of this state; null: there are none.
  std::shared_ptr<const collection::AccessRules> access;
  // The full text whatever the rules say, and with what clients have deleted.
  std::shared_ptr<const index::IndexReader> whole_reader;
  // The full text that rules let be seen, with what clients have deleted.
  std::shared_ptr<const index::IndexReader> ruled_reader;
  // What of the full text cannot be read; the same for states that differ in
  // rules or submitted captures alone.
  std::shared_ptr<LostParts> lost = std::make_shared<LostParts>();

  cdx::UrlKeyKind url_key = cdx::UrlKeyKind::kSurt;
  // Other servers have the collection; then the state is that of one request,
  // and has nothing else. Null: it is here.
  std::shared_ptr<ShardSession> shards;
  mutable IdleCdx idle;

  // How many files open_cdx() gives. Asks the shards that have them, and throws
  // NoShards when none is there.
  [[nodiscard]] size_t files() const;
  [[nodiscard]] bool has_captures() const { return files() > 0; }
};

// The CDX files and those of submitted captures, for one request alone, without
// captures that are hidden, were deleted or that rules block: those that a
// request before has given back, or opened now. They are valid as long as the
// generation. Throws as cdx::open_searchable().
[[nodiscard]] Searchables open_cdx(const Generation& generation);
// With those that rules block, to tell why a capture is not there.
[[nodiscard]] Searchables open_whole_cdx(const Generation& generation);
// With those that are hidden, too: to know of which captures something was made
// (collection/access/derived.h), and that one was taken away. None for shards,
// which tell nobody what they hide.
[[nodiscard]] Searchables open_unruled_cdx(const Generation& generation);
// Without those that searches do not find.
[[nodiscard]] Searchables open_listed_cdx(const Generation& generation);

// What of `reader`, which may be null, is left when these runs have deleted
// captures. Throws when the files of the generation cannot be opened.
[[nodiscard]] std::shared_ptr<const index::IndexReader> left_of(
    std::shared_ptr<const index::IndexReader> reader, const SubmittedRuns& runs,
    const Generation& generation);

// Sets the rules of a generation, and what they and its submitted runs leave of
// its full text. Null rules: nothing is hidden. Throws as left_of().
void restrict_generation(std::shared_ptr<const collection::AccessRules> rules,
                         Generation& generation);

}  // namespace wax::answers
