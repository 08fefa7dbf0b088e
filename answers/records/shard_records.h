// Records that the servers of shards have, as the one in front asks for them.
// Any number of threads may call what is declared here.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "answers/shards/shard_servers.h"
#include "answers/shown/url_capture.h"
#include "io/spool.h"

namespace wax::answers {

// What is asked is a capture: one that the server shows, with just these
// values, has a record. As messages (cbor.h).
[[nodiscard]] std::string encoded(const UrlCapture& capture);
// Throws FormatError.
[[nodiscard]] UrlCapture decoded_capture(std::string_view bytes);

// Names of the fields of an answer: that the capture is one of the server's,
// when there is no record of it; where its record begins in the body; and "arc"
// or "warc", in what it is stored.
inline constexpr std::string_view kHasCapture = "Wax-Has-Capture";
inline constexpr std::string_view kRecordOffset = "Wax-Record-Offset";
inline constexpr std::string_view kRecordFormat = "Wax-Record-Format";

// A record with those that belong to it, as RecordCopies writes them without
// compression.
struct SentRecord {
  std::unique_ptr<io::Spool> bytes;  // null: no record
  uint64_t offset = 0;               // of the record itself
  bool is_of_arc = false;            // it was made a WARC record
  std::string why;                   // why there is no record: a sentence
  bool is_damaged = false;           // it is there, but cannot be read
};

// Asks the shards until one has the record; all of it has come then. Shards
// that do not answer are gone, for the session. Memory: that of io::Spool.
[[nodiscard]] SentRecord ask_for_record(ShardSession& session,
                                        const UrlCapture& capture);

}  // namespace wax::answers
