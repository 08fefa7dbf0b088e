#include "collection/access/shown_cdx.h"

#include <string>
#include <string_view>
#include <utility>

#include "cdx/format/line_fields.h"
#include "cdx/lookup/range_captures.h"
#include "collection/access/surt_key.h"

namespace wax::collection {
namespace {

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

MakeLineFilter without_unseen(std::shared_ptr<const AccessRules> rules,
                              cdx::UrlKeyKind kind, Visibility from) {
  return [rules = std::move(rules), kind, from](cdx::Searchable& file) {
    return std::make_unique<WithoutUnseen>(rules, kind, from, file);
  };
}

}  // namespace wax::collection
