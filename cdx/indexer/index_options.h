// What an index says of records, and of which.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cdx/profile/identity.h"
#include "cdx/profile/profile.h"
#include "warc/http/block_head.h"

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
  // Fill the columns r and M (capture_maker.h). Without a value, the profile
  // decides.
  std::optional<bool> redirects;
  std::optional<bool> meta;
  // Further CDXJ fields, by the names of ExtraFields.
  std::vector<std::string> fields;
  // A record without a capture date, and a response whose status is not a
  // number, are lost to whoever takes the captures: "odd-date" and "odd-status"
  // say so.
  bool odd_values_are_lost = false;
  // The field "recordDigest": SHA-256 of the record as stored
  // (indexer.h). The record is read twice.
  bool record_digest = false;

  // Whether the requests must be read together with their responses.
  [[nodiscard]] bool pairs_requests() const;

  // Throws UsageError when options contradict each other.
  void check() const;
};

// Whether the value of that field is in the request of a capture.
[[nodiscard]] bool is_request_field(std::string_view name);

class ExtraFields {
 public:
  // Names with their values, as in Capture::fields.
  using Values = std::vector<std::pair<std::string, std::string>>;

  explicit ExtraFields(const std::vector<std::string>& names);

  // Both append the fields that have a value, as UTF-8 and in the order of the
  // names: those of a record, and those of a request.
  void append_of_record(const RecordView& view, Values& values);
  void append_of_request(const warc::BlockHead& request, Values& values) const;

 private:
  std::vector<std::string> of_record_;
  std::vector<std::string> of_request_;
  std::string made_;  // a value that no header has
};

}  // namespace wax::cdx
