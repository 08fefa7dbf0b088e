// One record of an archive file, and which types of records are wanted.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "io/byte_source.h"
#include "warc/http/headers.h"

namespace wax::warc {

// WARC-Type values (WARC 1.1, section 6), and what ARC files hold.
enum class RecordType {
  kWarcinfo,
  kResponse,  // also every ARC record but the first
  kResource,
  kRequest,
  kMetadata,
  kRevisit,
  kConversion,
  kContinuation,
  kFiledesc,  // the version block at the head of an ARC file
  kUnknown,
};

enum class Format { kArc, kWarc };

// Where a record lies in its file as stored.
struct Extent {
  // Where the gzip member begins that holds it (or empty members before that),
  // or its first byte when uncompressed.
  uint64_t offset = 0;
  // Compressed: up to the next member. Uncompressed: header and block, without
  // the blank lines after them, as warcio counts (the version block of an ARC
  // file with the end of its last line, which some lengths leave out). 0 where
  // it is not known: the member holds further records.
  uint64_t length = 0;
  // False for a record in the middle of a member that holds several: `offset`
  // is then the member's, and no reader can start there.
  bool seekable = true;
};

// Views hold until the next call of Reader::next().
struct Record {
  Format format = Format::kWarc;
  RecordType type = RecordType::kUnknown;
  // "1.0", "1.1", "0.17", ... for WARC; "1" or "2" for ARC.
  std::string_view version;
  std::string_view type_name;     // as written; "response" for ARC
  std::string_view target_uri;    // without "<>"; empty when absent
  std::string_view date;          // as written
  std::string_view content_type;  // of the record's block; ARC: header's mime
  std::string_view ip_address;
  // WARC: the named fields. ARC: none.
  Headers headers;
  // The header block as stored, with the blank line at its end; ARC: the line.
  std::string_view raw_header;
  // Content-Length or ARC's length field as written; the body may be shorter
  // in a damaged file. kNoLength: the WARC header has none that is a number.
  uint64_t content_length = 0;
  static constexpr uint64_t kNoLength = UINT64_MAX;
  // An ARC length field below zero; the body is then empty.
  bool negative_length = false;
  uint64_t offset = 0;  // Extent::offset of this record
  // The block, `content_length` bytes of it unless the file is damaged.
  io::ByteSource* body = nullptr;
};

[[nodiscard]] RecordType record_type(std::string_view name);
[[nodiscard]] std::string_view name(RecordType type);

// Throws UsageError for a word that names no type.
[[nodiscard]] RecordType named_type(const std::string& word);

class RecordTypes {
 public:
  // By their names, such as "response"; with none, all. Throws UsageError.
  explicit RecordTypes(const std::vector<std::string>& names);

  [[nodiscard]] bool contains(RecordType type) const;

 private:
  std::vector<RecordType> types_;
};

}  // namespace wax::warc
