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
