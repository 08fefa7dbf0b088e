// All documents that a search finds in a collection of which other servers have
// the shards.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include "answers/requests/search_request.h"
#include "answers/shards/shard_messages.h"
#include "answers/shown/holdings.h"
#include "answers/shown/joined_search.h"
#include "index/match/hits.h"
#include "index/store/index_reader.h"

namespace wax::answers {

// One after the other, in the order of the shards and of their documents; when
// hits are collapsed, the best per_group of each group. Asks for a thousand at
// a time. Memory: theirs, without their texts, and that of JoinedHits. One
// thread at a time uses an object.
class JoinedDocuments {
 public:
  // Throws as joined_search(); as joined_hits() when hits are to be collapsed.
  JoinedDocuments(const Scope& scope, const SearchRequest& request);

  [[nodiscard]] bool next(index::StoredDocument& document);
  // After the end: why some may be missing.
  [[nodiscard]] index::Missing missing() const;

 private:
  void fetch();
  // The next hits of the shard; false when there are no more.
  [[nodiscard]] bool want_hits();

  std::shared_ptr<ShardSession> session_;
  SearchQuestion question_;
  std::optional<JoinedHits> hits_;
  size_t hit_ = 0;  // of these, the first that was not asked for
  ShardSession::AllFacts facts_;
  size_t shard_ = 0;
  DocumentsPage page_;
  size_t at_ = 0;  // in the page
  index::Missing missing_;
};

}  // namespace wax::answers
