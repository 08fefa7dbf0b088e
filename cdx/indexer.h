// Archive files to captures.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/capture.h"
#include "cdx/profile.h"
#include "warc/io/problem.h"
#include "warc/reader.h"

namespace wax::cdx {

enum class DigestMode {
  kHeader,   // what the record header says; a missing one stays "-"
  kMissing,  // a missing one is computed as the profile says
  kAlways,   // computed for all but revisits, whose content is not here
};

struct IndexOptions {
  const Profile* profile = cdx::profile("pywb");
  std::optional<UrlKeyKind> url_key;  // else the profile's
  Selection selection;
  DigestMode digest = DigestMode::kMissing;
  // Blocks are not looked into: no status, no mime but warc/revisit.
  bool minimal = false;
  // The form of a POST or PUT becomes part of the key of its response. The
  // request is found by WARC-Concurrent-To within kRequestWindow records.
  bool post_append = false;
  // Fill the columns r and M; nothing said: as the profile does.
  std::optional<bool> redirects;
  std::optional<bool> meta;
  // Further CDXJ fields: "warc-..." and other WARC header fields by name,
  // "http:NAME", "req.http:NAME", "method", "referrer", "mime-detected".
  std::vector<std::string> fields;
};

// Records that may lie between a request and its response.
inline constexpr size_t kRequestWindow = 64;

struct IndexCounts {
  uint64_t read = 0;
  uint64_t written = 0;
  uint64_t damaged = 0;                     // of the written and the skipped
  std::map<std::string, uint64_t> skipped;  // by the profile's refusal

  IndexCounts& operator+=(const IndexCounts& other);
};

// The captures of one archive file, in the order of its records. Memory: one
// head, one block of input and, with post_append, kRequestWindow captures.
class Indexer {
 public:
  // `filename` is what the lines say; `path` what problems name. `options`
  // and `problems` outlive the indexer.
  Indexer(std::unique_ptr<warc::Reader> reader, std::string path,
          std::string filename, const IndexOptions& options,
          ProblemSink& problems);
  ~Indexer();

  // The next capture, which holds until the next call; nullptr at the end.
  // Throws IoError.
  [[nodiscard]] const Capture* next();

  [[nodiscard]] const IndexCounts& counts() const;
  // Compressed bytes read so far.
  [[nodiscard]] uint64_t position() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace wax::cdx
