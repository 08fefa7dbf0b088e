#include "python/segments.h"

#include <pybind11/stl.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "collection/segment/segment.h"
#include "document/text/document.h"
#include "io/error.h"
#include "python/columns.h"
#include "python/texts.h"

namespace py = pybind11;

namespace wax::python {
namespace {

using document::DocumentField;

// Dates of 14 digits are times.
constexpr std::string_view kDateField = "date";

// The name of a column: "main" for the ranges of main content, because the
// column has their text.
std::string name_of(const DocumentField& field) {
  const bool is_ranges = std::holds_alternative<
      std::vector<text::TextRange> document::Document::*>(field.member);
  return is_ranges ? "main" : std::string(field.name);
}

ColumnFacts facts_of(const DocumentField& field) {
  ColumnType type =
      field.name == kDateField ? ColumnType::kTime : ColumnType::kText;
  if (std::holds_alternative<bool document::Document::*>(field.member)) {
    type = ColumnType::kFlag;
  } else if (std::holds_alternative<int document::Document::*>(field.member) ||
             std::holds_alternative<uint64_t document::Document::*>(
                 field.member)) {
    type = ColumnType::kInt64;
  }
  return {name_of(field), type, type != ColumnType::kFlag};
}

std::optional<std::string_view> some_text(std::string_view text) {
  if (text.empty()) return std::nullopt;
  return text;
}

// Adds a field to a column of its type. What is empty or 0 is null.
class FieldAdder {
 public:
  FieldAdder(const document::Document& document, ArrowColumn& column,
             bool is_date)
      : document_(&document), column_(&column), is_date_(is_date) {}

  void operator()(bool document::Document::*member) const {
    column_->add_flag(document_->*member);
  }
  void operator()(int document::Document::*member) const {
    add_number(document_->*member);
  }
  void operator()(uint64_t document::Document::*member) const {
    add_number(static_cast<int64_t>(document_->*member));
  }
  void operator()(std::string document::Document::*member) const {
    const std::string& text = document_->*member;
    if (is_date_) {
      column_->add_date(text);
    } else {
      column_->add(some_text(text));
    }
  }
  void operator()(document::NoText document::Document::*member) const {
    column_->add(some_text(document::word_of(document_->*member)));
  }
  template <typename Other>
  void operator()(Other) const {
    column_->add(some_text(document::main_text(*document_)));
  }

 private:
  void add_number(int64_t number) const {
    column_->add_number(number == 0 ? std::nullopt : std::optional(number));
  }

  const document::Document* document_;
  ArrowColumn* column_;
  bool is_date_;
};

class DocumentRows final : public RowSource {
 public:
  DocumentRows(const std::string& path, const std::vector<std::string>& names)
      : RowSource(path), segment_(path) {
    for (const DocumentField& field : document::document_fields()) {
      if (names.empty() || std::ranges::count(names, name_of(field)) > 0) {
        fields_.push_back(&field);
        facts_.push_back(facts_of(field));
      }
    }
    if (fields_.size() < names.size()) {
      throw UsageError(
          "a document does not have all of these fields; wax-segment(5) lists "
          "them");
    }
  }

 private:
  bool add(ArrowColumns& rows) override {
    if (!segment_.next(document_)) return false;
    for (size_t i = 0; i < fields_.size(); ++i) {
      std::visit(FieldAdder(document_, rows[i], fields_[i]->name == kDateField),
                 fields_[i]->member);
    }
    return true;
  }

  collection::SegmentReader segment_;
  std::vector<const DocumentField*> fields_;
  document::Document document_;
};

// The links of each document.
class LinkRows final : public RowSource {
 public:
  explicit LinkRows(const std::string& path) : RowSource(path), segment_(path) {
    facts_ = {{"urlkey", ColumnType::kText, false},
              {"digest", ColumnType::kText, false},
              {"date", ColumnType::kTime},
              {"url", ColumnType::kText, false},
              {"text"},
              {"rel"}};
  }

 private:
  bool add(ArrowColumns& rows) override {
    while (next_ == document_.links.size()) {
      if (!segment_.next_key(key_)) return false;
      (void)segment_.next_links(document_);
      next_ = 0;
    }
    const document::Link& link = document_.links[next_++];
    rows[0].add(key_.urlkey);
    rows[1].add(key_.digest);
    rows[2].add_date(key_.date);
    rows[3].add(link.url);
    rows[4].add(some_text(link.text));
    rows[5].add(some_text(link.rel));
    return true;
  }

  collection::SegmentReader segment_;
  collection::DocumentKey key_;
  document::Document document_;
  size_t next_ = 0;
};

}  // namespace

void declare_segments(py::module_& module) {
  module.def(
      "segment_documents",
      [](const py::object& folder,
         const std::vector<std::string>& names) -> std::unique_ptr<RowSource> {
        return std::make_unique<DocumentRows>(path_of(folder), names);
      });
  module.def("segment_links",
             [](const py::object& folder) -> std::unique_ptr<RowSource> {
               return std::make_unique<LinkRows>(path_of(folder));
             });
}

}  // namespace wax::python
