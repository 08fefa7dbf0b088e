// The captures that archives have at given places.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/archive_paths.h"
#include "cdx/capture.h"
#include "cdx/indexer.h"
#include "warc/io/problem.h"

namespace wax::cdx {

class RecordLookup {
 public:
  // `archives`: what io::expand_inputs() takes, which may report and throw.
  RecordLookup(const std::vector<std::string>& archives, ProblemSink& problems);
  ~RecordLookup();

  enum class Answer {
    kFound,
    kNoArchive,  // no file of that name
    kNoRecord,   // none begins there
  };
  // The record at an offset of the archive of that name (its folders do not
  // count), as wax-warc-indexer would index it. A missing digest is computed.
  // The archive stays open: the next record of it costs no more than reading on
  // when it lies behind this one, and not far. Throws IoError.
  [[nodiscard]] Answer find(std::string_view filename, uint64_t offset,
                            Capture& capture);

 private:
  // Whether the record at `offset` is met by reading on.
  [[nodiscard]] bool read_on(uint64_t offset);

  ArchivePaths paths_;
  IndexOptions options_;
  NoProblems none_;
  std::string open_;  // the path of what is open
  std::unique_ptr<Indexer> indexer_;
  const Capture* last_ = nullptr;  // that it gave
};

}  // namespace wax::cdx
