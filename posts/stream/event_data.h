// The data of event streams (HTML, "Server-sent events"), as Mastodon's
// streaming API sends them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "io/byte_source.h"

namespace wax::posts {

// Whether the bytes may be those of text/event-stream: a field or a comment.
[[nodiscard]] bool begins_like_events(std::string_view bytes);

// The data of one event after another, a line for each of its own. Data that is
// no JSON object or array becomes "{}"; the number of an event "delete" becomes
// {"event":"delete","payload":"NUMBER"}, as Mastodon's WebSocket has it. Other
// names of events, comments and other fields are left out. Memory: what is
// peeked, and a piece of the source. For one thread.
class EventData final : public io::ByteSource {
 public:
  // `source` outlives it.
  explicit EventData(io::ByteSource& source) : source_(source) {}

  [[nodiscard]] std::string_view peek(size_t at_least = 1) override;
  void consume(size_t n) override { begin_ += n; }

 private:
  bool fill();
  void begin_line(std::string_view head);

  io::ByteSource& source_;
  std::string data_;
  size_t begin_ = 0;  // of what was not consumed
  bool in_line_ = false;
  bool is_data_ = false;   // the line
  bool has_data_ = false;  // the event
  bool is_other_ = false;  // its data is no object and no array
  bool is_deletion_ = false;
  bool after_cr_ = false;  // a "\n" now ends no further line
};

}  // namespace wax::posts
