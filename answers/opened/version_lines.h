// Lines of the captures of one version: a URL key and a digest.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answers/opened/generation.h"
#include "cdx/format/line_fields.h"
#include "cdx/lookup/range_merger.h"
#include "cdx/url/url_key.h"

namespace wax::answers {

// In the order of the lines. One thread at a time uses an object. Memory: that
// of the files and a line.
class VersionLines {
 public:
  // `tick` is called once in some thousand lines that are read: what it throws
  // ends the reading. Throws UsageError for files without a column of keys.
  VersionLines(Searchables files, cdx::UrlKeyKind kind,
               std::function<void()> tick = nullptr);

  [[nodiscard]] const Searchables& files() const { return files_; }
  // Begins with the captures of a version; with a date, of that alone. The
  // digest may have any spelling (warc::normal_digest()).
  void begin(std::string_view urlkey, std::string_view digest,
             std::string_view date = {});
  // False after the last line, and before begin().
  [[nodiscard]] bool next(std::string_view& line);
  // The index in files() of that which has the line.
  [[nodiscard]] size_t file() const { return lines_->file(); }

 private:
  Searchables files_;
  std::vector<cdx::LineFields> fields_;
  std::optional<cdx::RangeMerger> lines_;
  std::string digest_;       // in its normal form, without "sha1:"
  std::string line_digest_;  // of a line, in its normal form
  std::function<void()> tick_;
  uint64_t read_ = 0;
};

}  // namespace wax::answers
