#include "serve/collection/shown_cdx.h"

#include <string_view>
#include <utility>

#include "cdx/format/line_fields.h"
#include "cdx/lookup/range_captures.h"

namespace wax::serve {
namespace {

class WithoutHidden final : public LineFilter {
 public:
  WithoutHidden(std::shared_ptr<const index::HiddenCaptures> hidden,
                cdx::LineFields fields)
      : hidden_(std::move(hidden)), fields_(std::move(fields)) {}

  [[nodiscard]] bool keeps(std::string_view line) override {
    return fields_.read(line) != cdx::LineFields::Line::kCapture ||
           !hidden_->hides(fields_[0], fields_[1], fields_[2], fields_[3]);
  }

 private:
  std::shared_ptr<const index::HiddenCaptures> hidden_;
  cdx::LineFields fields_;
};

}  // namespace

MakeLineFilter without_hidden(
    std::shared_ptr<const index::HiddenCaptures> hidden,
    cdx::UrlKeyKind url_key, cdx::Searchable& file) {
  // Now, because a stream of the file is in use when the filter is made.
  cdx::LineFields fields({"urlkey", "url", "digest", "timestamp"}, url_key);
  fields.allow_missing();
  fields.begin(cdx::format_of(file), file.name());
  return [hidden = std::move(hidden), fields](cdx::Searchable&) {
    return std::make_unique<WithoutHidden>(hidden, fields);
  };
}

}  // namespace wax::serve
