#include "cdx/format/dated_version.h"

#include <algorithm>

#include "warc/record/date.h"
#include "warc/record/digest.h"

namespace wax::cdx {
namespace {

constexpr std::string_view kSpace = " \t";

std::string_view next_field(std::string_view& rest) {
  rest.remove_prefix(std::min(rest.find_first_not_of(kSpace), rest.size()));
  std::string_view field = rest.substr(0, rest.find_first_of(kSpace));
  rest.remove_prefix(field.size());
  return field;
}

}  // namespace

bool parse_dated_version(std::string_view line, DatedVersion& version) {
  version.urlkey = next_field(line);
  version.digest = next_field(line);
  version.date = next_field(line);
  return warc::is_date14(version.date);
}

void append_dated_version(std::string& out, std::string_view urlkey,
                          std::string_view digest, std::string_view date) {
  out += urlkey;
  out += ' ';
  warc::append_normal_digest(digest, out);
  out += ' ';
  out += date;
  out += '\n';
}

}  // namespace wax::cdx
