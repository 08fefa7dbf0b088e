#include "collection/access/filtered_cdx.h"

#include <string>
#include <utility>

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
  FilteredCdx(std::unique_ptr<cdx::Searchable> file, MakeLineFilter make_filter)
      : file_(std::move(file)), make_filter_(std::move(make_filter)) {}

  const std::string& name() const override { return file_->name(); }
  std::unique_ptr<Searchable> again() const override {
    return std::make_unique<FilteredCdx>(file_->again(), make_filter_);
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
  bool has_blocks() const override { return file_->has_blocks(); }
  uint64_t parts(const cdx::SearchRange& range) override {
    return file_->parts(range);
  }
  std::string part_start(const cdx::SearchRange& range, uint64_t n) override {
    return file_->part_start(range, n);
  }

 private:
  static std::unique_ptr<lines::LineStream> kept(
      std::unique_ptr<lines::LineStream> lines,
      std::unique_ptr<LineFilter> filter) {
    return std::make_unique<KeptLines>(std::move(lines), std::move(filter));
  }

  std::unique_ptr<cdx::Searchable> file_;
  MakeLineFilter make_filter_;
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
    std::unique_ptr<cdx::Searchable> file, MakeLineFilter make_filter) {
  return std::make_unique<FilteredCdx>(std::move(file), std::move(make_filter));
}

MakeLineFilter without_unseen(std::shared_ptr<const AccessRules> rules,
                              cdx::UrlKeyKind kind, Visibility from) {
  return [rules = std::move(rules), kind, from](cdx::Searchable& file) {
    return std::make_unique<WithoutUnseen>(rules, kind, from, file);
  };
}

}  // namespace wax::collection
