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
  // Throws IoError.
  [[nodiscard]] Answer find(std::string_view filename, uint64_t offset,
                            Capture& capture);

 private:
  ArchivePaths paths_;
  IndexOptions options_;
};

}  // namespace wax::cdx
