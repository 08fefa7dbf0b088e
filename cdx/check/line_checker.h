// Checks capture files for faults.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/check/findings.h"
#include "cdx/check/record_lookup.h"
#include "cdx/format/identity_line.h"
#include "cdx/format/line_fields.h"
#include "cdx/url/url_key.h"
#include "io/problem.h"

namespace wax::cdx {

struct CheckOptions {
  // The rules that keys must follow. Empty: the rules of the first key that
  // follows the rules of one kind only.
  std::optional<UrlKeyKind> url_key;
  bool check_keys = true;
  bool check_order = true;
  // Files and folders with the archives; empty: records are not checked.
  std::vector<std::string> archives;
  size_t most_examples = 3;
};

struct CheckCounts {
  uint64_t files = 0;
  uint64_t lines = 0;    // without headers and metadata
  uint64_t records = 0;  // that were checked
};

// Findings, by id: unreadable, order, duplicate, header, identity, columns,
// json, bytes, urlkey, date, url, mime, status, digest, length, offset,
// filename; and with archives: archive, record, record-url, record-date,
// record-digest, record-length. Records are checked for many lines at a time,
// in the order in which the archives have them. Memory: some 100,000 lines, and
// the names of the archives.
class LineChecker {
 public:
  // Archives that cannot be read are reported to `problems`. Throws IoError.
  LineChecker(CheckOptions options, ProblemSink& problems);

  // Checks a file ("-" is standard input). Throws IoError, FormatError; the
  // lines before the error are checked, and the line after them is a finding
  // ("unreadable").
  void check(const std::string& path);

  [[nodiscard]] std::vector<Finding> findings() const {
    return findings_.found();
  }
  [[nodiscard]] const CheckCounts& counts() const { return counts_; }
  // The rules that the keys follow; empty while they are not known.
  [[nodiscard]] std::optional<UrlKeyKind> url_key() const { return kind_; }

 private:
  // The values of a line whose record is to be checked.
  struct Wanted {
    std::string file;
    uint64_t offset;
    uint64_t line;
    std::optional<std::string> url;
    std::optional<std::string> date;
    std::optional<std::string> digest;
    std::optional<uint64_t> length;
  };

  // Fields in the order of columns_ in the .cc; those that a legend lacks
  // are not read.
  void check_lines(const std::string& path);
  void begin(const CdxLines& file);
  void check_line(std::string_view line);
  void check_fields();
  void check_key(std::string_view key, std::string_view url);
  void want_record();
  void check_records();
  void check_record(const Wanted& wanted);
  [[nodiscard]] std::optional<std::string_view> value(char letter) const;
  void add(std::string_view id, std::string_view text);

  CheckOptions options_;
  Findings findings_;
  CheckCounts counts_;
  std::optional<UrlKeyKind> kind_;
  OneIdentity identity_;
  std::string key_;
  std::unique_ptr<RecordLookup> records_;
  std::vector<Wanted> wanted_;

  // The current file.
  std::string file_;
  uint64_t line_number_ = 0;
  std::string letters_;  // of fields_, in order
  LineFields fields_{{}};
  std::string before_;
};

}  // namespace wax::cdx
