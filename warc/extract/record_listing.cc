#include "warc/extract/record_listing.h"

#include <algorithm>
#include <iterator>

#include "io/inputs/input_files.h"
#include "text/json.h"

namespace wax::warc {
namespace {

// A column of the usual table. Numbers stand at the right.
struct Column {
  std::string_view field;
  size_t width;
  bool right = false;
};
constexpr Column kColumns[] = {
    {"offset", 10, true},
    {"length", 8, true},
    {"type", 10},
    {"date", 14},
    {"status", 6},
    {"mime", 24},
    {"content-length", 10, true},
    {"url", 0},
};
constexpr const char* kJsonFields[] = {
    "filename",    "offset", "length",         "warc-type",      "warc-date",
    "http:status", "mime",   "content-length", "warc-target-uri"};

std::vector<std::string> names(const ListingOptions& options, size_t files) {
  if (!options.fields.empty()) return options.fields;
  if (options.json) return {std::begin(kJsonFields), std::end(kJsonFields)};
  std::vector<std::string> names;
  if (files > 1) names.emplace_back("filename");
  for (const Column& column : kColumns) names.emplace_back(column.field);
  return names;
}

}  // namespace

RecordListing::RecordListing(const ListingOptions& options,
                             const std::vector<std::string>& paths,
                             io::Output& output)
    : output_(&output),
      json_(options.json),
      padded_(!options.json && options.fields.empty()),
      fields_(names(options, paths.size())) {
  for (const std::string& path : paths) {
    file_width_ = std::max(file_width_, io::base_name(path).size());
  }
  if (options.header && !json_) write_header();
}

void RecordListing::write(const Record& record, const Extent& extent,
                          std::string_view filename) {
  line_.clear();
  for (size_t i = 0; i < fields_.names().size(); ++i) {
    std::string_view value = fields_.value(i, record, extent, filename);
    if (json_) {
      add_member(fields_.names()[i], value);
    } else {
      add(i, value);
    }
  }
  if (json_) line_ += first_ ? "{}" : "}";
  first_ = true;
  line_ += '\n';
  output_->write(line_);
}

void RecordListing::write_header() {
  for (size_t i = 0; i < fields_.names().size(); ++i) {
    add(i, fields_.names()[i]);
  }
  output_->write(line_ + "\n");
}

void RecordListing::add_member(std::string_view name, std::string_view value) {
  if (value.empty()) return;
  line_ += first_ ? "{" : ", ";
  first_ = false;
  text::append_json_ascii(name, line_);
  line_ += ": ";
  text::append_json_ascii(value, line_);
}

void RecordListing::add(size_t i, std::string_view value) {
  if (i > 0) line_ += padded_ ? "  " : "\t";
  if (value.empty()) value = "-";
  size_t width = 0;
  bool right = false;
  if (padded_) {
    size_t before = fields_.names().size() - std::size(kColumns);
    width = i < before ? file_width_ : kColumns[i - before].width;
    right = i >= before && kColumns[i - before].right;
  }
  size_t blank = width - std::min(width, value.size());
  if (right) line_.append(blank, ' ');
  for (char c : value) {
    line_ += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  if (!right) line_.append(blank, ' ');
}

}  // namespace wax::warc
