#include <array>
#include <utility>
#include <vector>

#include "document/formats/office_parts.h"
#include "document/formats/office_workbook.h"
#include "document/formats/readers.h"
#include "document/formats/xml_reader.h"
#include "text/number.h"

namespace wax::document {
namespace {

// docProps/core.xml and docProps/app.xml.
class OfficePropertiesHandler final : public XmlHandler {
 public:
  explicit OfficePropertiesHandler(DocumentText& document)
      : document_(&document) {}
  void begin(std::string_view, const XmlAttributes&) override {
    value_.clear();
  }
  void text(std::string_view utf8) override {
    if (value_.size() < 4096) value_ += utf8;
  }
  void end(std::string_view name) override {
    std::string value = collapsed(value_);
    value_.clear();
    if (name == "title") document_->title = value;
    if (name == "creator") add_name(value, document_->author);
    if (name == "created") document_->published = value;
    if (name == "language") document_->language = value;
    if (name == "Pages") {
      document_->pages = text::whole_number(value).value_or(0);
    }
  }

 private:
  DocumentText* document_;
  std::string value_;
};

// The body of a Word document, and the text of slides: "t" is text in both,
// "p" a paragraph.
class OfficeTextHandler final : public XmlHandler {
 public:
  OfficeTextHandler(const Relationships& related, DocumentBuilder& builder)
      : related_(&related), builder_(&builder) {}

  void begin(std::string_view name, const XmlAttributes& attributes) override {
    // What other programs than this one would show instead.
    if (name == "Fallback" || skipped_ > 0) {
      ++skipped_;
      return;
    }
    if (name == "t") {
      in_text_ = true;
    } else if (name == "p" || name == "br" || name == "cr") {
      builder_->line();
    } else if (name == "tab" || name == "ptab" || name == "tc") {
      builder_->space();
    } else if (name == "noBreakHyphen") {
      builder_->text("-");
    } else if (name == "hyperlink") {
      anchors_.push_back(
          {builder_->position(), attributes.find("id", kRelationshipSpace)});
    } else if (name == "r") {
      run_start_ = builder_->position();
      run_link_.clear();
    } else if (name == "hlinkClick") {
      run_link_ = attributes.find("id", kRelationshipSpace);
    } else if (name == "instrText") {
      in_instruction_ = true;
    } else if (name == "fldSimple") {
      fields_.push_back({builder_->position(), attributes.find("instr")});
    } else if (name == "fldChar") {
      field(attributes.find("fldCharType"));
    }
  }

  void end(std::string_view name) override {
    if (skipped_ > 0) {
      --skipped_;
    } else if (name == "t") {
      in_text_ = false;
    } else if (name == "instrText") {
      in_instruction_ = false;
    } else if (name == "p") {
      builder_->line();
    } else if (name == "hyperlink" && !anchors_.empty()) {
      add_link(anchors_.back().start, anchors_.back().text);
      anchors_.pop_back();
    } else if (name == "r" && !run_link_.empty()) {
      add_link(run_start_, run_link_);
      run_link_.clear();
    } else if (name == "fldSimple") {
      end_field();
    }
  }

  void text(std::string_view utf8) override {
    if (skipped_ > 0) return;
    if (in_text_) builder_->text(utf8);
    if (in_instruction_ && !fields_.empty() &&
        fields_.back().text.size() < 4096) {
      fields_.back().text += utf8;
    }
  }

 private:
  struct Anchor {
    size_t start;
    std::string text;
    Anchor(size_t at, std::string_view what) : start(at), text(what) {}
  };

  void add_link(size_t start, std::string_view id) {
    if (const std::string* url = external_url(*related_, id)) {
      builder_->link_from(start, *url);
    }
  }
  // A field begins, its instruction ends and its result follows, it ends.
  void field(std::string_view what) {
    if (what == "begin") fields_.push_back({builder_->position(), ""});
    if (what == "separate" && !fields_.empty()) {
      fields_.back().start = builder_->position();
    }
    if (what == "end") end_field();
  }
  void end_field() {
    if (fields_.empty()) return;
    std::string_view instruction = fields_.back().text;
    size_t begin = instruction.find("HYPERLINK \"");
    if (begin != instruction.npos) {
      instruction.remove_prefix(begin + 11);
      builder_->link_from(fields_.back().start,
                          instruction.substr(0, instruction.find('"')));
    }
    fields_.pop_back();
  }

  const Relationships* related_;
  DocumentBuilder* builder_;
  size_t skipped_ = 0;  // elements that are open from a skipped one on
  bool in_text_ = false;
  bool in_instruction_ = false;
  std::vector<Anchor> anchors_;
  std::vector<Anchor> fields_;
  size_t run_start_ = 0;
  std::string run_link_;
};

void read_office_text(Package& package, const std::string& part,
                      const Relationships& related, DocumentBuilder& builder) {
  OfficeTextHandler handler(related, builder);
  builder.line();
  bool whole = read_part(package, part, handler);
  if (!whole && builder.document().no_text == NoText::kNone) {
    builder.document().no_text = NoText::kDamaged;
    builder.document().detail = part + " is no well-formed XML";
  }
}

// Footnotes and the like, the parts of a document that have one type.
void read_parts_of_type(Package& package, const Relationships& related,
                        std::string_view type, DocumentBuilder& builder) {
  for (const auto& [id, one] : related) {
    if (one.type != type || one.external || !package.has(one.target)) continue;
    read_office_text(package, one.target, relationships_of(package, one.target),
                     builder);
  }
}

void read_word(Package& package, const std::string& part,
               DocumentBuilder& builder) {
  Relationships related = relationships_of(package, part);
  read_parts_of_type(package, related, "header", builder);
  read_office_text(package, part, related, builder);
  for (std::string_view type :
       {"footnotes", "endnotes", "comments", "footer"}) {
    read_parts_of_type(package, related, type, builder);
  }
}

void read_slides(Package& package, const std::string& part,
                 DocumentBuilder& builder) {
  Relationships related = relationships_of(package, part);
  const auto parts = parts_in_order(package, part, "sldId");
  builder.document().pages = parts.size();
  for (const auto& [id, name] : parts) {
    auto slide = related.find(id);
    if (slide == related.end()) continue;
    const std::string& file = slide->second.target;
    Relationships of_slide = relationships_of(package, file);
    read_office_text(package, file, of_slide, builder);
    read_parts_of_type(package, of_slide, "notesSlide", builder);
  }
}

// The name of the root element.
class RootHandler final : public XmlHandler {
 public:
  struct Found {};
  void begin(std::string_view name, const XmlAttributes&) override {
    root = name;
    throw Found{};
  }
  void end(std::string_view) override {}
  void text(std::string_view) override {}

  std::string root;
};

std::string root_of(Package& package, std::string_view part) {
  RootHandler handler;
  try {
    (void)read_part(package, part, handler);
  } catch (const RootHandler::Found&) {
  }
  return handler.root;
}

struct OfficeKind {
  std::string_view root;
  std::string_view type;
  void (*read)(Package&, const std::string&, DocumentBuilder&);
};

constexpr std::array kOfficeKinds = {
    OfficeKind{"document",
               "application/vnd.openxmlformats-officedocument."
               "wordprocessingml.document",
               read_word},
    OfficeKind{"workbook",
               "application/vnd.openxmlformats-officedocument."
               "spreadsheetml.sheet",
               read_workbook},
    OfficeKind{"presentation",
               "application/vnd.openxmlformats-officedocument."
               "presentationml.presentation",
               read_slides},
};

}  // namespace

void read_office_open_xml(Package& package, DocumentBuilder& builder) {
  Relationships related = relationships_of(package, "");
  for (std::string_view type : {"core-properties", "extended-properties"}) {
    if (const Relationship* properties = first_of_type(related, type)) {
      OfficePropertiesHandler handler(builder.document());
      (void)read_part(package, properties->target, handler);
    }
  }
  const Relationship* main = first_of_type(related, "officeDocument");
  if (main == nullptr) {
    throw Unreadable{NoText::kDamaged, "the office document has no main part"};
  }
  std::string root = root_of(package, main->target);
  for (const OfficeKind& kind : kOfficeKinds) {
    if (kind.root != root) continue;
    builder.document().type = kind.type;
    kind.read(package, main->target, builder);
    return;
  }
  throw Unreadable{
      NoText::kDamaged,
      "the main part of the office document is no text, workbook or "
      "presentation"};
}

}  // namespace wax::document
