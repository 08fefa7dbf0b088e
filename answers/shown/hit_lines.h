// Hits and their documents as lines: JSON, tab-separated values, CDX. Any
// number of threads may call what is declared here.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "index/search/results.h"
#include "index/store/index_reader.h"

namespace wax::answers {

// Appends "name":value pairs with commas between, in the order of `fields`.
// Dates are always a list, other fields when they have several values. Lengths,
// offsets and statuses are numbers, and places are objects (date_places.h).
// Fields without values are left out.
void append_json_fields(const index::StoredDocument& document,
                        const std::vector<std::string>& fields,
                        std::string& out);

// Appends "name":value pairs: rank, score, group (the number of hits in the
// group, if there are more), the stored fields, snippet and marks (the bytes of
// each word of the query in the snippet).
void append_hit_json(const index::ShownHit& hit,
                     const std::vector<std::string>& fields, std::string& out);

// The values with tabs between. Several values of a field have "," between.
// Tabs, line breaks and other controls become spaces. Beside stored fields
// there are "rank", "score", "group" and "snippet".
void append_hit_tsv(const index::ShownHit& hit,
                    const std::vector<std::string>& fields, std::string& out);

// A line for each capture, in order of dates. The first has the place in the
// archive, and those of which the index has the places (date_places.h) do;
// others have "-". The media type of a revisit that is known as such is
// warc/revisit.
inline constexpr std::string_view kCdxLegend = " CDX N b a m s k r M S V g";
void append_hit_cdx(const index::ShownHit& hit, std::string& out);

// {"field":"site","different":3,"values":[{"value":"a.org","count":2}]}
void append_facet_json(const index::Facet& facet, std::string& out);

}  // namespace wax::answers
