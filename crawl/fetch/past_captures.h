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
#include "cdx/url/url_key.h"
#include "crawl/fetch/fetch_archive.h"
#include "lines/line_stream.h"

namespace wax::crawl {

// Sorted CDX files, each with what reads its fields.
using CaptureFiles =
    std::vector<std::pair<std::unique_ptr<cdx::Searchable>, cdx::LineFields>>;

// Opens files, flat or ZipNum; `names` as LineFields has them. Files without a
// column have "-" for it. Throws what cdx::open_searchable() does.
[[nodiscard]] CaptureFiles open_captures(const std::vector<std::string>& files,
                                         const std::vector<std::string>& names);

// Calls use(fields) with each capture of a URL in the files.
template <typename Use>
void each_capture(CaptureFiles& files, std::string_view url, Use&& use);

// For one thread. Memory: some 150 bytes for each capture that add() was given.
class PastCaptures {
 public:
  // `files` as open_captures() takes them, which throws. With `any_url`,
  // captures of other URLs count, of those that add() was given.
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

  [[nodiscard]] std::string name_of(std::string_view url,
                                    std::string_view digest) const;

  CaptureFiles files_;
  bool any_url_;
  std::unordered_map<std::string, Added> added_;
};

template <typename Use>
void each_capture(CaptureFiles& files, std::string_view url, Use&& use) {
  const std::string key = cdx::url_key(cdx::UrlKeyKind::kSurt, url);
  for (auto& [file, fields] : files) {
    auto lines = file->lines({key + ' ', key + '!'});
    for (std::string_view line; lines->next(line);) {
      if (fields.read(line) == cdx::LineFields::Line::kCapture) use(fields);
    }
  }
}

}  // namespace wax::crawl
