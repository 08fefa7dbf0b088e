// Searches, and what they find.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "answers/requests/search_request.h"
#include "answers/shown/found_page.h"
#include "answers/shown/holdings.h"
#include "index/query/query.h"
#include "index/search/results.h"
#include "index/store/index_reader.h"
#include "index/store/kept_documents.h"
#include "index/store/limits.h"
#include "io/problem.h"

namespace wax::answers {

// What is searched, and who is told of it.
struct SearchedIndex {
  const index::IndexReader* reader = nullptr;
  std::string name;  // for problems
  // Takes damage; null: it is thrown.
  ProblemSink* problems = nullptr;
  // Counts the shards over which queries are evaluated; null: nobody counts.
  std::atomic<uint64_t>* evaluations = nullptr;
  // For what grows with the hits or the index; null: there is no limit.
  index::MemoryBudget* memory = nullptr;
  // Keeps stored values of hits for later answers; null: nothing does.
  index::KeptDocuments* kept = nullptr;
};

// A piece of a snippet.
struct SnippetPart {
  std::string_view text;
  bool is_marked = false;  // a word of the query
};

struct SearchHit {
  index::ShownHit shown;
  FoundPage page;

  [[nodiscard]] uint64_t rank() const { return shown.rank; }
  [[nodiscard]] uint64_t group_total() const { return shown.group_total; }
  // The name of the collection that has it.
  [[nodiscard]] std::string collection_in(const Scope& scope) const {
    return scope.of_document(shown.hit.document).name();
  }
  // The first value of a stored field; empty when it has none.
  [[nodiscard]] std::string_view value_of(std::string_view field) const;
  // Views of the snippet.
  [[nodiscard]] std::vector<SnippetPart> snippet() const;
};

// The hit without the text, unless that is wanted, and without fields that only
// rules need.
[[nodiscard]] SearchHit search_hit(index::ShownHit shown,
                                   const SearchRequest& request);

// Another search, and how many documents it finds.
struct OtherSearch {
  enum class Kind { kWithoutFilters, kOneWord };
  Kind kind = Kind::kWithoutFilters;
  std::string text;
  uint64_t documents = 0;
};

// Searches for less than the request asks for, with what `documents` counts.
[[nodiscard]] std::vector<OtherSearch> other_searches(
    const SearchRequest& request,
    const std::function<uint64_t(const SearchRequest&)>& documents);

struct SearchAnswer {
  index::Query query;
  uint64_t total = 0;  // documents
  bool total_is_exact = true;
  uint64_t groups = 0;  // that can be paged through
  uint64_t searched = 0;
  index::Missing missing;
  std::vector<SearchHit> hits;  // those of a group have the same rank
  std::vector<index::Facet> facets;
  std::vector<index::FacetValue> periods;
  // The same as index::Results::in_shards.
  std::vector<std::pair<uint64_t, uint64_t>> in_shards;
  // Some documents of the index are not looked for: records that are no pages.
  bool leaves_out_records = false;
  std::string better_text;  // a query that finds more; empty: none is known
  std::vector<OtherSearch> other_searches;
  std::vector<std::string> fields;  // of hits, for append_hit_json()
  double seconds = 0;
};

// What index::find_results() is asked for, but for the limits
// (ResultOptions::search). Throws UsageError.
[[nodiscard]] index::ResultOptions result_options(
    const index::FieldNames& names, const SearchRequest& request);

// The hits of the page that the request wants, of what the query found with
// result_options().
struct RankedHit {
  index::Hit hit;
  uint64_t rank = 1;
  uint64_t group_total = 1;
};
[[nodiscard]] std::vector<RankedHit> ranked_hits(const SearchRequest& request,
                                                 const index::Results& results);

// Nothing for a document that cannot be read, which is reported
// ("unreadable-document"), unless nobody is told: then it throws. For any
// number of threads.
[[nodiscard]] std::optional<index::ShownHit> read_hit(
    const SearchedIndex& searched, const index::HitReader& reader,
    const RankedHit& ranked);

// Evaluates the query once, whatever is wanted of its hits; suggestions
// evaluate other queries. Documents that cannot be read are reported and left
// out, unless nobody is told: then it throws. Any number of threads may call
// it. Throws index::QueryError, and UsageError for fields by which is not
// sorted, collapsed or counted.
[[nodiscard]] SearchAnswer answer_search(const SearchedIndex& searched,
                                         const SearchRequest& request);

// Gives each hit to `use`, in order of documents, with its place among them as
// its rank, until it returns false. Memory does not grow with their number.
// Returns what was not found. Throws as answer_search().
[[nodiscard]] index::Missing each_search_hit(
    const SearchedIndex& searched, const SearchRequest& request,
    const std::function<bool(const index::Query& query,
                             const std::vector<std::string>& fields,
                             const index::ShownHit& hit)>& use);

// The full text of a collection; both outlive it. Throws as reader_of().
[[nodiscard]] SearchedIndex searched_index(const Scope& scope,
                                           ReportedData& problems);

// The time and the memory that an answer may have.
[[nodiscard]] index::SearchOptions limits_of(const Scope& scope);

// Throws UsageError when the collection has no full text, or other servers have
// it.
[[nodiscard]] const index::IndexReader& reader_of(const Scope& scope);

// The fields of its full text. Throws as reader_of(), but not for one that
// other servers have.
[[nodiscard]] index::FieldNames names_of(const Scope& scope);

// The same over the full text of a collection. Throws as reader_of(), too.
[[nodiscard]] SearchAnswer answer_search(const Scope& scope,
                                         const SearchRequest& request);

// Gives images the titles of the pages that show them, by one search for all.
// Throws as answer_search().
void add_titles_of_pages(const Scope& scope, std::span<SearchHit> hits);

struct FoundDocuments {
  index::TakenMemory memory;   // that of the bits
  std::vector<uint64_t> bits;  // one for each document of the reader
  index::Missing missing;
  size_t word = 0;  // of the bits; those before it are taken

  // The first document, which is then no more among them.
  [[nodiscard]] std::optional<uint64_t> take();
};

// All documents that are found; when hits are collapsed, the best per_group of
// each group. `scope` outlives them. Memory: a bit for each document, and that
// of collapsing. Throws as answer_search(), and OutOfTime.
[[nodiscard]] FoundDocuments found_documents(const Scope& scope,
                                             const SearchRequest& request);

// What the request multiplies the score of a document by. Throws UsageError,
// and what reading of the column throws.
[[nodiscard]] float boost_of(const index::IndexReader& reader,
                             const SearchRequest& request, uint64_t document);

// The search with all that people are shown of it: facets, years, suggestions,
// and, if it does not say what is collapsed, one hit of a URL. Throws as
// reader_of().
[[nodiscard]] SearchRequest with_all_that_pages_show(const Scope& scope,
                                                     SearchRequest request);

// How many documents can be found; nothing when there is no full text.
[[nodiscard]] std::optional<uint64_t> visible_documents(const Scope& scope);
// See CollectionAnswers::visible_pages().
[[nodiscard]] std::optional<uint64_t> visible_pages(const Scope& scope);

}  // namespace wax::answers
