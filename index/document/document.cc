#include "index/document/document.h"

#include <algorithm>
#include <array>
#include <bit>
#include <climits>
#include <type_traits>

#include "index/text/varint.h"
#include "text/json.h"

namespace wax::index {
namespace {

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
    DocumentField{"charset", &Document::charset, "charset"},
    DocumentField{"language", &Document::language, "language"},
    DocumentField{"language_confidence", &Document::language_confidence,
                  "language_confidence"},
    DocumentField{"title", &Document::title, "title"},
    DocumentField{"description", &Document::description, "description"},
    DocumentField{"keywords", &Document::keywords, "keywords"},
    DocumentField{"author", &Document::author, "author"},
    DocumentField{"published", &Document::published, "published"},
    DocumentField{"modified", &Document::modified, "modified"},
    DocumentField{"section", &Document::section, "section"},
    DocumentField{"lead_image", &Document::lead_image, "lead_image"},
    DocumentField{"canonical", &Document::canonical, "canonical"},
    DocumentField{"generator", &Document::generator, "generator"},
    DocumentField{"robots", &Document::robots, "robots"},
    DocumentField{"noindex", &Document::noindex, "noindex"},
    DocumentField{"nofollow", &Document::nofollow, "nofollow"},
    DocumentField{"collection", &Document::collection, ""},
    DocumentField{"length", &Document::length, ""},
    DocumentField{"truncated", &Document::truncated, "truncated"},
    DocumentField{"revisit", &Document::revisit, ""},
    DocumentField{"date_only", &Document::date_only, ""},
    DocumentField{"revisit_of", &Document::revisit_of, ""},
    DocumentField{"revisit_of_date", &Document::revisit_of_date, ""},
    DocumentField{"no_text", &Document::no_text, "no_text"},
    DocumentField{"pages", &Document::pages, ""},
    DocumentField{"words", &Document::words, "words"},
    DocumentField{"simhash", &Document::simhash, "simhash"},
    DocumentField{"headings", &Document::headings, "headings"},
    DocumentField{"main", &Document::main, "main"},
    DocumentField{"content", &Document::content, "text"},
    DocumentField{"links", &Document::links, "links"},
    DocumentField{"images", &Document::images, "images"},
};
constexpr std::span<const DocumentField> kAllFields = kFields;

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
  append_text(text, out);
}

void append_value(uint64_t value, std::string& out) {
  append_number(number_size(value), out);
  append_number(value, out);
}

void append_value(int value, std::string& out) {
  append_value(static_cast<uint64_t>(value), out);
}

void append_value(bool, std::string& out) { append_number(0, out); }

template <typename Item>
void append_value(const std::vector<Item>& items, std::string& out) {
  size_t size = 0;
  for (const Item& item : items) {
    each_text(item, [&](const std::string& text, const char*) {
      size += number_size(text.size()) + text.size();
    });
  }
  append_number(size, out);
  for (const Item& item : items) {
    each_text(item, [&](const std::string& text, const char*) {
      append_text(text, out);
    });
  }
}

bool is_empty(const auto& value) {
  if constexpr (requires { value.empty(); }) {
    return value.empty();
  } else {
    return !value;
  }
}

// Of each: false for bytes that append_value() does not write.

bool read_value(std::string_view bytes, std::string& text) {
  text.assign(bytes);
  return true;
}

bool read_value(std::string_view bytes, uint64_t& number) {
  return take_number(bytes, number) && bytes.empty();
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

template <typename Item>
bool read_value(std::string_view bytes, std::vector<Item>& items) {
  while (!bytes.empty()) {
    bool whole = true;
    each_text(items.emplace_back(), [&](std::string& text, const char*) {
      std::string_view view;
      whole = whole && take_text(bytes, view);
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

template <typename Number>
requires std::is_integral_v<Number>
void append_json_value(Number number, std::string& out) {
  out += std::to_string(number);
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

std::span<const DocumentField> document_fields() {
  return kAllFields.first(kFields.size() - 2);
}

std::span<const DocumentField> link_fields() {
  return kAllFields.subspan(kFields.size() - 2, 1);
}

std::span<const DocumentField> image_fields() { return kAllFields.last(1); }

std::span<const DocumentField> printed_fields() {
  static const std::vector<DocumentField> kPrinted = [] {
    std::vector<DocumentField> printed;
    for (DocumentField field : kFields) {
      field.name = field.printed;
      if (!field.printed.empty()) printed.push_back(field);
    }
    return printed;
  }();
  return kPrinted;
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
    std::visit(
        [&](auto member) {
          const auto& value = document.*member;
          if (is_empty(value)) return;
          append_number(number, out);
          append_value(value, out);
        },
        fields[number].member);
  }
}

bool parse_document(std::string_view bytes, const StoredFields& fields,
                    Document& document) {
  for (const DocumentField& field : fields.fields()) {
    std::visit([&](auto member) { clear_value(document.*member); },
               field.member);
  }
  uint64_t next = 0;
  uint64_t number;
  std::string_view stored;
  while (!bytes.empty()) {
    if (!take_number(bytes, number) || number < next ||
        number >= fields.size() || !take_text(bytes, stored)) {
      return false;
    }
    next = number + 1;
    const DocumentField* field = fields.find(number);
    if (field == nullptr) continue;
    bool right = std::visit(
        [&](auto member) {
          auto& value = document.*member;
          return read_value(stored, value) && !is_empty(value);
        },
        field->member);
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
          const auto& value = document.*member;
          if (is_empty(value)) return;
          if (out.back() != '{') out += ',';
          out.append("\"").append(field.name).append("\":");
          append_json_value(value, out);
        },
        field.member);
  }
  out += '}';
}

}  // namespace wax::index
