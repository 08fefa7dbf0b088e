#include <vector>

#include "document/formats/readers.h"
#include "document/formats/xml_reader.h"
#include "text/ascii.h"
#include "text/number.h"

namespace wax::document {
namespace {

// meta.xml.
class OpenDocumentMetaHandler final : public XmlHandler {
 public:
  explicit OpenDocumentMetaHandler(DocumentText& document)
      : document_(&document) {}
  void begin(std::string_view name, const XmlAttributes& attributes) override {
    value_.clear();
    if (name == "document-statistic") {
      document_->pages =
          text::whole_number(attributes.find("page-count")).value_or(0);
    }
  }
  void text(std::string_view utf8) override {
    if (value_.size() < 4096) value_ += utf8;
  }
  void end(std::string_view name) override {
    std::string value = collapsed(value_);
    value_.clear();
    if (name == "title") document_->title = value;
    if (name == "initial-creator") document_->author = value;
    if (name == "creator") last_editor_ = value;
    if (name == "creation-date") document_->published = value;
    if (name == "language") document_->language = value;
  }
  // Whoever saved it last, when nobody is named as the first.
  void finish() {
    if (document_->author.empty()) document_->author = last_editor_;
  }

 private:
  DocumentText* document_;
  std::string value_;
  std::string last_editor_;
};

// content.xml, and the headers and footers of styles.xml.
class OpenDocumentHandler final : public XmlHandler {
 public:
  explicit OpenDocumentHandler(DocumentBuilder& builder) : builder_(&builder) {}

  void begin(std::string_view name, const XmlAttributes& attributes) override {
    const bool is_head_of_comment =
        comments_ > 0 && (name == "creator" || name == "date");
    if (skipped_ > 0 || name == "tracked-changes" || is_head_of_comment) {
      ++skipped_;
      return;
    }
    if (name == "annotation") ++comments_;
    if (name == "p" || name == "h") {
      end_block();
      ++paragraphs_;
    } else if (name == "table-cell") {
      ++cells_;
      builder_->space();
    } else if (name == "table-row" || name == "line-break") {
      builder_->line();
    } else if (name == "s" || name == "tab") {
      builder_->space();
    } else if (name == "a") {
      anchors_.emplace_back(builder_->position(), attributes.find("href"));
    } else if (name == "page") {
      ++slides;
    } else if (name == "table") {
      builder_->line();
      ++tables;
    }
  }
  void end(std::string_view name) override {
    if (skipped_ > 0) {
      --skipped_;
    } else if (name == "annotation") {
      if (comments_ > 0) --comments_;
    } else if (name == "p" || name == "h") {
      if (paragraphs_ > 0) --paragraphs_;
      end_block();
    } else if (name == "table-cell") {
      if (cells_ > 0) --cells_;
    } else if (name == "table-row") {
      builder_->line();
    } else if (name == "a" && !anchors_.empty()) {
      builder_->link_from(anchors_.back().first, anchors_.back().second);
      anchors_.pop_back();
    }
  }
  void text(std::string_view utf8) override {
    if (skipped_ == 0 && paragraphs_ > 0) builder_->text(utf8);
  }

  uint64_t slides = 0;
  uint64_t tables = 0;

 private:
  // The cells of a row stay on one line.
  void end_block() {
    if (cells_ > 0) {
      builder_->space();
    } else {
      builder_->line();
    }
  }

  DocumentBuilder* builder_;
  size_t skipped_ = 0;  // elements that are open from a skipped one on
  size_t comments_ = 0;
  size_t paragraphs_ = 0;
  size_t cells_ = 0;
  std::vector<std::pair<size_t, std::string>> anchors_;
};

}  // namespace

void read_open_document(Package& package, DocumentBuilder& builder) {
  DocumentText& document = builder.document();
  if (auto meta = package.open("meta.xml")) {
    OpenDocumentMetaHandler handler(document);
    (void)read_xml(*meta, handler, XmlNames::kNamespaces);
    handler.finish();
  }
  constexpr size_t kMostManifest = 1 << 20;
  const std::string manifest =
      package.read("META-INF/manifest.xml", kMostManifest);
  constexpr std::string_view kEncrypted = "encryption-data";
  if (manifest.find(kEncrypted) != manifest.npos) {
    throw Unreadable{NoText::kEncrypted, "the document is encrypted"};
  }
  auto content = package.open("content.xml");
  if (!content) {
    throw Unreadable{NoText::kDamaged, "the document has no content.xml"};
  }
  OpenDocumentHandler handler(builder);
  bool whole = read_xml(*content, handler, XmlNames::kNamespaces);
  if (handler.slides > 0) document.pages = handler.slides;
  if (document.type.find(".spreadsheet") != std::string::npos) {
    document.pages = handler.tables;
  }
  if (auto styles = package.open("styles.xml")) {
    builder.line();
    (void)read_xml(*styles, handler, XmlNames::kNamespaces);
  }
  if (!whole)
    throw Unreadable{NoText::kDamaged, "content.xml is no well-formed XML"};
}

}  // namespace wax::document
