// What an index says of records, and of which.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "cdx/profile/identity.h"
#include "cdx/profile/profile.h"

namespace wax::cdx {

// Records that may lie between a request and its response.
inline constexpr size_t kRequestWindow = 64;

// With post_append, requests are found by WARC-Concurrent-To within
// kRequestWindow records. With minimal, there is no status, and no mime but
// warc/revisit. These two exclude each other.
struct IndexOptions : IdentityOptions {
  Selection selection;
  // A response of an http URL that does not begin with "HTTP/1.0 " or
  // "HTTP/1.1 " is a lost record.
  bool verify_http = false;
  // Fill the columns r and M (page_columns.h). Without a value, the profile
  // decides.
  std::optional<bool> redirects;
  std::optional<bool> meta;
  // Further CDXJ fields, by the names of extra_fields.h.
  std::vector<std::string> fields;
  // A record without a capture date, and a response whose status is not a
  // number, are lost to whoever takes the captures: "odd-date" and "odd-status"
  // say so.
  bool odd_values_are_lost = false;
  // The field "recordDigest": SHA-256 of the record as stored
  // (record_digest.h). The record is read twice.
  bool record_digest = false;

  // Whether the requests must be read together with their responses.
  [[nodiscard]] bool pairs_requests() const;

  // Throws UsageError when options contradict each other.
  void check() const;
};

}  // namespace wax::cdx
