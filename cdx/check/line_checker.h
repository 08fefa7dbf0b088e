// Checks capture files for faults, also against their archives.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/files/archive_paths.h"
#include "cdx/format/capture.h"
#include "cdx/format/identity_line.h"
#include "cdx/format/line_fields.h"
#include "cdx/lookup/record_match.h"
#include "cdx/profile/profile.h"
#include "cdx/url/url_key.h"
#include "io/problem.h"
#include "warc/http/block_head.h"
#include "warc/reader/reader.h"
#include "warc/record/digest.h"

namespace wax::cdx {

// The values that an index may have for a record, with any profile and options.
struct RecordFacts {
  std::vector<std::string> urls;  // each once; one is empty if it has none
  std::string date;               // 14 digits; empty when it has none
  uint64_t length = 0;            // 0: not known
  // In their normal form: those that the record header states, then the
  // computed ones.
  std::vector<std::string> digests;
};

class RecordLookup {
 public:
  // `archives`: paths for io::expand_inputs(), which may report and throw.
  RecordLookup(const std::vector<std::string>& archives, ProblemSink& problems);
  ~RecordLookup();

  enum class Answer {
    kFound,
    kNoArchive,  // no file of that name
    kNoRecord,   // none begins there
  };
  // The record at an offset of the archive of that name; of several of the
  // name, that whose record is the one of `line` (path_of_record()). `digest`
  // is that of a line, or empty. If the header does not state it, digests by
  // its algorithm are computed until one equals it: of the bytes after the HTTP
  // head, as stored, dechunked and decoded, and of the block (of an ARC's
  // version block, also without its first two lines). The archive stays open,
  // so that a record that lies not far after this one is reached by reading on.
  // Throws IoError.
  [[nodiscard]] Answer find(std::string_view filename, uint64_t offset,
                            const LineIdentity& line, std::string_view digest,
                            RecordFacts& facts);

 private:
  // Whether reading on leads to the record at `offset`.
  [[nodiscard]] bool read_on(uint64_t offset);
  [[nodiscard]] bool open(const std::string& path, uint64_t offset);
  // Whether some profile would compute a digest.
  [[nodiscard]] bool describe(std::string_view filename, RecordFacts& facts);
  void compute(const warc::Digest& digest, RecordFacts& facts);

  ArchivePaths paths_;
  NoProblems none_;
  std::string open_;                      // the path of the open archive
  std::unique_ptr<warc::Reader> reader_;  // null: none is open
  warc::Record record_;                   // the last one read
  std::vector<const Profile*> profiles_;  // all
  Capture capture_;                       // of the last record, in one profile
  warc::BlockHead head_;
  bool has_head_ = false;
};

struct Example {
  std::string file;
  uint64_t line = 0;  // from 1
  std::string text;
};

struct Finding {
  std::string_view id;    // a stable word: "order", "date", ...
  std::string_view text;  // what it means
  uint64_t count = 0;
  std::vector<Example> examples;  // the first ones
};

// Counts findings of known kinds.
class Findings {
 public:
  // `most_examples`: kept of each kind.
  Findings(std::vector<Finding> kinds, size_t most_examples)
      : kinds_(std::move(kinds)), most_examples_(most_examples) {}

  // `id` is one of the kinds.
  void add(std::string_view id, std::string_view file, uint64_t line,
           std::string_view text);
  // The kinds that were found, in their order.
  [[nodiscard]] std::vector<Finding> found() const;

 private:
  std::vector<Finding> kinds_;
  size_t most_examples_;
};

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
