// Parts of ranks that go on to related entities: from authors to works.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lines/line_stream.h"
#include "lines/merge.h"
#include "lines/sort.h"

namespace wax::rank {

struct SmearOptions {
  std::string edges;              // a file of lines "from to"; empty: none
  uint64_t millionths = 100'000;  // of the views, to each target
  uint64_t hops = 1;              // 0: until no view goes on
};

// When `hops` is 0, there are at most so many.
inline constexpr uint64_t kMostHops = 100;

// "0.25" as 250,000. Nothing unless it is above 0 and at most 1, with up to six
// decimals.
[[nodiscard]] std::optional<uint64_t> parse_share(std::string_view text);

// What goes on: lines "entity views steady 0" in byte order, each entity once,
// without those that get no view. For each edge, the target gets this part of
// the views of the source, and of its steady views, rounded down. `entities`
// are such lines, `edges` lines "from to", both sorted; edges from an entity to
// itself move nothing. Memory: that of a sort.
[[nodiscard]] std::unique_ptr<lines::LineStream> moved_views(
    std::unique_ptr<lines::LineStream> entities,
    std::unique_ptr<lines::LineStream> edges, uint64_t millionths,
    const lines::SortOptions& sort);

// Several sorted streams of lines "entity views steady months" as one, in which
// each entity has the sums.
[[nodiscard]] std::unique_ptr<lines::LineStream> added_entities(
    std::vector<lines::LineInput> parts, uint64_t jobs);

}  // namespace wax::rank
