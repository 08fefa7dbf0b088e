// Archive files to records.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "io/byte_source.h"
#include "io/output.h"
#include "io/problem.h"
#include "warc/record/record.h"

namespace wax::warc {

// Reads ARC 1/2 and WARC 0.17-1.1, plain or in gzip members, zstd or lz4
// frames, told apart by content. Between members records may be plain.
//
//   auto reader = open_archive(path, problems);
//   Record record;
//   while (reader->next(record)) {
//     use(record, *record.body);          // read as much as you like
//     Extent extent = reader->finish();   // rest of the body is passed over
//   }
//
// A block may go on in the next member. Memory: 2 to 6 MiB whatever a
// record's size; headers are bounded at a few MiB. Damage is reported to the
// ProblemSink with file and offset, and reading goes on at the next member or
// record header; next() is false only at the end of the file. Throws IoError
// when the system fails.
//
// This is what every user of records needs, and all that a decorator forwards.
class Reader {
 public:
  virtual ~Reader() = default;
  // The views of the record and its body are valid until the next call.
  [[nodiscard]] virtual bool next(Record& record) = 0;
  // Passes over what is left of the current record, checks what follows it,
  // and says where it lay. next() calls it when the caller has not.
  virtual Extent finish() = 0;
  // True when the current record's bytes were all there and undamaged. Known
  // after finish().
  [[nodiscard]] virtual bool intact() const = 0;
  // Compressed bytes consumed so far, for progress.
  [[nodiscard]] virtual uint64_t position() const = 0;
};

// The reader of the archive itself: what skimming, access by offset, indexing
// in parallel and repair need besides.
class ArchiveReader : public Reader {
 public:
  // Before the first record: what is left of a record's body is passed over
  // without being inflated or checked, where the next record can be found
  // without that (io/compress/inflater.h). Not of pipes.
  virtual void skim() = 0;
  // Goes to the record whose Extent::offset is `offset`, so that next() gives
  // it. False, and the reader of no more use, where none seems to begin or the
  // input cannot go. From then on damage is reported at once.
  [[nodiscard]] virtual bool go_to(uint64_t offset) = 0;
  // From now on finish() reports damaged compressed data of its record, which
  // else is reported with what is passed over when the next one is looked for.
  virtual void report_damage_at_once() = 0;
  // Where the next record begins, when a reader opened there goes on as this
  // one: the current record is whole, each before had members of its own, and
  // nothing was read again that counts any more (io/compress/inflater.h).
  // Known after finish().
  [[nodiscard]] virtual std::optional<uint64_t> boundary() const = 0;
  // Where finish() writes what it passes over after a block: blank lines and
  // what is no record; null: nowhere. The output must outlive the reader, or
  // be taken back with null.
  virtual void keep_skipped(io::Output* skipped_bytes) = 0;
  // Where the current record, of a length too large, has the header of the
  // next: in bytes from the beginning of its block. Known after finish().
  [[nodiscard]] virtual std::optional<uint64_t> next_in_block() const = 0;
  // Whether the current record fills one compressed member that ended well, so
  // that its end is sure whatever its length says. Known after finish().
  [[nodiscard]] virtual bool fills_member() const = 0;
  // Whether the current record is compressed, so that a checksum covers it.
  [[nodiscard]] virtual bool compressed() const = 0;
};

// Opens a path ("-" is standard input). Throws IoError when it cannot be
// opened. An input that is no archive, or empty, is reported as a problem
// ("not-an-archive", "empty-file") and yields no record. `problems` must
// outlive the reader, here and below.
[[nodiscard]] std::unique_ptr<ArchiveReader> open_archive(
    const std::string& path, ProblemSink& problems);

// Reads from an open source.
[[nodiscard]] std::unique_ptr<ArchiveReader> open_archive(
    std::unique_ptr<io::FileSource> source, ProblemSink& problems);

// Opens an archive at a record: `offset` is its Extent::offset, and what lies
// before it is not read. When no record begins there, that is reported
// ("no-record-at-offset") and the answer is null. Damage is reported at once,
// as the next record may never be looked for. Throws IoError.
[[nodiscard]] std::unique_ptr<ArchiveReader> open_archive_at(
    std::unique_ptr<io::FileSource> source, uint64_t offset,
    ProblemSink& problems);

struct NearReader {
  std::unique_ptr<ArchiveReader> reader;  // null: none
  uint64_t offset = 0;                    // where it begins to read
};

// Opens a file on disk at the first place from `begin` on, and before `end`,
// where a record seems to begin, and says where that is: after a line end, or
// compressed, where a member begins with one. That is a guess: it may lie
// inside a record, which only one knows who has read up to there
// (ArchiveReader::boundary()). No reader when no such place is found (an
// uncompressed file is searched for 1 MiB from `begin`), and when the file does
// not begin with a record. Throws IoError.
[[nodiscard]] NearReader open_archive_near(const std::string& path,
                                           uint64_t begin, uint64_t end,
                                           ProblemSink& problems);

}  // namespace wax::warc
