// Single records, with those that belong to them, into new WARC files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/problem.h"
#include "io/spool.h"
#include "warc/reader/reader.h"
#include "warc/record/record.h"
#include "warc/writer/arc_to_warc.h"
#include "warc/writer/writer.h"

namespace wax::warc {

// Copies records of the archives that they are in. What belongs to a record is
// copied with it: requests and metadata that stand beside it and name it
// (WARC-Concurrent-To, WARC-Refers-To), are named by it, or name nothing and
// have its URL and date. Crawlers write them before the response or after it.
// Records of ARC files become WARC records (ArcToWarc). Memory: io::Spool.
class RecordCopies {
 public:
  // `writer` and `problems` must outlive it. Records of ARC files name
  // `software` as what has converted them.
  RecordCopies(Writer& writer, std::string software, ProblemSink& problems);

  // Writes the warcinfo record that begins a file.
  void begin(std::string_view date, std::string_view description);

  // Copies `record`, the current one of `reader`, whose archive is at `path`.
  // `header` is written instead of the header block, if it is not empty. The
  // reader may then stand some records further. Nothing, and nothing is
  // written, when the record is not whole, or is of an ARC file without dates.
  [[nodiscard]] std::optional<Extent> copy(Reader& reader, Record& record,
                                           const std::string& path,
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
    uint64_t length = 0;
    io::Spool block;
  };

  [[nodiscard]] static bool take(Reader& reader, const Record& record,
                                 Copy& copy);
  [[nodiscard]] Extent write(Copy& copy);
  void copy_before(const std::string& path, uint64_t offset,
                   const Names& names);
  void copy_after(Reader& reader, const Names& names);
  [[nodiscard]] std::optional<Extent> copy_arc(Reader& reader, Record& record,
                                               const std::string& path);

  Writer* writer_;
  std::string software_;
  ProblemSink* problems_;
  std::unique_ptr<ArcToWarc> arc_;  // of arc_path_
  std::string arc_path_;
  uint64_t written_ = 0;
};

}  // namespace wax::warc
