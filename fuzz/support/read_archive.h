// Bytes read as an archive file, with what must hold of every reader.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fuzz/support/entry.h"
#include "tests/support/archives.h"
#include "warc/reader/reader.h"

namespace wax::fuzz {

struct ReadRecord {
  std::string raw_header;
  warc::Extent extent;
  uint64_t body_size = 0;
  bool intact = false;
};

inline std::vector<ReadRecord> read_archive(std::string_view bytes,
                                            tests::Medium medium,
                                            tests::Problems& problems) {
  auto reader = warc::open_archive(
      tests::memory_file(std::string(bytes), medium), problems);
  std::vector<ReadRecord> records;
  warc::Record record;
  uint64_t before = 0;
  while (reader->next(record)) {
    ReadRecord read;
    read.raw_header = std::string(record.raw_header);
    require(!record.negative_length || record.content_length == 0);
    // Some bodies are read whole, some by half, some not at all.
    size_t manner = records.size() % 3;
    uint64_t wanted = manner == 0   ? record.content_length + 1
                      : manner == 1 ? record.content_length / 2
                                    : 0;
    read.body_size = io::skip(*record.body, wanted);
    require(read.body_size <= record.content_length);
    uint64_t offset = record.offset;
    uint64_t length = record.content_length;
    read.extent = reader->finish();
    read.intact = reader->intact();
    require(read.extent.offset == offset);
    require(offset >= before);
    require(records.empty() || offset > before || !read.extent.seekable);
    require(offset <= bytes.size());
    require(read.extent.length <= bytes.size() - offset);
    require(manner != 0 || !read.intact || read.body_size == length);
    require(reader->position() <= bytes.size());
    before = offset;
    records.push_back(std::move(read));
  }
  for (const Problem& problem : problems.all) {
    require(!problem.id.empty() && problem.offset.value_or(0) <= bytes.size());
  }
  return records;
}

// Reads the bytes through every medium, and then each intact record alone.
inline void check_archive(std::string_view bytes) {
  tests::Problems problems;
  auto records = read_archive(bytes, tests::Medium::kFile, problems);
  tests::Problems pipe_problems;
  auto piped = read_archive(bytes, tests::Medium::kPipe, pipe_problems);
  if (problems.all.empty() && pipe_problems.all.empty()) {
    require(records.size() == piped.size());
    for (size_t i = 0; i < records.size(); ++i) {
      require(records[i].extent.offset == piped[i].extent.offset);
      require(records[i].extent.length == piped[i].extent.length);
    }
  }
  constexpr size_t kMostLookUps = 2;
  size_t look_ups = 0;
  for (const ReadRecord& read : records) {
    if (!read.intact || !read.extent.seekable || read.extent.length == 0) {
      continue;
    }
    if (++look_ups > kMostLookUps) break;
    tests::Problems ignored;
    auto reader = warc::open_archive_at(tests::memory_file(std::string(bytes)),
                                        read.extent.offset, ignored);
    warc::Record record;
    require(reader != nullptr && reader->next(record));
    require(record.raw_header == read.raw_header);
  }
}

}  // namespace wax::fuzz
