// Archive files to captures.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/format/capture.h"
#include "cdx/indexer/payload_reader.h"
#include "cdx/profile/profile.h"
#include "io/problem.h"
#include "warc/reader/reader.h"

namespace wax::cdx {

enum class DigestMode {
  kNone,     // left out
  kHeader,   // what the record header says; a missing one stays "-"
  kMissing,  // a missing one is computed as the profile says
  kAlways,   // computed where the profile would compute a missing one
};

struct IndexOptions {
  const Profile* profile = cdx::profile("pywb");
  std::optional<UrlKeyKind> url_key;  // else the profile's
  Selection selection;
  DigestMode digest = DigestMode::kMissing;
  DigestForm digest_form;  // of computed ones
  // Blocks are not looked into: no status, no mime but warc/revisit. Not with
  // post_append.
  bool minimal = false;
  // The method and form of a request become part of the key of its response,
  // by the IIPC's rules for requests that are no GET. The request is found by
  // WARC-Concurrent-To within kRequestWindow records.
  bool post_append = false;
  // A response of an http URL that does not begin with "HTTP/1.0 " or
  // "HTTP/1.1 " is a lost record.
  bool verify_http = false;
  // Fill the columns r (Location, else meta refresh, absolute) and M (letters
  // A noarchive, F nofollow, I noindex, P captured with a login); nothing
  // said: as the profile does.
  std::optional<bool> redirects;
  std::optional<bool> meta;
  // Further CDXJ fields: WARC header fields by name ("warc-type"); "http:NAME"
  // of the response; "req.http:NAME", "method" and "referrer" of its request.
  std::vector<std::string> fields;
  // The field "recordDigest": SHA-256 of the record as stored. Reads it twice;
  // left out where it cannot be read alone.
  bool record_digest = false;

  // Whether requests have to be brought together with their responses.
  [[nodiscard]] bool pairs_requests() const;

  // Throws UsageError when options contradict each other.
  void check() const;
};

// Records that may lie between a request and its response.
inline constexpr size_t kRequestWindow = 64;

struct IndexCounts {
  uint64_t read = 0;
  uint64_t written = 0;
  std::map<std::string, uint64_t> skipped;  // by the profile's skip_reason

  IndexCounts& operator+=(const IndexCounts& other);
};

// The captures of one archive file, in the order of its records. Memory: one
// head, one block of input and, with post_append, kRequestWindow captures.
//
// Odd records are reported and kept: "odd-date", "odd-mime", "odd-status",
// "odd-url". With verify_http: "odd-http".
class Indexer {
 public:
  // `filename` is what the lines say; `path` what problems name. `options`
  // and `problems` outlive the indexer.
  Indexer(std::unique_ptr<warc::Reader> reader, std::string path,
          std::string filename, const IndexOptions& options,
          ProblemSink& problems);
  ~Indexer();

  // The next capture, which holds until the next call; nullptr at the end.
  // Throws IoError. Captures come as late as their request may.
  [[nodiscard]] const Capture* next();

  // Makes next() answer nullptr once a record has been read that ends at
  // `offset` or behind it, without a look at the next. With a greater offset
  // it goes on. Not when requests are paired.
  void stop_at(uint64_t offset);
  // Whether stop_at() ended it, and not the file.
  [[nodiscard]] bool stopped() const;

  [[nodiscard]] const IndexCounts& counts() const;
  // Compressed bytes read so far.
  [[nodiscard]] uint64_t position() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace wax::cdx
