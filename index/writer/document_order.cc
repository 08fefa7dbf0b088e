#include "index/writer/document_order.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "index/store/posting_cursor.h"
#include "index/writer/graph_bisection.h"
#include "index/writer/merge_plan.h"
#include "index/writer/terms_of_parts.h"
#include "io/ordered_pool.h"

namespace wax::index {
namespace {

constexpr uint64_t kLeastFrequency = 64;  // documents
// Words of one document in so many say least for the memory that they take.
constexpr uint64_t kTooFrequent = 10;

class WordLists {
 public:
  WordLists(const MergePlan& plan, uint64_t memory) : plan_(plan) {
    choose_frequencies(std::min<uint64_t>(memory / 4, UINT32_MAX));
    lists_.begins.assign(plan.documents + 1, 0);
    // Where the list of each document ends, then, as it is filled, begins.
    each_word([&](uint32_t, const std::vector<uint32_t>& documents) {
      for (const uint32_t document : documents) ++lists_.begins[document];
    });
    uint32_t end = 0;
    for (uint32_t& place : lists_.begins) place = end += place;
    lists_.words.resize(end);
    each_word([&](uint32_t word, const std::vector<uint32_t>& documents) {
      for (const uint32_t document : documents) {
        lists_.words[--lists_.begins[document]] = word;
      }
      lists_.different = word + 1;
    });
  }

  [[nodiscard]] const DocumentWords& lists() const { return lists_; }

 private:
  template <typename Use>
  void each_field(Use&& use) const {
    for (const Field* field : plan_.fields.list()) {
      if (field->boost > 0 && field->indexed == Indexed::kWords) {
        use(field->name);
      }
    }
  }

  // Sets the bounds so that the words have at most so many postings.
  void choose_frequencies(uint64_t most) {
    std::map<uint64_t, uint64_t> postings;  // by frequency
    uint64_t all = 0;
    each_field([&](std::string_view field) {
      TermsOfParts terms(plan_.parts, field);
      while (terms.next()) {
        const uint64_t documents = terms.documents();
        if (documents < kLeastFrequency) continue;
        postings[documents] += documents;
        all += documents;
      }
    });
    if (all <= most) return;
    greatest_ = plan_.documents / kTooFrequent;
    for (auto at = postings.rbegin(); at != postings.rend(); ++at) {
      if (at->first > greatest_) continue;
      if (at->second > most) {
        least_ = at->first + 1;
        return;
      }
      most -= at->second;
    }
  }

  // Calls use(word, numbers of the documents).
  template <typename Use>
  void each_word(Use&& use) {
    uint32_t word = 0;
    each_field([&](std::string_view field) {
      TermsOfParts terms(plan_.parts, field);
      while (terms.next()) {
        if (terms.documents() < least_) continue;
        documents_.clear();
        for (const TermsOfParts::Postings& postings : terms.postings()) {
          const MergePart& part = *postings.part;
          PostingCursor cursor(*part.segment, postings.field, postings.place);
          cursor.take_until(kNoDocument, [&](uint32_t document, uint32_t) {
            if (part.is_kept(document)) {
              documents_.push_back(part.number(document));
            }
          });
        }
        if (documents_.size() >= least_ && documents_.size() <= greatest_) {
          use(word++, documents_);
        }
      }
    });
  }

  const MergePlan& plan_;
  uint64_t least_ = kLeastFrequency;
  uint64_t greatest_ = UINT64_MAX;
  DocumentWords lists_;
  std::vector<uint32_t> documents_;
};

}  // namespace

void order_documents(const std::string& directory,
                     std::vector<MergeSource>& sources,
                     const io::Budget& budget) {
  const std::vector<JoinedDocument> none;
  std::vector<uint32_t> numbers;  // new, by old
  {
    const MergePlan plan = plan_merge(directory, sources, none);
    const WordLists words(plan, budget.memory);
    const std::vector<uint32_t> order =
        bisected_order(words.lists(), io::thread_count(budget.jobs));
    numbers.resize(order.size());
    for (uint32_t i = 0; i < order.size(); ++i) numbers[order[i]] = i;
  }
  for (MergeSource& source : sources) {
    for (size_t i = 0; i < source.numbers.size(); ++i) {
      if (source.kept[i]) source.numbers[i] = numbers[source.numbers[i]];
    }
  }
}

}  // namespace wax::index
