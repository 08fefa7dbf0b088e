// Single records, with those that belong to them, into new WARC files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "io/problem.h"
#include "io/spool.h"
#include "warc/reader/reader.h"
#include "warc/record/record.h"
#include "warc/writer/writer.h"

namespace wax::warc {

// Copies records of the archives that they are in. What belongs to a record is
// copied with it: requests and metadata that are next to it and name it
// (WARC-Concurrent-To, WARC-Refers-To), are named by it, or name nothing and
// have its URL and date. Crawlers write them before the response or after it.
// The warcinfo record that a record names comes before it, once in a file; a
// record that names none names that of the file when another one is before it
// (WARC 1.1, 5.12: a record without the field belongs to the last one). Records
// of ARC files become WARC records (ArcToWarc). Memory: io::Spool, and the ids
// of warcinfo records.
class RecordCopies {
 public:
  // `writer` and `problems` must outlive it. Records of ARC files name
  // `software` as what has converted them.
  RecordCopies(Writer& writer, std::string software, ProblemSink& problems);

  // Writes the warcinfo record that begins a file.
  void begin(std::string_view date, std::string_view description);

  // Copies `record`, the current one of `reader`, whose archive is at `path`.
  // `header` is written instead of the header block, if it is not empty. The
  // reader may then be some records further. Nothing, and nothing is written,
  // when the record is not whole, or is of an ARC file without dates.
  [[nodiscard]] std::optional<Extent> copy(Reader& reader, Record& record,
                                           const std::string& path,
                                           const std::string& header);

  // Copies what another one, which wrote to `reader` and began no file, has
  // written for one record, of which reader.next() was not asked yet: with
  // other files before it, it is then as copied here. The record itself is
  // the one at `offset` there, and gets `header` as above.
  [[nodiscard]] std::optional<Extent> copy_copied(Reader& reader,
                                                  uint64_t offset,
                                                  const std::string& header);

  // Records that were written, without those of warcinfo.
  [[nodiscard]] uint64_t written() const { return written_; }

 private:
  // What may name a record, or be named by it.
  struct Names {
    explicit Names(const Record& record);
    // Whether `other` belongs to the record of these names.
    [[nodiscard]] bool own(const Record& other) const;

    std::string id;
    std::vector<std::string> concurrent;
    std::string url;
    std::string date;
  };
  // A record in memory, or in a temporary file.
  struct Copy {
    std::string header;
    std::string info;  // id of the warcinfo record that it names
    uint64_t length = 0;
    io::Spool block;
  };
  // The archive that is copied from, and the record.
  struct Place {
    const std::string& path;
    uint64_t offset;
  };

  [[nodiscard]] static bool take(Reader& reader, const Record& record,
                                 Copy& copy);
  [[nodiscard]] Extent write(const Place& place, Copy& copy);
  [[nodiscard]] Extent write_named(Copy& copy);
  void copy_before(const Place& place, const Names& names);
  void copy_after(Reader& reader, const Place& place, const Names& names);
  void copy_info(const Place& place, const std::string& id);
  void write_info(Copy& info);
  [[nodiscard]] static bool find_info(const Place& place, const std::string& id,
                                      Copy& info);
  [[nodiscard]] bool is_new_info(const std::string& id);
  [[nodiscard]] std::optional<Extent> copy_arc(Reader& reader, Record& record,
                                               const std::string& path);

  Writer* writer_;
  std::string software_;
  ProblemSink* problems_;
  std::unordered_set<std::string> infos_;  // that were looked for, without "<>"
  std::string own_info_;                   // of begin()
  bool is_own_last_ = true;                // of the warcinfo records
  uint64_t written_ = 0;
};

}  // namespace wax::warc
