// Lists of records, for people and for programs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/output.h"
#include "warc/extract/record_fields.h"
#include "warc/record/record.h"

namespace wax::warc {

struct ListingOptions {
  // As RecordFields takes them, parted by tabs; none: a table of the usual
  // ones, with the file's name in front where there are several.
  std::vector<std::string> fields = {};
  bool json = false;    // an object a record, without fields that have no value
  bool header = false;  // a line of names first, unless json
};

// A line a record. A value that is missing is "-", and control characters in
// one are blanks: a line is one line, with its fields where they belong.
class RecordListing {
 public:
  // `paths` are the files that are going to be listed; `output` must outlive
  // it. Throws UsageError for an empty field name.
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
