// One record to its capture.
#pragma once

#include <cstddef>
#include <string>

#include "cdx/format/capture.h"
#include "cdx/indexer/extra_fields.h"
#include "cdx/indexer/index_options.h"
#include "cdx/indexer/page_columns.h"
#include "cdx/indexer/payload_reader.h"
#include "cdx/profile/profile.h"
#include "io/problem.h"

namespace wax::cdx {

class CaptureMaker {
 public:
  // For records of the archive `path`, which the lines name `filename`.
  // `options` and `problems` outlive the maker.
  CaptureMaker(std::string path, std::string filename,
               const IndexOptions& options, ProblemSink& problems);

  // Fills an empty capture from a record whose head has been read: all but the
  // location, the record digest and what its request says. Reads the body as
  // far as the columns need it, and at least `keep` bytes. Odd values are
  // reported (odd_values.h).
  void make(const RecordView& view, size_t keep, Capture& capture);

  // The body that make() has read.
  [[nodiscard]] PayloadReader& payload() { return payload_; }

 private:
  void add_header(const warc::Record& record, Capture& capture) const;
  [[nodiscard]] bool add_key(const warc::Record& record,
                             Capture& capture) const;
  void add_original(const warc::Record& record, Capture& capture) const;
  [[nodiscard]] bool computes_digest(const Capture& capture) const;

  std::string path_;
  std::string filename_;
  const IndexOptions& options_;
  ProblemSink& problems_;
  PageColumns page_;
  ExtraFields fields_;
  PayloadReader payload_;
};

}  // namespace wax::cdx
