// The rules of the standards for a record's header, and for record IDs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "io/problem.h"
#include "warc/record/record.h"

namespace wax::warc {

// The end of tomorrow, in UTC, as 14 digits: a clock may be wrong by a zone.
[[nodiscard]] std::string latest_plausible_date();

// Reports the faults in the header of a record, with its offset in `file`.
// WARC by sections 5 and 6 of WARC 1.1 (ISO 28500:2017), earlier versions as
// far as they agree: fields that a type needs ("warc-missing-field") or does
// not have ("warc-odd-field"), fields that occur twice, values of the wrong
// form. ARC by the Internet Archive's "Arc File Format". Dates before 1990 and
// after `latest_date` (14 digits) are "odd-date". This does not
// check Content-Length, digests and references.
void check_header(const Record& record, const std::string& file,
                  std::string_view latest_date, ProblemSink& problems);

// A record id in 16 bytes: its UUID, or the first half of its SHA-256 when it
// is not a UUID. Angle brackets and white space around it do not matter.
struct RecordId {
  uint64_t high = 0;
  uint64_t low = 0;
  friend bool operator==(const RecordId&, const RecordId&) = default;
};

[[nodiscard]] RecordId record_id(std::string_view text);

// The ids of one file's records and the references between them; 40 bytes each.
// After `most` of either, further ones are only counted.
struct FileIds {
  enum class Reference : uint8_t { kConcurrentTo, kOriginal, kWarcinfo };
  struct Id {
    RecordId id;
    uint64_t offset;
  };
  struct Link {
    RecordId to;
    uint64_t offset;  // of the record that refers
    Reference kind;
  };

  void add(std::string_view id, uint64_t offset);
  void add(std::string_view to, uint64_t offset, Reference kind);

  size_t most = SIZE_MAX;
  std::vector<Id> ids;
  std::vector<Link> links;
  uint64_t left_out = 0;
};

// The ids of all files of a run, added one file after the other. Memory: up to
// `memory` bytes, 16 to 32 per id. Ids that do not fit are counted
// ("record-ids-left-out"); their duplicates and references are not found.
class RecordIds {
 public:
  explicit RecordIds(uint64_t memory) : memory_(memory) {}

  // Reports "warc-duplicate-id" for an id that an earlier record has, in this
  // file or another, and references to records that are neither in this file
  // nor in an earlier one: "warc-dangling-concurrent-to" and
  // "warc-dangling-warcinfo-id" (warnings), "warc-dangling-refers-to" (a note:
  // what a revisit refers to is often in another crawl).
  void add(const std::string& file, const FileIds& ids, ProblemSink& problems);

 private:
  [[nodiscard]] bool contains(const RecordId& id) const;
  // False when there is no room; `fresh` says whether it was new.
  [[nodiscard]] bool insert(const RecordId& id, bool& fresh);
  [[nodiscard]] size_t slot_of(const RecordId& id) const;
  [[nodiscard]] bool grow();

  uint64_t memory_;
  std::vector<RecordId> table_;  // open addressing; zero is an empty slot
  size_t count_ = 0;
  bool incomplete_ = false;
};

}  // namespace wax::warc
