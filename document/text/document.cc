#include "document/text/document.h"

#include <algorithm>
#include <array>
#include <bit>
#include <climits>
#include <functional>
#include <iterator>
#include <type_traits>
#include <utility>

#include "text/json.h"
#include "text/utf8.h"
#include "text/varint.h"

namespace wax::document {
namespace {

constexpr FieldSource kBody = FieldSource::kBody;

// In the order in which they are stored and shown; links and images last.
constexpr std::array kFields = {
    DocumentField{"filename", &Document::filename, "file"},
    DocumentField{"offset", &Document::offset, "offset"},
    DocumentField{"url", &Document::url, "url"},
    DocumentField{"urlkey", &Document::urlkey, ""},
    DocumentField{"digest", &Document::digest, ""},
    DocumentField{"date", &Document::date, "date"},
    DocumentField{"status", &Document::status, "status"},
    DocumentField{"type", &Document::type, "type"},
    DocumentField{"charset", &Document::charset, "charset", kBody},
    DocumentField{"language", &Document::language, "language", kBody},
    DocumentField{"language_confidence", &Document::language_confidence,
                  "language_confidence", kBody},
    DocumentField{"title", &Document::title, "title", kBody},
    DocumentField{"description", &Document::description, "description", kBody},
    DocumentField{"keywords", &Document::keywords, "keywords", kBody},
    DocumentField{"author", &Document::author, "author", kBody},
    DocumentField{"published", &Document::published, "published", kBody},
    DocumentField{"modified", &Document::modified, "modified", kBody},
    DocumentField{"section", &Document::section, "section", kBody},
    DocumentField{"lead_image", &Document::lead_image, "lead_image", kBody},
    DocumentField{"canonical", &Document::canonical, "canonical", kBody},
    DocumentField{"generator", &Document::generator, "generator", kBody},
    DocumentField{"robots", &Document::robots, "robots", kBody},
    DocumentField{"noindex", &Document::noindex, "noindex", kBody},
    DocumentField{"nofollow", &Document::nofollow, "nofollow", kBody},
    DocumentField{"collection", &Document::collection, ""},
    DocumentField{"length", &Document::length, ""},
    DocumentField{"truncated", &Document::truncated, "truncated", kBody},
    DocumentField{"revisit", &Document::revisit, ""},
    DocumentField{"date_only", &Document::date_only, ""},
    DocumentField{"revisit_of", &Document::revisit_of, ""},
    DocumentField{"revisit_of_date", &Document::revisit_of_date, ""},
    DocumentField{"page_id", &Document::page_id, ""},
    DocumentField{"resource_type", &Document::resource_type, ""},
    DocumentField{"protocol", &Document::protocol, ""},
    DocumentField{"cipher_suite", &Document::cipher_suite, ""},
    DocumentField{"json_metadata", &Document::json_metadata, ""},
    DocumentField{"no_text", &Document::no_text, "no_text", kBody},
    DocumentField{"pages", &Document::pages, "", kBody},
    DocumentField{"words", &Document::words, "words", kBody},
    DocumentField{"simhash", &Document::simhash, "simhash", kBody},
    DocumentField{"headings", &Document::headings, "headings", kBody},
    DocumentField{"main_ranges", &Document::main, "", kBody},
    DocumentField{"main_unseen", &Document::main_unseen, "", kBody},
    DocumentField{"", main_text, "main"},
    DocumentField{"content", &Document::content, "text", kBody},
    DocumentField{"links", &Document::links, "links", kBody},
    DocumentField{"images", &Document::images, "images", kBody},
};

// The rows for which something holds.
template <typename Holds>
std::vector<DocumentField> fields_where(Holds holds) {
  std::vector<DocumentField> fields;
  std::copy_if(kFields.begin(), kFields.end(), std::back_inserter(fields),
               holds);
  return fields;
}

template <typename Member>
bool has_type(const DocumentField& field) {
  return std::holds_alternative<Member>(field.member);
}

constexpr auto is_link = has_type<std::vector<Link> Document::*>;
constexpr auto is_image = has_type<std::vector<Image> Document::*>;

// Calls `call` with the member of a field, unless it is only computed.
template <typename Call>
void with_member(const DocumentField& field, Call call) {
  std::visit(
      [&](auto member) {
        if constexpr (std::is_member_pointer_v<decltype(member)>) call(member);
      },
      field.member);
}

// Calls it with each text of a link or an image, in their order, and its name.
void each_text(auto& item, auto&& call) {
  using Item = std::remove_const_t<std::remove_reference_t<decltype(item)>>;
  call(item.url, "url");
  if constexpr (std::is_same_v<Item, Link>) {
    call(item.text, "text");
    call(item.rel, "rel");
  } else {
    call(item.alt, "alt");
    call(item.caption, "caption");
  }
}

size_t number_size(uint64_t value) {
  return (static_cast<size_t>(std::bit_width(value | 1)) + 6) / 7;
}

void append_value(const std::string& text, std::string& out) {
  text::append_text(text, out);
}

void append_value(uint64_t value, std::string& out) {
  text::append_number(number_size(value), out);
  text::append_number(value, out);
}

void append_value(int value, std::string& out) {
  append_value(static_cast<uint64_t>(value), out);
}

void append_value(bool, std::string& out) { text::append_number(0, out); }

void append_value(NoText reason, std::string& out) {
  text::append_text(word_of(reason), out);
}

void append_value(const std::vector<text::TextRange>& ranges,
                  std::string& out) {
  std::string value;
  size_t last = 0;
  for (const text::TextRange& range : ranges) {
    text::append_number(range.begin - last, value);
    text::append_number(range.end - range.begin, value);
    last = range.end;
  }
  text::append_text(value, out);
}

template <typename Item>
void append_value(const std::vector<Item>& items, std::string& out) {
  size_t size = 0;
  for (const Item& item : items) {
    each_text(item, [&](const std::string& text, const char*) {
      size += number_size(text.size()) + text.size();
    });
  }
  text::append_number(size, out);
  for (const Item& item : items) {
    each_text(item, [&](const std::string& text, const char*) {
      text::append_text(text, out);
    });
  }
}

bool is_empty(const auto& value) {
  if constexpr (requires { value.empty(); }) {
    return value.empty();
  } else {
    return value == std::remove_cvref_t<decltype(value)>();
  }
}

// Each is false for bytes that append_value() does not write.

bool read_value(std::string_view bytes, std::string& text) {
  text.assign(bytes);
  return true;
}

bool read_value(std::string_view bytes, uint64_t& number) {
  return text::take_number(bytes, number) && bytes.empty();
}

bool read_value(std::string_view bytes, int& number) {
  uint64_t value = 0;
  if (!read_value(bytes, value) || value > INT_MAX) return false;
  number = static_cast<int>(value);
  return true;
}

bool read_value(std::string_view bytes, bool& is) {
  is = true;
  return bytes.empty();
}

bool read_value(std::string_view bytes, NoText& reason) {
  const auto known = parse_no_text(bytes);
  reason = known.value_or(NoText::kNone);
  return known.has_value();
}

bool read_value(std::string_view bytes, std::vector<text::TextRange>& ranges) {
  uint64_t last = 0;
  while (!bytes.empty()) {
    uint64_t gap = 0;
    uint64_t size = 0;
    if (!text::take_number(bytes, gap) || !text::take_number(bytes, size) ||
        gap > UINT32_MAX || size > UINT32_MAX) {
      return false;
    }
    ranges.push_back({last + gap, last + gap + size});
    last = ranges.back().end;
  }
  return true;
}

template <typename Item>
bool read_value(std::string_view bytes, std::vector<Item>& items) {
  while (!bytes.empty()) {
    bool whole = true;
    each_text(items.emplace_back(), [&](std::string& text, const char*) {
      std::string_view view;
      whole = whole && text::take_text(bytes, view);
      if (whole) text.assign(view);
    });
    if (!whole) return false;
  }
  return true;
}

void clear_value(auto& value) {
  if constexpr (requires { value.clear(); }) {
    value.clear();
  } else {
    value = {};
  }
}

void append_json_value(const std::string& text, std::string& out) {
  text::append_json_string(text, out);
}

void append_json_value(bool is, std::string& out) {
  out += is ? "true" : "false";
}

void append_json_value(NoText reason, std::string& out) {
  text::append_json_string(word_of(reason), out);
}

template <typename Number>
requires std::is_integral_v<Number>
void append_json_value(Number number, std::string& out) {
  out += std::to_string(number);
}

void append_json_value(const std::vector<text::TextRange>& ranges,
                       std::string& out) {
  out += '[';
  for (const text::TextRange& range : ranges) {
    if (out.back() != '[') out += ',';
    out.append("[").append(std::to_string(range.begin)).append(",");
    out.append(std::to_string(range.end)).append("]");
  }
  out += ']';
}

template <typename Item>
void append_json_value(const std::vector<Item>& items, std::string& out) {
  out += '[';
  for (const Item& item : items) {
    if (out.back() != '[') out += ',';
    out += '{';
    each_text(item, [&](const std::string& text, const char* name) {
      if (text.empty()) return;
      if (out.back() != '{') out += ',';
      out.append("\"").append(name).append("\":");
      text::append_json_string(text, out);
    });
    out += '}';
  }
  out += ']';
}

}  // namespace

std::string main_text(const Document& document) {
  std::string text = text::text_in_ranges(document.content, document.main);
  if (!text.empty() && !document.main_unseen.empty()) text += '\n';
  return text += document.main_unseen;
}

std::span<const DocumentField> document_fields() {
  static const auto kStored = fields_where([](const DocumentField& field) {
    return !field.name.empty() && !is_link(field) && !is_image(field);
  });
  return kStored;
}

std::span<const DocumentField> link_fields() {
  static const auto kLinks = fields_where(is_link);
  return kLinks;
}

std::span<const DocumentField> image_fields() {
  static const auto kImages = fields_where(is_image);
  return kImages;
}

std::span<const DocumentField> body_fields() {
  static const auto kOfBody = fields_where([](const DocumentField& field) {
    return field.source == FieldSource::kBody;
  });
  return kOfBody;
}

std::span<const DocumentField> printed_fields() {
  static const auto kPrinted = [] {
    auto printed = fields_where(
        [](const DocumentField& field) { return !field.printed.empty(); });
    for (DocumentField& field : printed) field.name = field.printed;
    return printed;
  }();
  return kPrinted;
}

void clear_body(Document& document) {
  for (const DocumentField& field : body_fields()) {
    with_member(field, [&](auto member) { clear_value(document.*member); });
  }
}

void make_well_formed(std::string& text) {
  if (text::is_utf8(text)) return;
  std::string well_formed;
  text::append_well_formed(text, well_formed);
  text = std::move(well_formed);
}

void make_body_well_formed(Document& document) {
  auto repair = [](auto& value) {
    using Value = std::remove_reference_t<decltype(value)>;
    if constexpr (std::is_same_v<Value, std::string>) {
      make_well_formed(value);
    } else if constexpr (requires { value.front().url; }) {
      for (auto& item : value) {
        each_text(item, [](std::string& text, std::string_view name) {
          if (name != "url") make_well_formed(text);
        });
      }
    }
  };
  for (const DocumentField& field : body_fields()) {
    with_member(field, [&](auto member) { repair(document.*member); });
  }
}

void swap_body(Document& a, Document& b) {
  for (const DocumentField& field : body_fields()) {
    with_member(field, [&](auto member) { std::swap(a.*member, b.*member); });
  }
}

StoredFields::StoredFields(std::span<const DocumentField> fields)
    : fields_(fields) {
  for (const DocumentField& field : fields) by_number_.push_back(&field);
}

StoredFields::StoredFields(std::span<const DocumentField> fields,
                           std::string_view names)
    : fields_(fields) {
  while (!names.empty()) {
    std::string_view name = names.substr(0, names.find(' '));
    names.remove_prefix(std::min(name.size() + 1, names.size()));
    auto found = std::find_if(
        fields.begin(), fields.end(),
        [&](const DocumentField& field) { return field.name == name; });
    by_number_.push_back(found == fields.end() ? nullptr : &*found);
  }
}

void append_document(const Document& document,
                     std::span<const DocumentField> fields, std::string& out) {
  for (size_t number = 0; number < fields.size(); ++number) {
    with_member(fields[number], [&](auto member) {
      const auto& value = document.*member;
      if (is_empty(value)) return;
      text::append_number(number, out);
      append_value(value, out);
    });
  }
}

bool parse_document(std::string_view bytes, const StoredFields& fields,
                    Document& document) {
  for (const DocumentField& field : fields.fields()) {
    with_member(field, [&](auto member) { clear_value(document.*member); });
  }
  uint64_t next = 0;
  uint64_t number;
  std::string_view stored;
  while (!bytes.empty()) {
    if (!text::take_number(bytes, number) || number < next ||
        number >= fields.size() || !text::take_text(bytes, stored)) {
      return false;
    }
    next = number + 1;
    const DocumentField* field = fields.find(number);
    if (field == nullptr) continue;
    bool right = false;
    with_member(*field, [&](auto member) {
      auto& value = document.*member;
      right = read_value(stored, value) && !is_empty(value);
    });
    if (!right) return false;
  }
  return true;
}

void append_json(const Document& document,
                 std::span<const DocumentField> fields, std::string& out) {
  out += '{';
  for (const DocumentField& field : fields) {
    std::visit(
        [&](auto member) {
          const auto& value = std::invoke(member, document);
          if (is_empty(value)) return;
          if (out.back() != '{') out += ',';
          out.append("\"").append(field.name).append("\":");
          append_json_value(value, out);
        },
        field.member);
  }
  out += '}';
}

}  // namespace wax::document
