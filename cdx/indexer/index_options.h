// What an index says of records, and of which.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "cdx/indexer/payload_reader.h"
#include "cdx/profile/profile.h"
#include "cdx/url/url_key.h"

namespace wax::cdx {

enum class DigestMode {
  kNone,     // left out
  kHeader,   // what the record header says; a missing one stays "-"
  kMissing,  // a missing one is computed as the profile says
  kAlways,   // computed where the profile would compute a missing one
};

// Records that may lie between a request and its response.
inline constexpr size_t kRequestWindow = 64;

struct IndexOptions {
  const Profile* profile = cdx::profile("pywb");
  std::optional<UrlKeyKind> url_key;  // else the profile's
  Selection selection;
  DigestMode digest = DigestMode::kMissing;
  DigestForm digest_form;  // of computed ones
  // Blocks are not read: no status, no mime but warc/revisit. Not with
  // post_append.
  bool minimal = false;
  // The method and the body of a request become part of the key of its
  // response, by the IIPC's rules for requests that are no GET. The request is
  // found by WARC-Concurrent-To within kRequestWindow records.
  bool post_append = false;
  // A response of an http URL that does not begin with "HTTP/1.0 " or
  // "HTTP/1.1 " is a lost record.
  bool verify_http = false;
  // Fill the columns r and M (page_columns.h). Without a value, the profile
  // decides.
  std::optional<bool> redirects;
  std::optional<bool> meta;
  // Further CDXJ fields, by the names of extra_fields.h.
  std::vector<std::string> fields;
  // The field "recordDigest": SHA-256 of the record as stored
  // (record_digest.h). The record is read twice.
  bool record_digest = false;

  // The kind of key that lines have.
  [[nodiscard]] UrlKeyKind key_kind() const;

  // Whether the requests must be read together with their responses.
  [[nodiscard]] bool pairs_requests() const;

  // Throws UsageError when options contradict each other.
  void check() const;
};

}  // namespace wax::cdx
