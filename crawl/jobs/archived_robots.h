// The robots.txt files that archives have.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cdx/files/archive_paths.h"
#include "cdx/files/searchable.h"
#include "cdx/format/line_fields.h"
#include "crawl/jobs/robots_rules.h"
#include "io/problem.h"
#include "warc/reader/record_access.h"

namespace wax::crawl {

// For one thread.
class ArchivedRobots {
 public:
  // `files` are sorted CDX files, flat or ZipNum, with the columns of offsets
  // and file names. All but `agent` outlives this. Throws what
  // cdx::open_searchable() does, and UsageError for files without the columns.
  ArchivedRobots(const std::vector<std::string>& files,
                 const cdx::ArchivePaths& archives, std::string agent,
                 ProblemSink& problems);

  // The rules of the server of a URL: those of its last capture of /robots.txt
  // that has status 2xx; a later one with 4xx lets everything be captured, as
  // does none at all; where all that says something is a status 5xx, nothing
  // may be captured (RFC 9309, 2.3.1). What cannot be read is reported. Valid
  // until the next call. Throws IoError.
  [[nodiscard]] const RobotsRules& of(std::string_view url);

 private:
  struct Capture {
    std::string date;
    std::string status;
    std::string digest;  // its normal spelling
    std::string url;
    std::string filename;
    uint64_t offset = 0;
    bool is_revisit = false;
  };

  [[nodiscard]] static bool is_success(const Capture& capture);
  RobotsRules read_rules(const std::string& server);
  [[nodiscard]] std::vector<Capture> captures_of(const std::string& key);
  bool read_body(const std::string& key, const Capture& capture,
                 std::string& body);

  std::vector<std::pair<std::unique_ptr<cdx::Searchable>, cdx::LineFields>>
      files_;
  const cdx::ArchivePaths& archives_;
  std::string agent_;
  ProblemSink& problems_;
  warc::RecordAccess records_;
  std::map<std::string, RobotsRules, std::less<>> known_;  // by server
};

}  // namespace wax::crawl
