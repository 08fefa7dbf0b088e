// The CDX files that an answer is read from. Any number of threads may open
// them; what was opened is for one thread.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "answers/shown/holdings.h"
#include "cdx/url/url_key.h"

namespace wax::answers {

// The CDX files of some collections, as they are when a request comes. Streams
// of the files end before this.
struct CdxFiles {
  CdxFiles() = default;
  ~CdxFiles();  // gives the files back
  CdxFiles(const CdxFiles&) = delete;
  CdxFiles& operator=(const CdxFiles&) = delete;

  // Whether other servers have some of them; then why lines may be missing, as
  // far as that is known now.
  [[nodiscard]] bool has_shards() const;
  [[nodiscard]] std::vector<std::string> gone() const;

  bool gives_back = true;  // not those with captures that are blocked
  std::vector<std::shared_ptr<const Generation>> generations;
  Searchables files;
  cdx::UrlKeyKind url_key = cdx::UrlKeyKind::kSurt;
};
// Opens the CDX files of one collection, or of all (null). Throws NotFound when
// there are no CDX files, UsageError when their keys are of several kinds.
[[nodiscard]] std::shared_ptr<CdxFiles> open_cdx_files(const Holdings& holdings,
                                                       Collection* collection);

// The same with captures that rules of access block, to tell why no capture is
// shown.
[[nodiscard]] std::shared_ptr<CdxFiles> open_whole_cdx_files(
    const Holdings& holdings, Collection* collection);

// The same as open_cdx_files(), without captures that searches do not find.
[[nodiscard]] std::shared_ptr<CdxFiles> open_listed_cdx_files(
    const Holdings& holdings, Collection* collection);

}  // namespace wax::answers
