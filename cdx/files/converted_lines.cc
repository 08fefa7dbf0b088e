#include "cdx/files/converted_lines.h"

#include <utility>

namespace wax::cdx {

ConvertedLines::ConvertedLines(std::vector<std::string> paths,
                               const ConvertOptions& options,
                               ProblemSink& problems)
    : converter_(options),
      json_(options.json && !options.whole_object),
      rekey_(options.rekey),
      lines_(std::move(paths), LineFields({}), problems,
             options.rekey ? KeyKinds::kAny : KeyKinds::kOne) {}

bool ConvertedLines::next(std::string_view& line) {
  while (true) {
    std::string_view read;
    FieldLines::Line kind = lines_.next(read);
    if (kind == FieldLines::Line::kEnd) return false;
    if (kind == FieldLines::Line::kMetadata) {
      if (!json_ || read.empty()) {
        ++counts_.metadata_left_out;
        continue;
      }
      ++counts_.metadata_kept;
      line = read;
      return true;
    }
    if (lines_.take_new_file()) converter_.begin(lines_.fields().format());
    line_.clear();
    switch (converter_.convert(read, line_)) {
      case LineConverter::Result::kBad:
        lines_.report_bad("cdx-bad-line", converter_.problem());
        continue;
      case LineConverter::Result::kNoUrl:
        ++counts_.no_url;
        lines_.report_bad("cdx-no-url", "no URL to make a key from");
        continue;
      case LineConverter::Result::kDone:
        break;
    }
    ++written_;
    check_order(read);
    last_line_.swap(line_);
    line = last_line_;
    return true;
  }
}

void ConvertedLines::check_order(std::string_view read) {
  if (!in_order_ || order_lost_ > 0) return;
  if (read < last_read_) {
    in_order_ = false;
    return;
  }
  if (line_ < last_line_) order_lost_ = written_;
  last_read_.assign(read);
}

std::string ConvertedLines::identity() const {
  const std::string& stated = lines_.header().identity();
  if (!rekey_) return stated;
  // Keys are made of URLs alone.
  return with_option(with_option(stated, "urlkey", name(*rekey_)),
                     "post-append", "no");
}

ConvertCounts ConvertedLines::counts() const {
  ConvertCounts counts = counts_;
  counts.read = lines_.read();
  counts.written = written_;
  counts.bad = lines_.bad() - counts.no_url;
  return counts;
}

}  // namespace wax::cdx
