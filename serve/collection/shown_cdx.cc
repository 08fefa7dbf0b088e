#include "serve/collection/shown_cdx.h"

#include <string>
#include <string_view>
#include <utility>

#include "cdx/format/line_fields.h"
#include "cdx/lookup/range_captures.h"

namespace wax::serve {
namespace {

class ShownLines final : public lines::LineStream {
 public:
  ShownLines(std::unique_ptr<lines::LineStream> lines, cdx::LineFields fields,
             std::shared_ptr<const index::HiddenCaptures> hidden)
      : lines_(std::move(lines)),
        fields_(std::move(fields)),
        hidden_(std::move(hidden)) {}

  bool next(std::string_view& line) override {
    while (lines_->next(line)) {
      if (fields_.read(line) != cdx::LineFields::Line::kCapture ||
          !hidden_->hides(fields_[0], fields_[1], fields_[2], fields_[3])) {
        return true;
      }
    }
    return false;
  }

 private:
  std::unique_ptr<lines::LineStream> lines_;
  cdx::LineFields fields_;
  std::shared_ptr<const index::HiddenCaptures> hidden_;
};

class ShownCdx final : public cdx::Searchable {
 public:
  ShownCdx(std::unique_ptr<cdx::Searchable> file,
           std::shared_ptr<const index::HiddenCaptures> hidden,
           cdx::UrlKeyKind url_key)
      : file_(std::move(file)),
        hidden_(std::move(hidden)),
        fields_({"urlkey", "url", "digest", "timestamp"}, url_key) {
    fields_.allow_missing();
    fields_.begin(cdx::format_of(*file_), file_->name());
  }

  [[nodiscard]] const std::string& name() const override {
    return file_->name();
  }
  [[nodiscard]] std::string head() override { return file_->head(); }
  [[nodiscard]] std::unique_ptr<lines::LineStream> keys() override {
    return file_->keys();
  }
  [[nodiscard]] std::unique_ptr<lines::LineStream> lines(
      const cdx::SearchRange& range) override {
    return shown(file_->lines(range));
  }
  [[nodiscard]] std::unique_ptr<lines::LineStream> lines_backwards(
      const cdx::SearchRange& range) override {
    return shown(file_->lines_backwards(range));
  }
  [[nodiscard]] std::unique_ptr<lines::LineStream> lines_of_blocks(
      const cdx::SearchRange& range, uint64_t first, uint64_t count) override {
    return shown(file_->lines_of_blocks(range, first, count));
  }
  [[nodiscard]] std::unique_ptr<lines::LineStream> blocks(
      const cdx::SearchRange& range) override {
    return file_->blocks(range);
  }
  [[nodiscard]] bool has_blocks() const override { return file_->has_blocks(); }
  [[nodiscard]] uint64_t parts(const cdx::SearchRange& range) override {
    return file_->parts(range);
  }
  [[nodiscard]] std::string part_start(const cdx::SearchRange& range,
                                       uint64_t n) override {
    return file_->part_start(range, n);
  }

 private:
  std::unique_ptr<lines::LineStream> shown(
      std::unique_ptr<lines::LineStream> all) const {
    return std::make_unique<ShownLines>(std::move(all), fields_, hidden_);
  }

  std::unique_ptr<cdx::Searchable> file_;
  std::shared_ptr<const index::HiddenCaptures> hidden_;
  cdx::LineFields fields_;
};

}  // namespace

std::unique_ptr<cdx::Searchable> shown_cdx(
    std::unique_ptr<cdx::Searchable> file,
    std::shared_ptr<const index::HiddenCaptures> hidden,
    cdx::UrlKeyKind url_key) {
  return std::make_unique<ShownCdx>(std::move(file), std::move(hidden),
                                    url_key);
}

}  // namespace wax::serve
