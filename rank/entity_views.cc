#include "rank/entity_views.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "io/error.h"
#include "rank/view_counts.h"
#include "rank/view_files.h"
#include "text/number.h"

namespace wax::rank {
namespace {

using lines::LineStream;

// A sorted input of the join.
class Cursor {
 public:
  Cursor(std::unique_ptr<LineStream> lines, std::string name)
      : lines_(std::move(lines)), name_(std::move(name)) {
    advance();
  }
  void advance() {
    std::string_view line;
    ended_ = !lines_->next(line);
    if (ended_) return;
    const size_t space = line.rfind(' ');
    if (space == std::string_view::npos ||
        (number_ > 0 && line.substr(0, space) <= key_)) {
      throw lines::LineError(name_, number_ + 1, "is not in order");
    }
    key_ = line.substr(0, space);
    value_ = line.substr(space + 1);
    ++number_;
  }
  [[nodiscard]] bool ended() const { return ended_; }
  [[nodiscard]] const std::string& key() const { return key_; }
  [[nodiscard]] std::string_view value() const { return value_; }

 private:
  std::unique_ptr<LineStream> lines_;
  std::string name_;
  std::string key_;
  std::string_view value_;
  uint64_t number_ = 0;
  bool ended_ = false;
};

// The months with views as letters and numbers: "a7c1".
void append_months(const std::vector<uint64_t>& months, std::string& out) {
  for (size_t i = 0; i < months.size(); ++i) {
    if (months[i] == 0) continue;
    out += static_cast<char>('a' + i);
    out += std::to_string(months[i]);
  }
}

void add_months(std::string_view text, std::vector<uint64_t>& months) {
  const char* at = text.data();
  const char* end = at + text.size();
  while (at != end) {
    const auto month = static_cast<size_t>(*at - 'a');
    uint64_t views = 0;
    at = std::from_chars(at + 1, end, views).ptr;
    months[month] = added(months[month], views);
  }
}

// Lines "entity a7c1", in the order of the keys.
class JoinedLines final : public LineStream {
 public:
  JoinedLines(std::vector<std::unique_ptr<LineStream>> months,
              std::unique_ptr<LineStream> map, JoinCounts& counts)
      : views_(months.size()), counts_(counts) {
    for (auto& month : months) {
      cursors_.emplace_back(std::move(month), "the views of a month");
    }
    for (size_t i = 0; i < cursors_.size(); ++i) enter(i);
    if (map) map_ = std::make_unique<Cursor>(std::move(map), "the entity map");
  }

  bool next(std::string_view& line) override {
    while (!order_.empty()) {
      take_key();
      line_.clear();
      if (!append_entity()) continue;
      line_ += ' ';
      append_months(views_, line_);
      line = line_;
      return true;
    }
    return false;
  }

 private:
  // Keeps the months that are at hand in order, the least key last.
  void enter(size_t month) {
    if (cursors_[month].ended()) return;
    auto at = order_.end();
    while (at != order_.begin() &&
           cursors_[*(at - 1)].key() < cursors_[month].key()) {
      --at;
    }
    order_.insert(at, month);
  }

  void take_key() {
    std::fill(views_.begin(), views_.end(), 0);
    key_ = cursors_[order_.back()].key();
    uint64_t sum = 0;
    while (!order_.empty() && cursors_[order_.back()].key() == key_) {
      const size_t month = order_.back();
      order_.pop_back();
      auto count = text::whole_number(cursors_[month].value());
      if (!count) throw UsageError("a month of views has a bad count");
      views_[month] = *count;
      sum = added(sum, *count);
      cursors_[month].advance();
      enter(month);
    }
    sum_ = sum;
  }

  bool append_entity() {
    if (sum_ == 0) return false;
    ++counts_.keys;
    if (!map_) {
      line_ = key_;
      return true;
    }
    while (!map_->ended() && map_->key() < key_) map_->advance();
    if (map_->ended() || map_->key() != key_) {
      ++counts_.unmapped;
      counts_.unmapped_views = added(counts_.unmapped_views, sum_);
      return false;
    }
    line_ = map_->value();
    return true;
  }

  std::vector<Cursor> cursors_;
  std::vector<size_t> order_;
  std::unique_ptr<Cursor> map_;
  std::vector<uint64_t> views_;
  uint64_t sum_ = 0;
  std::string key_;
  std::string line_;
  JoinCounts& counts_;
};

// Adds the lines of one entity.
class EntitySums final : public LineStream {
 public:
  EntitySums(std::unique_ptr<LineStream> joined, size_t months)
      : joined_(std::move(joined)), months_(months) {
    more_ = joined_->next(line_);
  }

  bool next(std::string_view& line) override {
    if (!more_) return false;
    entity_ = line_.substr(0, line_.rfind(' '));
    std::fill(months_.begin(), months_.end(), 0);
    do {
      add_months(line_.substr(line_.rfind(' ') + 1), months_);
      more_ = joined_->next(line_);
    } while (more_ && line_.substr(0, line_.rfind(' ')) == entity_);
    const Signals signals = signals_of(months_);
    for (uint64_t number : {signals.views, signals.steady, signals.months}) {
      entity_ += ' ';
      entity_ += std::to_string(number);
    }
    line = entity_;
    return true;
  }

 private:
  std::unique_ptr<LineStream> joined_;
  std::vector<uint64_t> months_;
  std::string_view line_;
  bool more_ = false;
  std::string entity_;
};

class MapLines final : public LineStream {
 public:
  MapLines(std::unique_ptr<LineStream> sorted, std::string file,
           ProblemSink& problems)
      : sorted_(std::move(sorted)),
        file_(std::move(file)),
        problems_(problems) {}

  bool next(std::string_view& line) override {
    while (sorted_->next(line)) {
      const size_t space = line.find(' ');
      if (line.substr(0, space) != key_) {
        key_ = line.substr(0, space);
        return true;
      }
      problems_.report({Severity::kLost,
                        "rank-key-twice",
                        file_,
                        {},
                        "the key \"" + key_ + "\" has another entity, too: \"" +
                            std::string(line.substr(space + 1)) + '"'});
    }
    return false;
  }

 private:
  std::unique_ptr<LineStream> sorted_;
  std::string file_;
  ProblemSink& problems_;
  std::string key_;
};

// Reports what no number of 64 bits can say.
class ToldEntities final : public LineStream {
 public:
  ToldEntities(std::unique_ptr<LineStream> lines, std::string file,
               ProblemSink& problems)
      : lines_(std::move(lines)), file_(std::move(file)), problems_(problems) {}

  bool next(std::string_view& line) override {
    if (!lines_->next(line)) return false;
    const EntityLine entity = parse_entity_line(line);
    if (entity.signals.views == UINT64_MAX) {
      problems_.report({Severity::kLost,
                        "rank-too-many-views",
                        file_,
                        {},
                        std::string(entity.entity) +
                            " has 2^64 - 1 views or more: sums stop there"});
    }
    return true;
  }

 private:
  std::unique_ptr<LineStream> lines_;
  std::string file_;
  ProblemSink& problems_;
};

}  // namespace

std::unique_ptr<LineStream> told_entities(std::unique_ptr<LineStream> lines,
                                          const std::string& file,
                                          ProblemSink& problems) {
  return std::make_unique<ToldEntities>(std::move(lines), file, problems);
}

Signals signals_of(const std::vector<uint64_t>& months) {
  Signals signals;
  std::array<uint64_t, kMostMonths> sorted{};
  size_t size = 0;
  for (uint64_t views : months) {
    if (views != 0) sorted[size++] = views;
  }
  if (size == 0) return signals;
  std::sort(sorted.begin(), sorted.begin() + size);
  signals.months = size;
  // Counts near 2^64 must not wrap.
  const __uint128_t middle =
      static_cast<__uint128_t>(sorted[size / 2]) + sorted[(size - 1) / 2];
  const __uint128_t most = middle * 3 / 2;
  for (size_t i = 0; i < size; ++i) {
    signals.views = added(signals.views, sorted[i]);
    signals.steady =
        added(signals.steady,
              sorted[i] < most ? sorted[i] : static_cast<uint64_t>(most));
  }
  return signals;
}

EntityLine parse_entity_line(std::string_view line) {
  EntityLine parsed;
  for (uint64_t* number : {&parsed.signals.months, &parsed.signals.steady,
                           &parsed.signals.views}) {
    const size_t space = line.rfind(' ');
    auto value = space == std::string_view::npos
                     ? std::nullopt
                     : text::whole_number(line.substr(space + 1));
    if (!value) throw UsageError("damaged list of entities; remove it");
    *number = *value;
    line = line.substr(0, space);
  }
  parsed.entity = line;
  return parsed;
}

std::unique_ptr<LineStream> pair_lines(std::unique_ptr<LineStream> lines,
                                       const std::string& file,
                                       const std::string& form,
                                       const lines::SortOptions& sort,
                                       ProblemSink& problems) {
  std::shared_ptr<LineStream> input = std::move(lines);
  auto good =
      lines::made_lines([input, file, form, &problems,
                         number = uint64_t{0}](std::string& out) mutable {
        for (std::string_view line; input->next(line);) {
          ++number;
          if (line.empty() || line.front() == '#') continue;
          const size_t space = line.find(' ');
          if (space != std::string_view::npos &&
              is_key(line.substr(0, space)) && is_key(line.substr(space + 1))) {
            out = line;
            return true;
          }
          problems.report({Severity::kLost,
                           "rank-bad-line",
                           file,
                           {},
                           bad_line_text(number, form, line)});
        }
        return false;
      });
  lines::SortOptions unique = sort;
  unique.unique = true;
  return lines::sort_lines(std::move(good), unique);
}

std::unique_ptr<LineStream> map_lines(std::unique_ptr<LineStream> lines,
                                      const std::string& file,
                                      const lines::SortOptions& sort,
                                      ProblemSink& problems) {
  return std::make_unique<MapLines>(
      pair_lines(std::move(lines), file, "key entity", sort, problems), file,
      problems);
}

std::unique_ptr<LineStream> entity_lines(
    std::vector<std::unique_ptr<LineStream>> months,
    std::unique_ptr<LineStream> map, const lines::SortOptions& sort,
    JoinCounts& counts) {
  const size_t size = months.size();
  const bool mapped = map != nullptr;
  std::unique_ptr<LineStream> joined =
      std::make_unique<JoinedLines>(std::move(months), std::move(map), counts);
  if (mapped) joined = lines::sort_lines(std::move(joined), sort);
  return std::make_unique<EntitySums>(std::move(joined), size);
}

}  // namespace wax::rank
