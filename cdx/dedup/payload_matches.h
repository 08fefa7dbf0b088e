// Which records have a payload that another record has as well. Works with any
// number of captures in bounded memory.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/dedup/damaged_places.h"
#include "cdx/dedup/hashed_set.h"
#include "cdx/dedup/versions.h"
#include "cdx/format/cdx_lines.h"
#include "cdx/format/identity_line.h"
#include "cdx/format/line_fields.h"
#include "cdx/indexer/index_stream.h"
#include "io/problem.h"
#include "lines/line_stream.h"
#include "lines/sort.h"

namespace wax::cdx {

// What has one payload: captures of one URL key with one digest, or all
// captures with one digest.
enum class SamePayload { kUrlAndDigest, kDigest };

// A record that asks, and a capture with a body that has its payload, too.
// Views into a line.
struct PayloadMatch {
  uint64_t archive = 0;  // place among those of read_archives()
  uint64_t offset = 0;
  // The date of the other capture; empty if no other has the payload.
  std::string_view date;
  std::string_view url;  // "-": not known; then it has the same URL key
  // Where the capture is: the file as its line in a CDX file has it ("-": not
  // known), or, if `is_read`, the place of the archive in digits.
  std::string_view file;
  bool is_read = false;
  uint64_t file_offset = 0;
};

struct PayloadRules {
  SamePayload same = SamePayload::kUrlAndDigest;
  // kWithBody: captures with a body ask whether an earlier one of all has their
  // payload. kRevisit: revisits ask for any capture with a body.
  CaptureKind asking = CaptureKind::kWithBody;
};

// For one thread.
class PayloadMatches {
 public:
  PayloadMatches(const PayloadRules& rules, const lines::SortOptions& sort);

  // Loads the damaged records of archives, to which no match then refers: lists
  // as DamagedPlaces::load() takes them. Call it first.
  void load_damaged(const std::string& path, ProblemSink& problems);
  // Indexes archives; the first `asking` of them ask. Damaged records do not
  // ask, and no match refers to them. Call it once. `options` states the
  // identity. Throws as index_archives().
  void read_archives(const std::vector<std::string>& paths, size_t asking,
                     IndexStreamOptions options, ProblemSink& problems,
                     IndexReport& report,
                     std::function<void(uint64_t)> progress);
  // After that: the captures of a CDX file, flat, gzip'd or a ZipNum, in any
  // order; or of a list of duplicates with the column original=. Lines that are
  // neither are reported as lost ("cdx-bad-line", "list-bad-line"). Throws
  // IoError; UsageError for a file without a column that is needed, or with
  // another identity or other keys than one before.
  void add_file(const std::string& path, ProblemSink& problems);

  // Lines of matches, by archive and offset. kRevisit: also of the records that
  // ask and have none. Call once, last.
  [[nodiscard]] std::unique_ptr<lines::LineStream> matches();
  // False when it is no such line.
  [[nodiscard]] static bool parse(std::string_view line, PayloadMatch& match);

  // Captures that ask.
  [[nodiscard]] uint64_t asking() const { return asking_; }
  // Captures that would ask, but have no digest or no date.
  [[nodiscard]] uint64_t without_digest() const { return without_digest_; }

 private:
  struct Line;

  void make_key(std::string_view urlkey, std::string_view digest);
  [[nodiscard]] LineFields::Line read(std::string_view text, Line& line);
  [[nodiscard]] bool is_damaged() const;
  void add_line(char kind, std::string_view date, std::string_view url,
                std::string_view file, std::string_view offset);
  void add_cdx(CdxLines& file, ProblemSink& problems);
  void add_list(const std::string& path, ProblemSink& problems);

  PayloadRules rules_;
  lines::SortOptions sort_;
  HashedSet asked_;
  DamagedPlaces damaged_;
  lines::LineSorter lines_;
  LineFields fields_;
  OneIdentity identity_;
  OneKeyKind keys_;
  uint64_t asking_ = 0;
  uint64_t without_digest_ = 0;
  std::string key_;
  std::string text_;
};

}  // namespace wax::cdx
