#include "rank/smear.h"

#include <utility>

#include "io/error.h"
#include "rank/entity_views.h"
#include "rank/view_counts.h"
#include "text/ascii.h"
#include "text/number.h"

namespace wax::rank {
namespace {

using lines::LineStream;

constexpr uint64_t kMillion = 1'000'000;

void write_entity(std::string_view entity, const Signals& signals,
                  std::string& line) {
  line = entity;
  for (uint64_t number : {signals.views, signals.steady, signals.months}) {
    line += ' ';
    line += std::to_string(number);
  }
}

// Joins entities and edges by the source: both are sorted by it.
class EdgeParts final : public LineStream {
 public:
  EdgeParts(std::unique_ptr<LineStream> entities,
            std::unique_ptr<LineStream> edges, uint64_t millionths)
      : entities_(std::move(entities)),
        edges_(std::move(edges)),
        millionths_(millionths) {
    advance();
  }

  bool next(std::string_view& line) override {
    for (std::string_view edge; more_ && edges_->next(edge);) {
      const size_t space = edge.find(' ');
      const std::string_view from = edge.substr(0, space);
      const std::string_view to = edge.substr(space + 1);
      while (more_ && entity_.entity < from) advance();
      if (!more_ || entity_.entity != from || from == to) continue;
      const Signals part = {part_of(entity_.signals.views),
                            part_of(entity_.signals.steady), 0};
      if (part.views == 0) continue;
      write_entity(to, part, line_);
      line = line_;
      return true;
    }
    return false;
  }

 private:
  void advance() {
    std::string_view line;
    more_ = entities_->next(line);
    if (more_) entity_ = parse_entity_line(line);
  }

  [[nodiscard]] uint64_t part_of(uint64_t views) const {
    return static_cast<uint64_t>(static_cast<__uint128_t>(views) * millionths_ /
                                 kMillion);
  }

  std::unique_ptr<LineStream> entities_;
  std::unique_ptr<LineStream> edges_;
  uint64_t millionths_;
  bool more_ = false;
  EntityLine entity_;
  std::string line_;
};

// Adds neighbouring lines of one entity.
class AddedEntities final : public LineStream {
 public:
  explicit AddedEntities(std::unique_ptr<LineStream> sorted)
      : sorted_(std::move(sorted)) {
    more_ = sorted_->next(read_);
  }

  bool next(std::string_view& line) override {
    if (!more_) return false;
    EntityLine read = parse_entity_line(read_);
    const std::string entity(read.entity);
    Signals sum;
    do {
      sum.views = added(sum.views, read.signals.views);
      sum.steady = added(sum.steady, read.signals.steady);
      sum.months = added(sum.months, read.signals.months);
      more_ = sorted_->next(read_);
      if (more_) read = parse_entity_line(read_);
    } while (more_ && read.entity == entity);
    write_entity(entity, sum, line_);
    line = line_;
    return true;
  }

 private:
  std::unique_ptr<LineStream> sorted_;
  std::string_view read_;
  bool more_ = false;
  std::string line_;
};

}  // namespace

std::optional<uint64_t> parse_share(std::string_view text) {
  constexpr size_t kMostDecimals = 6;
  const size_t point = text.find('.');
  std::string decimals;
  if (point != std::string_view::npos) decimals = text.substr(point + 1);
  if (point != std::string_view::npos &&
      (decimals.empty() || decimals.size() > kMostDecimals ||
       !text::all_digits(decimals))) {
    return {};
  }
  decimals.resize(kMostDecimals, '0');
  auto whole = text::whole_number(text.substr(0, point));
  if (!whole || *whole > 1) return {};
  const uint64_t millionths = *whole * kMillion + *text::whole_number(decimals);
  if (millionths == 0 || millionths > kMillion) return {};
  return millionths;
}

std::unique_ptr<LineStream> moved_views(std::unique_ptr<LineStream> entities,
                                        std::unique_ptr<LineStream> edges,
                                        uint64_t millionths,
                                        const lines::SortOptions& sort) {
  return std::make_unique<AddedEntities>(
      lines::sort_lines(std::make_unique<EdgeParts>(
                            std::move(entities), std::move(edges), millionths),
                        sort));
}

std::unique_ptr<LineStream> added_entities(std::vector<lines::LineInput> parts,
                                           uint64_t jobs) {
  return std::make_unique<AddedEntities>(
      lines::merge_lines(std::move(parts), {false, jobs}));
}

}  // namespace wax::rank
