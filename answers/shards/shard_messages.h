// What the server in front of a joined collection asks for of a search, and
// what the servers of its shards answer, as messages (cbor.h). Any number of
// threads may call what is declared here. Reading throws FormatError for other
// bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answers/requests/search_query.h"
#include "answers/requests/search_request.h"
#include "index/match/hits.h"
#include "index/query/snippet.h"
#include "index/search/document_values.h"
#include "index/search/results_part.h"
#include "index/store/index_reader.h"

namespace wax::answers {

// A question about a search. It says all of the joined collection on which the
// query, the scores and the counts depend.
struct SearchQuestion {
  std::string state;  // of the shard, as its facts said it
  SearchRequest request;
  uint64_t milliseconds = 0;  // that the answer may take
  index::FieldNames fields;
  std::vector<std::string> stems;
  // Which stems words have: all, or these.
  bool all_stems = true;
  std::vector<std::string> known_stems;
  // Whether the URLs that the text may stand for find something, in the order
  // in which query_of() asks for that.
  std::vector<bool> found_urls;
  index::TermCounts counts;
  bool all_groups = false;       // all hits that are collapsed have places
  std::vector<index::Hit> hits;  // that are wanted; a DocumentsPage: none, all
  uint64_t from_document = 0;    // of all
};

// The facts with which query_of() makes the same query here as at the server
// that asks. The question outlives them.
[[nodiscard]] QueryFacts query_facts(const SearchQuestion& question);

[[nodiscard]] std::string encoded(const SearchQuestion& question);
// The deadline of its request is `milliseconds` from now. Throws UsageError for
// more than searches may ask for, too.
[[nodiscard]] SearchQuestion decoded_question(std::string_view bytes);

// The answer to which URLs find something: `found_urls` of one shard.
[[nodiscard]] std::string encoded(const std::vector<bool>& found_urls);
[[nodiscard]] std::vector<bool> decoded_urls(std::string_view bytes);

[[nodiscard]] std::string encoded(const index::TermCounts& counts);
[[nodiscard]] index::TermCounts decoded_counts(std::string_view bytes);

[[nodiscard]] std::string encoded(const index::ResultsPart& part);
[[nodiscard]] index::ResultsPart decoded_part(std::string_view bytes);

// What is shown of hits; nothing of those that cannot be read.
struct HitText {
  index::StoredDocument document;
  index::Snippet snippet;
};
using HitTexts = std::vector<std::optional<HitText>>;
[[nodiscard]] std::string encoded(const HitTexts& texts);
[[nodiscard]] HitTexts decoded_texts(std::string_view bytes);

// Some of all documents that are found.
struct DocumentsPage {
  std::vector<index::StoredDocument> documents;
  std::optional<uint64_t> next;  // the first one of the next page
  uint64_t unreadable = 0;       // of those before it
  index::Missing missing;
};
[[nodiscard]] std::string encoded(const DocumentsPage& page);
[[nodiscard]] DocumentsPage decoded_documents(std::string_view bytes);

}  // namespace wax::answers
