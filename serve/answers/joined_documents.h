// All documents that a search finds in a collection of which other servers have
// the shards.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "index/match/hits.h"
#include "index/store/index_reader.h"
#include "serve/answers/holdings.h"
#include "serve/answers/search_request.h"
#include "serve/answers/shard_messages.h"

namespace wax::serve {

// One after the other, in the order of the shards and of their documents. Asks
// for a thousand at a time. Memory: theirs, without their texts. One thread at
// a time uses an object.
class JoinedDocuments {
 public:
  // Throws as joined_search(), and UsageError when hits are to be collapsed,
  // which is known only of those of a page.
  JoinedDocuments(const Scope& scope, const SearchRequest& request);

  [[nodiscard]] bool next(index::StoredDocument& document);
  // After the end: why some may be missing.
  [[nodiscard]] index::Missing missing() const;

 private:
  void fetch();

  std::shared_ptr<ShardSession> session_;
  SearchQuestion question_;
  ShardSession::AllFacts facts_;
  size_t shard_ = 0;
  DocumentsPage page_;
  size_t at_ = 0;  // in the page
  index::Missing missing_;
};

}  // namespace wax::serve
