// Values of a record by the names that listings use, and the listings.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/output.h"
#include "warc/http/block_head.h"
#include "warc/record/record.h"

namespace wax::warc {

// A field of a record's header, by its name in lower case; an ARC record has
// the fields that warcio gives it: its version block is a "warcinfo" with
// WARC-Filename, the others are responses. WARC-Protocol and WARC-Cipher-Suite
// that are repeated are one value, with ", " between. `made` holds a value that
// the header does not have.
[[nodiscard]] std::optional<std::string_view> warc_field(const Record& record,
                                                         std::string_view name,
                                                         std::string& made);

// The names are those of warcio's index command:
//
//   offset, length, filename   of the record as stored; no length when no
//                              reader can start at it
//   warc-type, content-type, ...  any field of the record's header
//   http:status, http:NAME     of the HTTP message in it
//   req.http:NAME              the same, of requests only
//
// and further
//
//   type    warc-type
//   date    14 digits
//   url     warc-target-uri
//   status  http:status
//   mime    media type: of the HTTP message, else of the block
//   digest  warc-payload-digest
//   method  of a request
class RecordFields {
 public:
  // Throws UsageError for an empty name, and for a name that is not in this
  // list and has no hyphen: names of headers have one.
  explicit RecordFields(std::vector<std::string> names);

  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }

  // Reads the head of the block where a name needs it.
  void read(const Record& record);

  // The value of the n-th name for the record that was read; empty when it has
  // none. Bytes that are not UTF-8 are read as Latin-1. Valid until the next
  // call.
  [[nodiscard]] std::string_view value(size_t n, const Record& record,
                                       const Extent& extent,
                                       std::string_view filename);

 private:
  enum class Kind {
    kOffset,
    kLength,
    kFilename,
    kType,
    kDate14,
    kUrl,
    kStatus,
    kMime,
    kMethod,
    kHttp,
    kRequestHttp,
    kHeader,
  };
  struct Name {
    Kind kind;
    std::string header;  // of kHeader and the like, lower case
  };

  [[nodiscard]] std::string_view find(const Name& name, const Record& record,
                                      const Extent& extent,
                                      std::string_view filename);

  std::vector<std::string> names_;
  std::vector<Name> wanted_;
  bool wants_head_ = false;
  bool has_head_ = false;
  BlockHead head_;
  std::string made_;
  std::string text_;
};

struct ListingOptions {
  // Names for RecordFields; the values are separated by tabs. Empty: a table of
  // the usual fields, with the file name in front when there are several files.
  std::vector<std::string> fields = {};
  bool json = false;    // one object per record, without missing values
  bool header = false;  // a line of names first, unless json
};

// One line per record. A missing value is "-". Control characters in a value
// become blanks, so that every field stays in its line and column.
class RecordListing {
 public:
  // `paths` are the files that will be listed; `output` must outlive
  // it. Throws as RecordFields.
  RecordListing(const ListingOptions& options,
                const std::vector<std::string>& paths, io::Output& output);

  // Call for each record before its extent is known, and then write().
  void read(const Record& record) { fields_.read(record); }
  void write(const Record& record, const Extent& extent,
             std::string_view filename);

 private:
  void write_header();
  void add(size_t i, std::string_view value);
  void add_member(std::string_view name, std::string_view value);

  io::Output* output_;
  bool json_;
  bool padded_;  // columns of the usual table
  RecordFields fields_;
  size_t file_width_ = 0;
  bool first_ = true;
  std::string line_;
};

}  // namespace wax::warc
