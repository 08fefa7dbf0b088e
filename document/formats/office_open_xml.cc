#include <array>
#include <map>
#include <utility>
#include <vector>

#include "document/formats/readers.h"
#include "document/formats/xml_reader.h"
#include "text/number.h"

namespace wax::document {
namespace {

struct Relationship {
  std::string type;    // the last step of its URL: "hyperlink"
  std::string target;  // a part's name, or a URL when it is external
  bool external = false;
};
using Relationships = std::map<std::string, Relationship, std::less<>>;

// Attributes that name a relationship are in a namespace that ends so.
constexpr std::string_view kRelationshipSpace = "/relationships";

class RelationshipsHandler final : public XmlHandler {
 public:
  RelationshipsHandler(std::string_view part, Relationships& all)
      : part_(part), all_(&all) {}
  void begin(std::string_view name, const XmlAttributes& attributes) override {
    if (name != "Relationship") return;
    Relationship one;
    std::string_view type = attributes.find("Type");
    one.type.assign(type.substr(type.rfind('/') + 1));
    one.external = attributes.find("TargetMode") == "External";
    std::string_view target = attributes.find("Target");
    one.target =
        one.external ? std::string(target) : package_path(part_, target);
    all_->emplace(attributes.find("Id"), std::move(one));
  }
  void end(std::string_view) override {}
  void text(std::string_view) override {}

 private:
  std::string_view part_;
  Relationships* all_;
};

// False when the part is not there or is no XML.
bool read_part(Package& package, std::string_view part, XmlHandler& handler) {
  auto source = package.open(part);
  return source && read_xml(*source, handler, XmlNames::kNamespaces);
}

// Of a part; of the whole package when `part` is empty.
Relationships relationships_of(Package& package, std::string_view part) {
  size_t name = part.rfind('/') + 1;
  std::string file = std::string(part.substr(0, name)) + "_rels/" +
                     std::string(part.substr(name)) + ".rels";
  Relationships all;
  RelationshipsHandler handler(part, all);
  (void)read_part(package, file, handler);
  return all;
}

const Relationship* first_of_type(const Relationships& all,
                                  std::string_view type) {
  for (const auto& [id, one] : all) {
    if (one.type == type && !one.external) return &one;
  }
  return nullptr;
}

const std::string* external_url(const Relationships& all, std::string_view id) {
  auto found = all.find(id);
  return found != all.end() && found->second.external ? &found->second.target
                                                      : nullptr;
}

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
  if (!whole && builder.document().no_text.empty()) {
    builder.document().no_text = "text-damaged";
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
  for (std::string_view type : {"footnotes", "endnotes", "footer"}) {
    read_parts_of_type(package, related, type, builder);
  }
}

// The sheets of a workbook or the slides of a presentation, in their order.
class OfficeOrderHandler final : public XmlHandler {
 public:
  explicit OfficeOrderHandler(std::string_view element) : element_(element) {}
  void begin(std::string_view name, const XmlAttributes& attributes) override {
    constexpr size_t kMostParts = 100'000;
    if (name != element_ || parts.size() >= kMostParts) return;
    parts.emplace_back(attributes.find("id", kRelationshipSpace),
                       attributes.find("name"));
  }
  void end(std::string_view) override {}
  void text(std::string_view) override {}

  // The relationship, and the name of a sheet.
  std::vector<std::pair<std::string, std::string>> parts;

 private:
  std::string_view element_;
};

void read_slides(Package& package, const std::string& part,
                 DocumentBuilder& builder) {
  Relationships related = relationships_of(package, part);
  OfficeOrderHandler order("sldId");
  (void)read_part(package, part, order);
  builder.document().pages = order.parts.size();
  for (const auto& [id, name] : order.parts) {
    auto slide = related.find(id);
    if (slide == related.end()) continue;
    const std::string& file = slide->second.target;
    Relationships of_slide = relationships_of(package, file);
    read_office_text(package, file, of_slide, builder);
    read_parts_of_type(package, of_slide, "notesSlide", builder);
  }
}

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

void read_workbook(Package& package, const std::string& part,
                   DocumentBuilder& builder) {
  Relationships related = relationships_of(package, part);
  SharedStringsHandler shared;
  if (const Relationship* strings = first_of_type(related, "sharedStrings")) {
    (void)read_part(package, strings->target, shared);
  }
  OfficeOrderHandler order("sheet");
  (void)read_part(package, part, order);
  builder.document().pages = order.parts.size();
  for (const auto& [id, name] : order.parts) {
    auto sheet = related.find(id);
    if (sheet == related.end()) continue;
    builder.line();
    builder.text(name);
    builder.line();
    Relationships of_sheet = relationships_of(package, sheet->second.target);
    SheetHandler handler(shared.strings, of_sheet, builder);
    if (!read_part(package, sheet->second.target, handler)) {
      builder.document().no_text = "text-damaged";
      builder.document().detail =
          sheet->second.target + " is no well-formed XML";
    }
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
    throw NoText{"text-damaged", "the office document has no main part"};
  }
  std::string root = root_of(package, main->target);
  for (const OfficeKind& kind : kOfficeKinds) {
    if (kind.root != root) continue;
    builder.document().type = kind.type;
    kind.read(package, main->target, builder);
    return;
  }
  throw NoText{"text-damaged",
               "the main part of the office document is no text, workbook or "
               "presentation"};
}

}  // namespace wax::document
