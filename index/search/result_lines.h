// Hits as lines: JSON, tab-separated values, CDX.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "index/query/query.h"
#include "index/query/snippet.h"
#include "index/search/results.h"
#include "index/store/index_reader.h"

namespace wax::index {

// A hit with what is shown of it.
struct ShownHit {
  Hit hit;
  uint64_t rank = 0;         // from 1; of its group when hits are collapsed
  uint64_t group_total = 1;  // hits in its group
  StoredDocument document;   // all stored fields
  Snippet snippet;
};

// Reads the stored fields and makes the snippet, for the words of a query: from
// the main content if it has one of them, else from the whole text. For any
// number of threads. Throws as IndexReader.
class HitReader {
 public:
  HitReader(const IndexReader& reader, const Query& query);

  [[nodiscard]] ShownHit read(const Hit& hit, uint64_t rank,
                              uint64_t group_total = 1) const;
  // Those that append_hit_json() writes.
  [[nodiscard]] const std::vector<std::string>& fields() const {
    return shown_;
  }

 private:
  const IndexReader* reader_;
  std::vector<Query::Word> words_;
  std::vector<std::string> stored_;
  std::vector<std::string> shown_;
};

// Appends "name":value pairs: rank, score, group (the number of hits in the
// group, if there are more), the stored fields, snippet and marks (the bytes of
// each word of the query in the snippet).
void append_hit_json(const ShownHit& hit,
                     const std::vector<std::string>& fields, std::string& out);

// The values with tabs between. Several values of a field have "," between.
// Tabs, line breaks and other controls become spaces. Beside stored fields
// there are "rank", "score", "group" and "snippet".
void append_hit_tsv(const ShownHit& hit, const std::vector<std::string>& fields,
                    std::string& out);

// A line for each capture, in order of dates. The first has the place in the
// archive, and those of which the index has the places (date_places.h) do;
// others have "-". The media type of a revisit that is known as such is
// warc/revisit.
inline constexpr std::string_view kCdxLegend = " CDX N b a m s k r M S V g";
void append_hit_cdx(const ShownHit& hit, std::string& out);

// {"field":"site","different":3,"values":[{"value":"a.org","count":2}]}
void append_facet_json(const Facet& facet, std::string& out);

}  // namespace wax::index
