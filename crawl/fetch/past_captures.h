// Captures that there were before a URL is fetched again.
#pragma once

#include <cstdint>
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

// A sorted CDX file, with what reads its fields.
struct CaptureFile {
  std::unique_ptr<cdx::Searchable> file;
  cdx::LineFields fields;
  cdx::UrlKeyKind kind;  // of its keys
};
using CaptureFiles = std::vector<CaptureFile>;

// Opens files, flat or ZipNum, and those of collections, whose folders are
// named, without the captures that are not shown: a revisit of one would not be
// shown either. `names` as LineFields has them. Files without a column have "-"
// for it. Throws what cdx::open_searchable() and collection::read_access() do,
// and UsageError for a folder without CDX files.
[[nodiscard]] CaptureFiles open_captures(const std::vector<std::string>& files,
                                         const std::vector<std::string>& names);

// Calls use(fields) with each capture of a URL in the files.
template <typename Use>
void each_capture(CaptureFiles& files, std::string_view url, Use&& use);

// For one thread. Memory: some 80 bytes and the URL for each capture that add()
// was given.
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
  // A hash of the payload, and of the URL key unless others count.
  struct Name {
    uint64_t low;
    uint64_t high;
    bool operator==(const Name&) const = default;
  };
  struct NameHash {
    size_t operator()(const Name& name) const { return name.low; }
  };
  struct Added {
    std::string url;
    uint64_t date;  // its 14 digits
    uint32_t file;  // in added_files_
  };

  [[nodiscard]] Name name_of(std::string_view url,
                             std::string_view digest) const;

  CaptureFiles files_;
  bool any_url_;
  std::unordered_map<Name, Added, NameHash> added_;
  std::vector<std::string> added_files_;
};

template <typename Use>
void each_capture(CaptureFiles& files, std::string_view url, Use&& use) {
  for (auto& [file, fields, kind] : files) {
    const std::string key = cdx::url_key(kind, url);
    auto lines = file->lines({key + ' ', key + '!'});
    for (std::string_view line; lines->next(line);) {
      if (fields.read(line) == cdx::LineFields::Line::kCapture) use(fields);
    }
  }
}

}  // namespace wax::crawl
