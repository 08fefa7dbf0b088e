// Captures that there were before a URL is fetched again.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cdx/files/searchable.h"
#include "cdx/format/line_fields.h"
#include "crawl/fetch/fetch_archive.h"

namespace wax::crawl {

// For one thread. Memory: some 150 bytes for each capture that add() was given.
class PastCaptures {
 public:
  // `files`: sorted CDX files, flat or ZipNum, with digests. Throws what
  // cdx::open_searchable() does, and UsageError for a file without the columns.
  // With `any_url`, captures of other URLs count, of those that add() was
  // given.
  PastCaptures(const std::vector<std::string>& files, bool any_url);

  // A capture with status 200 that has this payload ("sha1:..."), the last one
  // of the URL before others.
  [[nodiscard]] std::optional<PastCapture> with_payload(
      std::string_view url, std::string_view digest);
  // Another one, of this run.
  void add(std::string_view url, std::string_view digest, std::string_view date,
           std::string_view file);

 private:
  struct Added {
    std::string url;
    std::string date;
    std::string file;
  };

  std::vector<std::pair<std::unique_ptr<cdx::Searchable>, cdx::LineFields>>
      files_;
  bool any_url_;
  std::unordered_map<std::string, Added> added_;
};

}  // namespace wax::crawl
