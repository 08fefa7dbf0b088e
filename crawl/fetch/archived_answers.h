// Answers of a server that archives have.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/files/archive_paths.h"
#include "crawl/fetch/fetch_archive.h"
#include "crawl/fetch/past_captures.h"
#include "io/problem.h"
#include "io/remote/wire_fetcher.h"
#include "warc/reader/record_access.h"

namespace wax::crawl {

// What a server tells changed pages by.
struct Validators {
  PastCapture capture;
  // "If-None-Match: ..." and "If-Modified-Since: ...", at least one of them.
  std::vector<std::string> fields;
};

// For one thread.
class ArchivedAnswers {
 public:
  // `files` as open_captures() takes them, which throws; with offsets and file
  // names. The others outlive this.
  ArchivedAnswers(const std::vector<std::string>& files,
                     const cdx::ArchivePaths& archives, ProblemSink& problems);

  // The last capture of a URL, as fetch_url() has it, that has status 200 and
  // its body, with its validators. Nothing when it states no validator, when it
  // was cut (WARC-Truncated), when its archive cannot be read, and for a URL
  // without such a capture.
  [[nodiscard]] std::optional<Validators> validators_of(std::string_view url);

  // The same capture as the server sent it, so that what it names can be read;
  // null where there are no validators, and when its body has more than
  // `most` bytes.
  [[nodiscard]] std::unique_ptr<io::WireAnswer> answer_of(std::string_view url,
                                                          size_t most);

 private:
  struct Found {
    PastCapture capture;
    warc::Record record;  // after its HTTP head
    std::string head;
    std::vector<std::string> fields;
  };
  [[nodiscard]] std::optional<Found> find(std::string_view url);

  CaptureFiles files_;
  const cdx::ArchivePaths& archives_;
  warc::RecordAccess records_;
};

}  // namespace wax::crawl
