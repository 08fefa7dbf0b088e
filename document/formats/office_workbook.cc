#include "document/formats/office_workbook.h"

#include "document/formats/office_parts.h"
#include "text/number.h"

namespace wax::document {
namespace {

// The strings that cells refer to by number.
class SharedStringsHandler final : public XmlHandler {
 public:
  void begin(std::string_view name, const XmlAttributes&) override {
    if (name == "si") strings.emplace_back();
    if (name == "rPh") phonetic_ = true;
    if (name == "t") in_text_ = !phonetic_;
  }
  void end(std::string_view name) override {
    if (name == "rPh") phonetic_ = false;
    if (name == "t") in_text_ = false;
  }
  void text(std::string_view utf8) override {
    if (!in_text_ || strings.empty() || bytes_ > kMostBytes) return;
    strings.back() += utf8;
    bytes_ += utf8.size();
  }

  std::vector<std::string> strings;

 private:
  static constexpr size_t kMostBytes = 64 * 1024 * 1024;
  bool phonetic_ = false;
  bool in_text_ = false;
  size_t bytes_ = 0;
};

// The comments on the cells of a sheet, each on a line.
class CellCommentsHandler final : public XmlHandler {
 public:
  explicit CellCommentsHandler(DocumentBuilder& builder) : builder_(&builder) {}

  void begin(std::string_view name, const XmlAttributes&) override {
    if (name == "comment") builder_->line();
    if (name == "t") in_text_ = true;
  }
  void end(std::string_view name) override {
    if (name == "t") in_text_ = false;
  }
  void text(std::string_view utf8) override {
    if (in_text_) builder_->text(utf8);
  }

 private:
  DocumentBuilder* builder_;
  bool in_text_ = false;
};

class SheetHandler final : public XmlHandler {
 public:
  SheetHandler(const std::vector<std::string>& strings,
               const Relationships& related, DocumentBuilder& builder)
      : strings_(&strings), related_(&related), builder_(&builder) {}

  void begin(std::string_view name, const XmlAttributes& attributes) override {
    if (name == "row") {
      builder_->line();
    } else if (name == "c") {
      builder_->space();
      shared_ = attributes.find("t") == "s";
      value_.clear();
    } else if (name == "v" || name == "t") {
      in_value_ = true;
    } else if (name == "hyperlink") {
      std::string_view id = attributes.find("id", kRelationshipSpace);
      if (const std::string* url = external_url(*related_, id)) {
        builder_->link(*url, attributes.find("display"));
      }
    }
  }
  void end(std::string_view name) override {
    if (name == "v" || name == "t") in_value_ = false;
    if (name != "c" || value_.empty()) return;
    if (shared_) {
      auto index = text::whole_number<size_t>(value_);
      if (index && *index < strings_->size()) {
        builder_->text((*strings_)[*index]);
      }
    } else {
      builder_->text(value_);
    }
    value_.clear();
  }
  void text(std::string_view utf8) override {
    if (in_value_ && value_.size() <= builder_->room()) value_ += utf8;
  }

 private:
  const std::vector<std::string>* strings_;
  const Relationships* related_;
  DocumentBuilder* builder_;
  bool shared_ = false;
  bool in_value_ = false;
  std::string value_;
};

}  // namespace

void read_workbook(Package& package, const std::string& part,
                   DocumentBuilder& builder) {
  Relationships related = relationships_of(package, part);
  SharedStringsHandler shared;
  if (const Relationship* strings = first_of_type(related, "sharedStrings")) {
    (void)read_part(package, strings->target, shared);
  }
  const auto parts = parts_in_order(package, part, "sheet");
  builder.document().pages = parts.size();
  for (const auto& [id, name] : parts) {
    auto sheet = related.find(id);
    if (sheet == related.end()) continue;
    builder.line();
    builder.text(name);
    builder.line();
    Relationships of_sheet = relationships_of(package, sheet->second.target);
    SheetHandler handler(shared.strings, of_sheet, builder);
    if (!read_part(package, sheet->second.target, handler)) {
      builder.document().no_text = NoText::kDamaged;
      builder.document().detail =
          sheet->second.target + " is no well-formed XML";
    }
    if (const Relationship* comments = first_of_type(of_sheet, "comments")) {
      CellCommentsHandler each(builder);
      (void)read_part(package, comments->target, each);
    }
  }
}

}  // namespace wax::document
