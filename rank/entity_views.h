// The views of entities: months of views, joined with a map of keys.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "io/problem.h"
#include "lines/line_stream.h"
#include "lines/sort.h"

namespace wax::rank {

inline constexpr size_t kMostMonths = 26;

struct Signals {
  uint64_t views = 0;   // the sum of all months
  uint64_t steady = 0;  // of the least of views and three times the median
  uint64_t months = 0;  // that have views
};

// Computes the signals from the views of each month. The median is that of the
// months with views; the mean of the two in the middle, when their number is
// even. Three times that, rounded down, is the most that a month counts for
// `steady`.
[[nodiscard]] Signals signals_of(const std::vector<uint64_t>& months);

// A line "entity views steady months".
struct EntityLine {
  std::string_view entity;
  Signals signals;
};
[[nodiscard]] EntityLine parse_entity_line(std::string_view line);

// The same lines. Those whose views are 2^64 - 1, the most that there is, are
// reported ("rank-too-many-views", of `file`): the sum may be more.
[[nodiscard]] std::unique_ptr<lines::LineStream> told_entities(
    std::unique_ptr<lines::LineStream> lines, const std::string& file,
    ProblemSink& problems);

struct JoinCounts {
  uint64_t keys = 0;            // that have views
  uint64_t unmapped = 0;        // of them, without an entity
  uint64_t unmapped_views = 0;  // of those
};

// Lines of two keys, as "key entity", in byte order, each once. Empty lines and
// those that begin with "#" are left out; lines of another form are reported
// ("rank-bad-line", with `form`) and left out.
[[nodiscard]] std::unique_ptr<lines::LineStream> pair_lines(
    std::unique_ptr<lines::LineStream> lines, const std::string& file,
    const std::string& form, const lines::SortOptions& sort,
    ProblemSink& problems);

// A sorted map of pair_lines() "key entity", each key once. A key that comes
// twice keeps the entity that is first in byte order; the others are reported
// ("rank-key-twice").
[[nodiscard]] std::unique_ptr<lines::LineStream> map_lines(
    std::unique_ptr<lines::LineStream> lines, const std::string& file,
    const lines::SortOptions& sort, ProblemSink& problems);

// Lines "entity views steady months" in byte order, entities without views left
// out. `months` are up to kMostMonths sorted streams of lines "key count" with
// each key once; `map` is what map_lines() gives, or null: each key is its own
// entity. `counts` is complete after the last line, and outlives the stream.
// Memory: one line of each input; with a map, that of a sort.
[[nodiscard]] std::unique_ptr<lines::LineStream> entity_lines(
    std::vector<std::unique_ptr<lines::LineStream>> months,
    std::unique_ptr<lines::LineStream> map, const lines::SortOptions& sort,
    JoinCounts& counts);

}  // namespace wax::rank
