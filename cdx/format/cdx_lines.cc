#include "cdx/format/cdx_lines.h"

#include <utility>

#include "cdx/format/legend.h"

namespace wax::cdx {
namespace {

bool has_columns_of(const std::string& line, const std::string& header) {
  auto legend = parse_header(header);
  if (!legend) return false;
  int columns = static_cast<int>(legend->letters.size());
  int fields = 1;
  for (char c : line) fields += c == legend->delimiter;
  return fields == columns;
}

}  // namespace

void throw_other_header(std::string_view file, uint64_t line, bool has_header) {
  throw lines::LineError(
      file, line,
      has_header ? "this CDX header differs from the first one"
                 : "this CDX header follows lines without a header");
}

CdxLines::CdxLines(std::string name, std::unique_ptr<lines::LineStream> lines)
    : name_(std::move(name)), lines_(std::move(lines)) {
  std::string_view line;
  while (!first_pending_ && next(line)) {
    first_ = line;
    first_pending_ = true;
  }
}

bool CdxLines::next(std::string_view& line) {
  if (first_pending_) {
    first_pending_ = false;
    line = first_;
    return true;
  }
  while (lines_->next(line)) {
    ++line_number_;
    if (!may_be_top_line(line) || !take_top_line(line)) return true;
  }
  return false;
}

bool CdxLines::take_top_line(std::string_view line) {
  if (auto identity = stated_identity(line)) {
    identity_.check(*identity, name_);
    identity_line_ = line;
    return true;
  }
  if (!is_header(line)) return false;
  if (header_.empty() && first_.empty() && line_number_ == 1) {
    header_ = line;
  } else if (line != header_) {
    throw_other_header(name_, line_number_, !header_.empty());
  }
  return true;
}

std::string SharedHeader::top() const {
  std::string lines;
  for (const std::string& line : {header_, identity_line_}) {
    if (!line.empty()) lines += line + "\n";
  }
  return lines;
}

void SharedHeader::add(const std::string& name, const std::string& header,
                       const std::string& identity_line,
                       std::string_view first) {
  if (auto identity = stated_identity(identity_line)) {
    identity_.check(*identity, name);
    if (identity_line_.empty()) identity_line_ = identity_line;
  }
  if (!header.empty()) {
    if (header_.empty()) {
      header_ = header;
      header_file_ = name;
    } else if (header != header_) {
      throw lines::LineError(
          name, 1, "the CDX header differs from that of " + header_file_);
    }
  } else if (!first.empty() && bare_line_.empty()) {
    bare_line_ = first;
    bare_file_ = name;
  }
  if (!header_.empty() && !bare_line_.empty() &&
      !has_columns_of(bare_line_, header_)) {
    throw lines::LineError(
        bare_file_, 1,
        "the file has no CDX header, and its columns are not those of " +
            header_file_);
  }
  key_column_ = KeyColumn(header);
  check_key(name, first);
}

}  // namespace wax::cdx
