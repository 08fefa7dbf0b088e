// The captures of one URL. One thread at a time uses an object.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answers/shown/holdings.h"
#include "answers/shown/url_capture.h"
#include "cdx/format/line_fields.h"
#include "cdx/lookup/range_merger.h"
#include "collection/access/derived.h"
#include "index/match/hits.h"

namespace wax::answers {

// Reads lines of CDX files as captures.
class CaptureLineReader {
 public:
  // Throws UsageError for files without a column of keys.
  CaptureLineReader(const Searchables& files, cdx::UrlKeyKind kind);

  // A line of the file of that index. False when it is no capture.
  [[nodiscard]] bool read(std::string_view line, size_t file,
                          UrlCapture& capture);
  // Why not.
  [[nodiscard]] std::string_view problem(size_t file) const {
    return fields_[file].problem();
  }

 private:
  std::vector<cdx::LineFields> fields_;
};

// In order of dates, and of whole lines. Lines that are no captures are
// reported and left out. Memory: that of the files. Throws UsageError for a URL
// without key, and what reading of the files throws.
class UrlCaptures {
 public:
  UrlCaptures(const Scope& scope, std::string_view url);

  [[nodiscard]] bool next(UrlCapture& capture);
  [[nodiscard]] const std::string& urlkey() const { return urlkey_; }
  // After the last one: why some may be missing.
  [[nodiscard]] index::Missing missing() const;

 private:
  Scope scope_;
  std::string urlkey_;
  Searchables files_;
  std::optional<CaptureLineReader> reader_;
  std::optional<cdx::RangeMerger> lines_;
};

// The captures of URL keys that searches may find, of a generation that
// outlives it. Memory: that of the files. One thread at a time uses an object.
class ListedCaptures {
 public:
  // Throws as open_cdx(), and UsageError for files without a column of keys.
  explicit ListedCaptures(const Generation& generation);

  // In order of dates. Memory: theirs.
  [[nodiscard]] std::vector<UrlCapture> of(const std::string& urlkey);
  // Fewer: no other capture of the same key and date is hidden from searches.
  // For what tells only the date of the capture that it was made of.
  [[nodiscard]] std::vector<UrlCapture> alone_on_their_dates(
      const std::string& urlkey);

 private:
  [[nodiscard]] std::vector<UrlCapture> read(const Searchables& files,
                                             CaptureLineReader& reader,
                                             const std::string& urlkey) const;

  const Generation& generation_;
  Searchables files_;
  CaptureLineReader reader_;
  // Where there are rules: all captures, and what of them may be seen.
  Searchables unruled_;
  std::optional<CaptureLineReader> unruled_reader_;
  collection::DerivedGate gate_;
};

// The scope of a page about the URL that the request names: as scope_of(), but
// kAllCollections stand for the first one that has captures of it, or for the
// first of all.
[[nodiscard]] Scope url_scope_of(const Holdings& holdings,
                                 const Request& request);

}  // namespace wax::answers
