// Records by archive and offset, one after another.
#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <string>
#include <utility>

#include "io/inputs/watched_input.h"
#include "io/problem.h"
#include "warc/reader/reader.h"

namespace wax::warc {

// Keeps the archives that were asked for last open, so that many records of the
// same ones cost little in any order. An input that cannot go back (a pipe, a
// deflated entry of a zip file) is copied to a temporary file as far as it has
// been read. Memory: up to 5 MiB an archive that is open.
class RecordAccess {
 public:
  // `watch`, if there is one, is called as io::watched() does.
  explicit RecordAccess(ProblemSink& problems, size_t most_open = 32,
                        io::Watch watch = nullptr)
      : problems_(&problems), most_open_(most_open), watch_(std::move(watch)) {}

  // The reader of `path` with `record` as its current record, whose
  // Extent::offset is `offset`; both hold until the next call. Null when no
  // record can be read there, which is reported ("no-record-at-offset").
  // Throws IoError.
  [[nodiscard]] Reader* at(const std::string& path, uint64_t offset,
                           Record& record);

  // The source of the stored bytes of the file from `offset` on. It is valid
  // until the next call. The current record can then no more be read. Throws
  // IoError.
  [[nodiscard]] io::FileSource& stored(const std::string& path,
                                       uint64_t offset);

  // Closes a file if it is open: what was read of it is gone.
  void close(const std::string& path);

 private:
  struct Archive {
    std::string path;
    std::unique_ptr<io::FileSource> source;
    std::unique_ptr<ArchiveReader> reader;  // of the source
  };

  [[nodiscard]] Archive& open(const std::string& path);

  ProblemSink* problems_;
  size_t most_open_;
  io::Watch watch_;
  std::list<Archive> archives_;  // the one used last in front
};

}  // namespace wax::warc
