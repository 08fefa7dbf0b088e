// Header blocks of WARC records: their end, their fields, and what the rules
// say of them.
#include "fuzz/support/entry.h"
#include "tests/support/archives.h"
#include "warc/check/header_rules.h"
#include "warc/http/headers.h"
#include "warc/record/date.h"
#include "warc/record/digest.h"
#include "warc/record/record_header.h"

void wax::fuzz::run(std::string_view bytes) {
  size_t size = warc::warc_header_size(bytes);
  require(size == std::string_view::npos || size <= bytes.size());
  std::string_view block = bytes.substr(0, size);
  if (size != std::string_view::npos) {
    require(warc::warc_header_size(block) == size);
  }
  if (warc::record_found(bytes) == io::Match::kYes) {
    require(warc::record_found(bytes, warc::Format::kWarc) == io::Match::kYes ||
            warc::record_found(bytes, warc::Format::kArc) == io::Match::kYes);
  }
  if (!warc::starts_warc(block)) return;

  warc::Record record;
  warc::read_warc_header(block, record);
  tests::Problems problems;
  warc::check_header(record, "file", "20300101000000", problems);
  for (const warc::Field& field : record.headers.all()) {
    require(!field.name.empty());
    require(record.headers.find(field.name).has_value());
    require(!record.headers.find_all(field.name).empty());
    auto date = warc::date14_of_warc(field.value);
    require(!date || warc::is_date14(*date));
    std::string digest = warc::normal_digest(field.value);
    require(!digest.empty() && warc::normal_digest(digest) == digest);
  }
}
