// What CDX files beside archives say of the records in them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace wax::cdx {

// What a line of a CDX file says of the record at an offset.
struct ListedRecord {
  uint64_t offset = 0;
  uint64_t length = 0;  // 0: not stated
  std::string_view date;
  std::string_view digest;  // as written; empty: not stated
  // The URL key, where the file states that keys and digests were made by the
  // rules that were asked for; else empty.
  std::string_view urlkey;
};

// The lines for the records of one archive. Any number of threads may read it.
class ListedRecords {
 public:
  // What lines say of the record at the offset: one for all that say the same.
  [[nodiscard]] std::span<const ListedRecord> at(uint64_t offset) const;
  [[nodiscard]] size_t size() const { return records_.size(); }

 private:
  friend class NeighbourCdx;
  std::vector<ListedRecord> records_;  // by offset
};

// Reads the CDX and CDXJ files (".cdx", ".cdxj", also with ".gz") in the
// folders of archives, in their folders "cdx", "cdxj", "index" and "indexes",
// and in folders of these names beside them. A line belongs to an archive whose
// name it has in its column of file names. Nothing that is read here is checked
// against the archives: whoever uses it does that.
class NeighbourCdx {
 public:
  // `archives`: paths; URLs, "-" and archives inside packages have no
  // neighbours. `identity`: the rules that keys and digests should follow
  // (IdentityOptions::spelling()). Memory: `memory` bytes at most. A file that
  // would need more is not used, nor is one that is larger than 1 MiB and than
  // a quarter of the archives that it may be about. Files that cannot be read
  // are counted, not thrown.
  NeighbourCdx(const std::vector<std::string>& archives,
               std::string_view identity, uint64_t memory);

  // The lines for the archive at `path`, as it was given; null: none.
  [[nodiscard]] const ListedRecords* of(const std::string& path) const;

  // Files that have lines for the archives.
  [[nodiscard]] uint64_t files() const { return files_; }
  // Files without use, by reason: "no offsets", "of other archives", "too
  // large", "unreadable".
  [[nodiscard]] const std::map<std::string, uint64_t>& unused() const {
    return unused_;
  }

 private:
  struct Reading;
  void read(const std::string& file, Reading& reading);
  [[nodiscard]] std::string_view keep(std::string_view text);

  std::map<std::string, ListedRecords> archives_;  // by path
  std::vector<std::string> texts_;                 // what the views point to
  uint64_t room_;
  uint64_t files_ = 0;
  std::map<std::string, uint64_t> unused_;
};

}  // namespace wax::cdx
