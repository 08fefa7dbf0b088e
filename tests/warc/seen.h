// What a reader gives of an archive in memory.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "io/problem.h"
#include "tests/support/archives.h"
#include "warc/reader/reader.h"

namespace wax::warc {

struct Seen {
  std::string uri;
  std::string block;
  Extent extent;
  bool intact = false;
};

inline std::vector<Seen> read(std::string bytes, ProblemSink& problems,
                              tests::Medium medium = tests::Medium::kFile) {
  auto reader =
      open_archive(tests::memory_file(std::move(bytes), medium), problems);
  std::vector<Seen> all;
  Record record;
  while (reader->next(record)) {
    Seen seen;
    seen.uri = record.target_uri;
    seen.block = io::read_all(*record.body, UINT64_MAX);
    seen.extent = reader->finish();
    seen.intact = reader->intact();
    all.push_back(std::move(seen));
  }
  return all;
}

}  // namespace wax::warc
