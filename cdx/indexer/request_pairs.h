// Requests and the answers to them, among the records of an archive.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cdx/format/capture.h"

namespace wax::cdx {

// The id in "<ID>", as Capture::record_id has it.
[[nodiscard]] std::string_view without_brackets(std::string_view id);

// A record that has been read, and what pairs it with its request.
struct PairedRecord {
  Capture capture;
  bool wanted = false;  // it gets a line
  bool paired = false;
  bool is_request = false;
  bool is_answer = false;
  std::vector<std::string> concurrent_to;  // ids, as Capture::record_id
  // Of a request, what its answer takes over.
  std::string method;
  std::string query;
  std::vector<std::pair<std::string, std::string>> fields;

  void clear();
};

// The last records, which wait for their requests or answers to come. Memory:
// `window` records, which are used over and over.
class RequestPairs {
 public:
  explicit RequestPairs(size_t window) : ring_(window) {}

  // Room for one more; null when enough wait.
  [[nodiscard]] PairedRecord* room();
  // What was put into room() waits from now on. The nearest earlier record that
  // is its request or its answer, which has none yet: of the same URL, and one
  // names the other as WARC-Concurrent-To. Null when there is none; else both
  // are `paired` now.
  PairedRecord* add();
  // The record that has waited longest, and does no more; it holds until the
  // next take(). Null when none waits.
  [[nodiscard]] PairedRecord* take();

 private:
  std::vector<PairedRecord> ring_;
  size_t oldest_ = 0;
  size_t waiting_ = 0;
};

}  // namespace wax::cdx
