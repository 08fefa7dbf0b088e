// The records of an ARC file as records of WARC 1.1.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "io/problem.h"
#include "io/spool.h"
#include "warc/record/record.h"
#include "warc/writer/writer.h"

namespace wax::warc {

// A warcinfo record with a note of the conversion comes first. Then:
// - the version block ("filedesc:") is a warcinfo record, too;
// - a block that begins with an HTTP status line is a response, and so is one
//   of a dns: URL, as Heritrix writes them; all else is a resource with the
//   media type of the ARC header, where it is one.
//
// Blocks are not changed. Each record has the SHA-1 of its block and payload
// (of HTTP: the bytes after the head as stored, as crawlers count them), the
// ARC's line in the field X-Arc-Header, and an id (UUID version 5) that follows
// from the ARC's name, the record's number, line and block: a conversion gives
// the same bytes whenever it is run. White space and control characters in URLs
// are percent-encoded.
//
// A date is written with the precision that it has ("1997-05" for "199705"). A
// record without a date gets that of the first record, which is when the file
// was begun, and is reported as "odd-date". If the first record has none
// either, it gets the date that the caller states. If the caller states none,
// the record is lost: WARC-Date is mandatory, and no date is invented.
class ArcToWarc {
 public:
  struct Names {
    std::string arc;        // of the ARC file, without folders
    std::string warc;       // of the new file; may be empty
    std::string software;   // that converts, for the warcinfo record
    std::string date = {};  // WARC-Date of records for which there is no other
    // Which records of the ARC these are, where numbers are not those in it:
    // a part of their ids. Empty: all.
    std::string place = {};
  };
  // `writer` and `problems` must outlive the object.
  ArcToWarc(Names names, Writer& writer, ProblemSink& problems);

  // Asks, before the first warcinfo record is written, whether the file has
  // none with this id ("<urn:uuid:...>") yet.
  void ask(std::function<bool(const std::string& id)> is_new) {
    is_new_info_ = std::move(is_new);
  }

  // Reads the block of a record into memory, as far as Spool keeps it there.
  // The record may then be finished, and written or not.
  void take(const Record& record);
  // Writes the record that take() took, and says where; nothing when it has no
  // date.
  [[nodiscard]] std::optional<Extent> write(const Problem& where);

 private:
  enum class Kind { kFiledesc, kHttp, kDns, kOther };

  void write_warcinfo(std::string_view date);
  [[nodiscard]] std::string date_of(std::string_view arc_date,
                                    const Problem& where);
  [[nodiscard]] std::string record_id(uint64_t number,
                                      std::string_view about) const;

  Names names_;
  Writer* writer_;
  ProblemSink* problems_;

  io::Spool block_;
  std::string head_;
  std::string url_;
  std::string line_;
  std::string arc_date_;
  std::string ip_address_;
  std::string media_type_;
  Kind kind_ = Kind::kOther;
  std::string block_digest_;
  std::string payload_digest_;

  uint64_t number_ = 0;  // records seen
  std::string file_date_;
  std::string warcinfo_id_;
  std::function<bool(const std::string&)> is_new_info_;
};

// A date field of an ARC header as a WARC-Date of the same precision:
// "1997", "1997-05", "1997-05-07T00:00:00Z". Empty when it is not a date.
[[nodiscard]] std::string warc_date_of_arc(std::string_view text);

// The UUID (RFC 9562, version 5) that a name has in Waxwing's namespace.
[[nodiscard]] std::string name_uuid(std::string_view name);

}  // namespace wax::warc
