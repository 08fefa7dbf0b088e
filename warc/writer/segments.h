// Segmented records (WARC 1.1, section 8) put together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "io/problem.h"
#include "warc/reader/record_access.h"
#include "warc/record/record.h"
#include "warc/writer/revisit_record.h"

namespace wax::warc {

// The segments of records in some archives, and which of these records can be
// put together: each segment is there once and intact, its block has the digest
// that it states, and the last one states the sum of their lengths. Memory: in
// proportion to the segments.
class SegmentedRecords {
 public:
  explicit SegmentedRecords(std::vector<std::string> archives);

  // Reads one of the archives. Several threads may call it for different ones.
  // `progress` gets the bytes read so far. Damage is not reported. Throws
  // IoError.
  void read(size_t archive, const std::function<void(uint64_t)>& progress);
  // Once all are read, and before the functions below. Reports each record that
  // cannot be put together ("warc-incomplete-segments").
  void match(ProblemSink& problems);

  // Whether the record of `archive` at `offset` (Extent) is the first segment
  // of one that can be put together.
  [[nodiscard]] bool is_first(const std::string& archive,
                              uint64_t offset) const;
  // Whether it is another segment of such a record.
  [[nodiscard]] bool is_later(const std::string& archive,
                              uint64_t offset) const;

  // Puts the record together of which `first`, whose body is unread, is the
  // first segment. Digests of the header that belonged to the first segment
  // alone become those of the whole; "WARC-Truncated" is that of the last
  // segment. Throws IoError, also when an archive has changed since read().
  [[nodiscard]] NewRecord join(const std::string& archive, const Record& first,
                               RecordAccess& records) const;

 private:
  struct Segment {
    std::string origin;  // WARC-Record-ID of the first segment
    std::optional<uint64_t> number;
    std::optional<uint64_t> total_length;
    uint64_t length = 0;
    std::string truncated;  // WARC-Truncated
    std::string fault;      // why it cannot be used; empty: it can
    size_t archive = 0;
    uint64_t offset = 0;
  };
  using Place = std::pair<std::string, uint64_t>;

  [[nodiscard]] static Segment segment_of(const Record& record);
  [[nodiscard]] static std::string fault_of(
      const std::vector<const Segment*>& segments);
  [[nodiscard]] Place place(const Segment& segment) const;

  std::vector<std::string> archives_;
  std::vector<std::vector<Segment>> found_;  // by archive
  // By the place of the first: all, in order.
  std::map<Place, std::vector<const Segment*>> joined_;
  std::set<Place> later_;
};

}  // namespace wax::warc
