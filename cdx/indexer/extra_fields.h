// CDXJ fields that a user asks for by name:
//
//   warc-type, content-type, ...   a field of the record's header
//   http:NAME                      a field of its HTTP head; not of requests
//   req.http:NAME                  a field of the HTTP head of its request
//   method                         of its request, as written
//   referrer                       req.http:referer
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cdx/profile/profile.h"
#include "warc/http/block_head.h"

namespace wax::cdx {

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
