// The files of a rank: the list of entities by views, its plot and statistics.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/output.h"
#include "lines/line_stream.h"
#include "lines/sort.h"
#include "rank/rank_sampler.h"

namespace wax::rank {

struct RankFacts {
  std::string file;                 // the name of the list
  std::vector<std::string> months;  // "2021-02", in order
  std::vector<std::pair<std::string, uint64_t>> counts;
};

struct RankPaths {
  std::string list;      // gzip'd CSV "Entity,Rank"
  std::string entities;  // lines of append_rank_entry(), in byte order
  std::string plot;      // of places and views, SVG
  std::string stats;     // a JSON object
};

// Writes the files of a rank, of lines that append_order_line() made, sorted.
// The bytes depend only on the lines, the facts and `sampling`. Each file
// appears whole, the statistics last.
void write_rank(std::unique_ptr<lines::LineStream> sorted,
                const SampleOptions& sampling, const RankFacts& facts,
                const RankPaths& paths, const lines::SortOptions& sort);

// Writes CSV "Entity,Steady,Views,Months" of such lines whose views and steady
// views changed places, so that they are sorted by the steady ones.
void write_steady(lines::LineStream& sorted, io::Output& output);

}  // namespace wax::rank
