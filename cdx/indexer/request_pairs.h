// Requests and responses that belong together, and what these take over.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cdx/format/capture.h"
#include "cdx/indexer/index_options.h"
#include "cdx/indexer/payload_reader.h"
#include "cdx/profile/profile.h"

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
  // What the answer to a request takes over.
  std::string method;
  std::string query;
  std::vector<std::pair<std::string, std::string>> fields;

  void clear();
};

// The last records of an archive, which wait for their request or response.
// Memory: `window` records, which are used again.
class RequestPairs {
 public:
  explicit RequestPairs(size_t window) : ring_(window) {}

  // Room for one more; null when enough wait.
  [[nodiscard]] PairedRecord* room();
  // Adds the record in room(). Returns the nearest earlier record that is its
  // request or response and has no partner yet, and sets `paired` in both: they
  // have the same URL, and one names the other in WARC-Concurrent-To. Null when
  // no such record waits.
  PairedRecord* add();
  // Removes the record that has waited longest. It is valid until the next
  // take(). Null when no record waits.
  [[nodiscard]] PairedRecord* take();

 private:
  std::vector<PairedRecord> ring_;
  size_t oldest_ = 0;
  size_t waiting_ = 0;
};

class RequestColumns {
 public:
  // `options` outlives it.
  explicit RequestColumns(const IndexOptions& options)
      : options_(options), fields_(options.fields) {}

  // How many bytes of the body read() needs.
  [[nodiscard]] static size_t needed(const RecordView& view);

  // Keeps in `slot`, which has the capture of the record, what finds its
  // request or response, and of a request what add() gives on. `payload` has
  // read the body.
  void read(const RecordView& view, PayloadReader& payload,
            PairedRecord& slot) const;

  // Adds to the capture of an answer what its request says. The request gets
  // the same key.
  void add(PairedRecord& request, PairedRecord& answer) const;

 private:
  const IndexOptions& options_;
  ExtraFields fields_;
};

}  // namespace wax::cdx
