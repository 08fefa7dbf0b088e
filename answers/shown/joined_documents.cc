#include "answers/shown/joined_documents.h"

#include <chrono>
#include <utility>

#include "answers/shards/cbor.h"
#include "index/search/joined_results.h"
#include "io/error.h"

namespace wax::answers {

JoinedDocuments::JoinedDocuments(const Scope& scope,
                                 const SearchRequest& request)
    : session_(scope.generation->shards) {
  if (!request.collapses()) {
    question_ = joined_question(scope, request);
  } else {
    hits_.emplace(joined_hits(scope, request));
    question_ = std::move(hits_->question);
    question_.counts = {};
    missing_ = hits_->missing;
  }
  facts_ = session_->facts_of_some(scope.deadline);
  constexpr std::chrono::milliseconds kPageTime = std::chrono::minutes(1);
  question_.milliseconds = static_cast<uint64_t>(kPageTime.count());
  fetch();
}

bool JoinedDocuments::next(index::StoredDocument& document) {
  while (at_ == page_.documents.size()) {
    if (shard_ == session_->size()) return false;
    fetch();
  }
  document = std::move(page_.documents[at_++]);
  return true;
}

bool JoinedDocuments::want_hits() {
  constexpr size_t kMostHitsOfPage = 1000;
  question_.hits.clear();
  for (; hit_ < hits_->documents.size() &&
         question_.hits.size() < kMostHitsOfPage;
       ++hit_) {
    const uint64_t document = hits_->documents[hit_];
    if (document / index::kPartDocuments != shard_) break;
    question_.hits.push_back({document % index::kPartDocuments, 0});
  }
  return !question_.hits.empty();
}

// The next page, which may be empty.
void JoinedDocuments::fetch() {
  page_ = {};
  at_ = 0;
  if (shard_ == session_->size()) return;
  const auto& facts = facts_[shard_];
  const bool is_wanted = !hits_ || want_hits();
  const std::string name = "the shard " + session_->servers().name(shard_);
  if (is_wanted && facts != nullptr && facts->has_text &&
      !session_->is_gone(shard_)) {
    question_.state = facts->state;
    try {
      const ShardAnswer answer =
          session_->servers().ask(shard_,
                                  {"/api/shard/all",
                                   encoded(question_),
                                   {{"Content-Type", std::string(kCbor)}}},
                                  ShardServers::Clock::time_point::max());
      if (answer.status == 409) {
        throw ShardGone(name + " changed while it was read");
      }
      if (answer.status != 200) {
        throw ShardGone(name + " answered with the HTTP status " +
                        std::to_string(answer.status));
      }
      page_ = decoded_documents(answer.body);
    } catch (const ShardGone& gone) {
      session_->set_gone(shard_, gone.what());
    } catch (const FormatError&) {
      session_->set_gone(shard_, name + " gave no answer that can be read");
    }
  }
  missing_.documents += page_.unreadable;
  missing_.out_of_time |= page_.missing.out_of_time;
  if (hits_ && is_wanted) return;
  if (page_.next) {
    question_.from_document = *page_.next;
    return;
  }
  // Each page says the same of them.
  missing_.shards += page_.missing.shards;
  ++shard_;
  question_.from_document = 0;
}

index::Missing JoinedDocuments::missing() const {
  index::Missing missing = missing_;
  missing.others = session_->gone();
  return missing;
}

}  // namespace wax::answers
