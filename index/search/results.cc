#include "index/search/results.h"

#include <algorithm>

#include "index/schema/main_ranges.h"
#include "index/schema/stems.h"
#include "index/search/all_hits.h"

namespace wax::index {
namespace {

// Hands all hits on.
class HitUser final : public WindowUser {
 public:
  explicit HitUser(const std::function<bool(const Hit&)>& use) : use_(&use) {}
  void begin_shard(const Shard&, double, const Deadline&) override {}
  bool take(const MatchWindow& window) override {
    bool more = true;
    each_scored(
        window.matcher, window.base, window.mask, [&](uint32_t n, float score) {
          more = more && (*use_)({window.shard.base + window.base + n, score});
        });
    return more;
  }
  void end_shard(bool) override {}

 private:
  const std::function<bool(const Hit&)>* use_;
};

}  // namespace

Results find_results(const IndexReader& reader, const Query& query,
                     const ResultOptions& asked) {
  check_period(asked);
  const ResultOptions options = in_order_of(reader, query, asked);
  Results results;
  results.is_by_score = options.sort.by == Sort::By::kRelevance;
  const SearchOptions& search = options.search;
  Searcher searcher(reader);
  if (is_by_score_alone(options)) {
    Hits hits = searcher.search(query, options.start, options.count, search);
    results.total = results.collapsed_total = hits.total;
    results.total_is_exact = hits.total_is_exact;
    results.searched = hits.searched;
    results.missing = hits.missing;
    for (const Hit& hit : hits.best) results.collapsed.push_back({{hit}, 1});
    return results;
  }
  AllHits all(reader, options);
  Hits searched = all.find(query);
  all.finish(results);
  results.searched = searched.searched;
  results.missing = searched.missing;
  return results;
}

Missing each_hit(const IndexReader& reader, const Query& query,
                 const SearchOptions& options,
                 const std::function<bool(const Hit&)>& use) {
  HitUser user(use);
  return Searcher(reader).each_window(query, options, user).missing;
}

namespace {

// Only the stems that a document in the language may have.
std::vector<Query::Word> words_in_language(std::vector<Query::Word> words,
                                           const std::string& language) {
  for (Query::Word& word : words) {
    std::erase_if(word.stems, [&](const std::string& stem) {
      return stem_language(language, {std::string(stem_language_of(stem))})
          .empty();
    });
  }
  return words;
}

// The text in the ranges, with a space between two of them.
GrowingText growing(std::string_view text, std::vector<TextRange> ranges) {
  constexpr size_t kPart = 8 << 10;
  return [text, ranges = std::move(ranges), next = size_t{0}, at = size_t{0},
          joined = std::string()]() mutable {
    for (size_t left = kPart; left > 0 && next < ranges.size();) {
      const size_t end = std::min(ranges[next].end, text.size());
      at = std::max(at, ranges[next].begin);
      if (at >= end) {
        ++next;
        continue;
      }
      if (at == ranges[next].begin && !joined.empty()) joined += ' ';
      const size_t size = std::min(end - at, left);
      joined += text.substr(at, size);
      at += size;
      left -= size;
    }
    return TextSoFar{joined, next == ranges.size()};
  };
}

}  // namespace

HitReader::HitReader(const IndexReader& reader, const Query& query,
                     KeptDocuments* kept)
    : reader_(&reader),
      kept_(kept),
      words_(words_to_mark(query)),
      stored_(reader.stored_fields()),
      shown_(stored_) {
  std::erase(shown_, "content");
  std::erase(shown_, "main_ranges");
  stored_.emplace_back("said_by");
}

ShownHit HitReader::read(const Hit& hit, uint64_t rank,
                         uint64_t group_total) const {
  ShownHit shown{hit, rank, group_total, {}, {}};
  reader_->document(hit.document, stored_, shown.document, kept_);
  const std::string& content = value_of(shown.document, "content");
  const std::vector<TextRange> main =
      parse_main_ranges(value_of(shown.document, "main_ranges"));
  const std::vector<Query::Word> words =
      words_in_language(words_, value_of(shown.document, "lang"));
  if (!main.empty()) {
    shown.snippet = make_snippet(growing(content, main), words);
    if (!shown.snippet.marks.empty()) return shown;
  }
  Snippet of_all = make_snippet(growing(content, {{0, content.size()}}), words);
  if (main.empty() || shown.snippet.text.empty() || !of_all.marks.empty()) {
    shown.snippet = std::move(of_all);
  }
  return shown;
}

}  // namespace wax::index
