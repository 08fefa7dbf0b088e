#include <map>
#include <vector>

#include "document/charset/charset.h"
#include "document/charset/media_type.h"
#include "document/formats/readers.h"
#include "document/formats/xml_reader.h"
#include "document/html/xhtml_text.h"

namespace wax::document {
namespace {

// META-INF/container.xml: where the package document is.
class ContainerHandler final : public XmlHandler {
 public:
  void begin(std::string_view name, const XmlAttributes& attributes) override {
    if (name == "rootfile" && root.empty()) root = attributes.find("full-path");
  }
  void end(std::string_view) override {}
  void text(std::string_view) override {}

  std::string root;
};

// The package document: what the book is called, and its chapters.
class PublicationHandler final : public XmlHandler {
 public:
  explicit PublicationHandler(DocumentText& document) : document_(&document) {}
  void begin(std::string_view name, const XmlAttributes& attributes) override {
    value_.clear();
    if (name == "item") {
      files_.emplace(attributes.find("id"), attributes.find("href"));
    } else if (name == "itemref") {
      auto file = files_.find(attributes.find("idref"));
      if (file == files_.end()) return;
      chapters.push_back(file->second);
      files_.erase(file);  // the same chapter twice is read once
    }
  }
  void text(std::string_view utf8) override {
    if (value_.size() < 4096) value_ += utf8;
  }
  void end(std::string_view name) override {
    std::string value = collapsed(value_);
    value_.clear();
    if (name == "title" && document_->title.empty()) document_->title = value;
    if (name == "creator") add_name(value, document_->author);
    if (name == "date" && document_->published.empty()) {
      document_->published = value;
    }
    if (name == "language" && document_->language.empty()) {
      document_->language = value;
    }
  }

  std::vector<std::string> chapters;

 private:
  DocumentText* document_;
  std::string value_;
  std::map<std::string, std::string, std::less<>> files_;  // by their id
};

}  // namespace

void read_epub(Package& package, DocumentBuilder& builder) {
  ContainerHandler container;
  if (auto file = package.open("META-INF/container.xml")) {
    (void)read_xml(*file, container, XmlNames::kNamespaces);
  }
  auto file = package.open(container.root);
  if (!file)
    throw Unreadable{NoText::kDamaged, "the book has no package document"};
  PublicationHandler publication(builder.document());
  bool whole = read_xml(*file, publication, XmlNames::kNamespaces);
  std::string utf8;
  for (const std::string& chapter : publication.chapters) {
    constexpr size_t kMostChapter = 32 * 1024 * 1024;
    std::string page =
        package.read(package_path(container.root, chapter), kMostChapter);
    if (looks_binary(page)) {
      throw Unreadable{NoText::kEncrypted,
                       chapter + " is not readable as a page"};
    }
    // Links between chapters are none to the web: they resolve to nothing
    // without a base.
    const std::string_view text =
        to_utf8(page, sniff_charset(page, "", true), utf8);
    builder.html(text, "", false, has_xhtml_root(text));
  }
  if (!whole)
    throw Unreadable{NoText::kDamaged, "the package document is damaged"};
}

}  // namespace wax::document
