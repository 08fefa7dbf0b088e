#include "collection/access/filtered_cdx.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "cdx/format/line_fields.h"
#include "cdx/lookup/range_merger.h"
#include "collection/access/access_rule.h"

namespace wax::collection {
namespace {

class KeptLines final : public lines::LineStream {
 public:
  KeptLines(std::unique_ptr<lines::LineStream> lines,
            std::unique_ptr<LineFilter> filter)
      : lines_(std::move(lines)), filter_(std::move(filter)) {}

  bool next(std::string_view& line) override {
    while (lines_->next(line)) {
      if (filter_->keeps(line)) return true;
    }
    return false;
  }

 private:
  std::unique_ptr<lines::LineStream> lines_;
  std::unique_ptr<LineFilter> filter_;
};

class FilteredCdx final : public cdx::Searchable {
 public:
  FilteredCdx(std::unique_ptr<cdx::Searchable> file, MakeLineFilter make_filter,
              IsSecret is_secret)
      : file_(std::move(file)),
        make_filter_(std::move(make_filter)),
        is_secret_(std::move(is_secret)) {}

  const std::string& name() const override { return file_->name(); }
  std::unique_ptr<Searchable> again() const override {
    return std::make_unique<FilteredCdx>(file_->again(), make_filter_,
                                         is_secret_);
  }
  std::string head() override { return file_->head(); }
  std::unique_ptr<lines::LineStream> keys() override { return file_->keys(); }
  std::unique_ptr<lines::LineStream> lines(
      const cdx::SearchRange& range) override {
    // Before the stream is opened: a filter may read the file's head.
    auto filter = make_filter_(*file_);
    return kept(file_->lines(range), std::move(filter));
  }
  std::unique_ptr<lines::LineStream> lines_backwards(
      const cdx::SearchRange& range) override {
    auto filter = make_filter_(*file_);
    return kept(file_->lines_backwards(range), std::move(filter));
  }
  std::unique_ptr<lines::LineStream> lines_of_blocks(
      const cdx::SearchRange& range, uint64_t first, uint64_t count) override {
    auto filter = make_filter_(*file_);
    return kept(file_->lines_of_blocks(range, first, count), std::move(filter));
  }
  std::unique_ptr<lines::LineStream> blocks(
      const cdx::SearchRange& range) override {
    return file_->blocks(range);
  }
  bool has_blocks() const override {
    return is_secret_ == nullptr && file_->has_blocks();
  }
  uint64_t parts(const cdx::SearchRange& range, const Tick& tick) override {
    if (is_secret_ == nullptr || !is_secret_(range)) {
      return file_->parts(range, tick);
    }
    read_parts(range, tick);
    return part_starts_.size();
  }
  std::string part_start(const cdx::SearchRange& range, uint64_t n) override {
    if (is_secret_ == nullptr || !is_secret_(range)) {
      return file_->part_start(range, n);
    }
    read_parts(range, nullptr);
    if (n == 0) return range.first;
    return n < part_starts_.size() ? part_starts_[n] : range.end;
  }

 private:
  // Finds the parts of a range. Remembers those of the last range, because its
  // pages are asked for one by one.
  void read_parts(const cdx::SearchRange& range, const Tick& tick) {
    if (parts_known_ && range.first == parts_of_.first &&
        range.end == parts_of_.end) {
      return;
    }
    constexpr uint64_t kBetweenTicks = 1024;
    parts_known_ = false;
    part_starts_.clear();
    uint64_t bytes = 0;
    uint64_t read = 0;
    // All lines are counted as read, so that a range without kept ones ticks.
    auto filter = make_filter_(*file_);
    auto all = file_->lines(range);
    std::string_view line;
    while (all->next(line)) {
      if (tick && ++read % kBetweenTicks == 0) tick();
      if (!filter->keeps(line)) continue;
      if (bytes >= part_starts_.size() * kPartBytes) {
        part_starts_.emplace_back(line);
      }
      bytes += line.size() + 1;
    }
    parts_of_ = range;
    parts_known_ = true;
  }
  static std::unique_ptr<lines::LineStream> kept(
      std::unique_ptr<lines::LineStream> lines,
      std::unique_ptr<LineFilter> filter) {
    return std::make_unique<KeptLines>(std::move(lines), std::move(filter));
  }

  std::unique_ptr<cdx::Searchable> file_;
  MakeLineFilter make_filter_;
  IsSecret is_secret_;
  cdx::SearchRange parts_of_;
  bool parts_known_ = false;
  std::vector<std::string> part_starts_;
};

class WithoutUnseen final : public LineFilter {
 public:
  WithoutUnseen(std::shared_ptr<const AccessRules> rules, cdx::UrlKeyKind kind,
                Visibility from, cdx::Searchable& file)
      : rules_(std::move(rules)),
        surt_(kind),
        from_(from),
        fields_({"urlkey", "timestamp", "digest", "url"}, kind) {
    fields_.allow_missing();
    fields_.begin(cdx::format_of(file), file.name());
  }

  bool keeps(std::string_view line) override {
    if (fields_.read(line) != cdx::LineFields::Line::kCapture) return false;
    std::string_view key = fields_[0];
    if (!known_ || key != key_ || !rules_->asks_only_keys()) {
      rules_->find({surt_.of(key), fields_[2], fields_[3]}, found_);
      key_ = key;
      known_ = true;
    }
    return AccessRules::decide(found_, fields_[1]) < from_;
  }

 private:
  std::shared_ptr<const AccessRules> rules_;
  SurtKey surt_;
  Visibility from_;
  cdx::LineFields fields_;
  std::string key_;
  bool known_ = false;
  AccessRules::Found found_;
};

}  // namespace

std::unique_ptr<cdx::Searchable> filtered_cdx(
    std::unique_ptr<cdx::Searchable> file, MakeLineFilter make_filter,
    IsSecret is_secret) {
  return std::make_unique<FilteredCdx>(std::move(file), std::move(make_filter),
                                       std::move(is_secret));
}

MakeLineFilter without_unseen(std::shared_ptr<const AccessRules> rules,
                              cdx::UrlKeyKind kind, Visibility from) {
  return [rules = std::move(rules), kind, from](cdx::Searchable& file) {
    return std::make_unique<WithoutUnseen>(rules, kind, from, file);
  };
}

IsSecret ruled_ranges(std::shared_ptr<const AccessRules> rules,
                      cdx::UrlKeyKind kind) {
  return [rules = std::move(rules), kind](const cdx::SearchRange& range) {
    if (kind != cdx::UrlKeyKind::kSurt || !rules->asks_only_keys() ||
        !rules->hidden_periods().empty()) {
      return true;
    }
    const std::vector<std::string> prefixes = rules->key_prefixes();
    return std::any_of(
        prefixes.begin(), prefixes.end(), [&range](const std::string& prefix) {
          return prefix < range.first ? range.first.starts_with(prefix)
                                      : prefix < range.end;
        });
  };
}

}  // namespace wax::collection
