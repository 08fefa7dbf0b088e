// What a search asks for.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "answers/requests/message.h"
#include "index/search/hit_order.h"

namespace wax::answers {

struct SearchRequest {
  std::string text;  // of the query, as it was typed
  // Field and value, in order: only documents with all of them.
  std::vector<std::pair<std::string, std::string>> filters;
  std::string from;  // date, 4 to 14 digits; empty: none
  std::string to;
  bool other_records = false;       // also records that are no pages
  std::string stem_lang;            // as index::add_stems() takes it
  std::optional<index::Sort> sort;  // nothing: by relevance
  // Nothing: hits by relevance are boosted by PageRank, where a build has made
  // it.
  std::optional<std::vector<index::Boost>> boosts;
  std::optional<index::Collapse> collapse;  // nothing: no collapsing is asked
  uint64_t per_group = 1;
  // Start and count are of hits, at most per_group of a group, that need not
  // follow one another; otherwise of groups.
  bool mixes_groups = false;
  uint64_t start = 0;
  uint64_t count = 10;
  bool exact_total = true;
  std::vector<std::string> facets;
  uint64_t facet_values = 10;
  std::string period;         // of the hits over time: year, month; empty: none
  bool with_content = false;  // hits have their whole text
  // Whether other words are looked for when few documents are found, and other
  // searches when none is.
  bool suggests = false;
  bool suggests_searches = false;
  std::chrono::steady_clock::time_point deadline =
      std::chrono::steady_clock::time_point::max();

  // Whether it asks for anything.
  [[nodiscard]] bool is_blank() const;
  [[nodiscard]] bool has_filters() const {
    return !filters.empty() || !from.empty() || !to.empty();
  }
  [[nodiscard]] bool collapses() const {
    return collapse && collapse->by != index::Collapse::By::kNothing;
  }

  // Reads what users write, as index::parse_sort() and its neighbours do; an
  // empty text is nothing, boosts of "none" alone are no boosts. Throws
  // UsageError.
  void set_sort(std::string_view written);
  void set_boosts(const std::vector<std::string>& written);
  void set_collapse(std::string_view written);
  // Each text is a field, or several with commas between; more than `most` are
  // refused. Each field counts once, in order.
  void set_facets(const std::vector<std::string>& written,
                  size_t most = SIZE_MAX);
  // What the setters read as the same values.
  [[nodiscard]] std::string sort_text() const;
  [[nodiscard]] std::vector<std::string> boost_texts() const;
  [[nodiscard]] std::string collapse_text() const;
};

// The value without the milliseconds that dates of CDXJ have; it may be no
// date.
[[nodiscard]] std::string written_date(const Parameters& parameters,
                                       const Parameter& parameter);

// The same, a date of 4 to 14 digits; empty when it is not given. Throws
// UsageError.
[[nodiscard]] std::string date_parameter(const Parameters& parameters,
                                         const Parameter& parameter);

// Reads the parameters of /search, of parameter_table.h. Throws UsageError for
// numbers that are none or too great, for dates that are none, and as the
// setters.
[[nodiscard]] SearchRequest search_request(const Request& request);

}  // namespace wax::answers
