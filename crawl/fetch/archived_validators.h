// What archived answers say that their server tells changed pages by.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/files/archive_paths.h"
#include "crawl/fetch/fetch_archive.h"
#include "crawl/fetch/past_captures.h"
#include "io/problem.h"
#include "warc/reader/record_access.h"

namespace wax::crawl {

struct Validators {
  PastCapture capture;
  // "If-None-Match: ..." and "If-Modified-Since: ...", at least one of them.
  std::vector<std::string> fields;
};

// For one thread.
class ArchivedValidators {
 public:
  // `files` as open_captures() takes them, which throws; with offsets and file
  // names. The others outlive this.
  ArchivedValidators(const std::vector<std::string>& files,
                     const cdx::ArchivePaths& archives, ProblemSink& problems);

  // The last capture of a URL, as fetch_url() has it, that has status 200 and
  // its body, with its validators. Nothing when it states no validator, when it
  // was cut (WARC-Truncated), when its archive cannot be read, and for a URL
  // without such a capture.
  [[nodiscard]] std::optional<Validators> of(std::string_view url);

 private:
  CaptureFiles files_;
  const cdx::ArchivePaths& archives_;
  warc::RecordAccess records_;
};

}  // namespace wax::crawl
