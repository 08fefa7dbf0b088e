#include "cdx/format/dated_version.h"

#include <algorithm>

#include "warc/record/date.h"
#include "warc/record/digest.h"

namespace wax::cdx {
namespace {

constexpr std::string_view kOriginalColumn = " original=";
constexpr std::string_view kOriginal = kOriginalColumn.substr(1);

}  // namespace

std::string_view next_list_field(std::string_view& rest) {
  auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
  const char* begin = std::find_if_not(rest.begin(), rest.end(), is_blank);
  const char* end = std::find_if(begin, rest.end(), is_blank);
  rest.remove_prefix(static_cast<size_t>(end - rest.data()));
  return {begin, static_cast<size_t>(end - begin)};
}

bool parse_dated_version(std::string_view line, DatedVersion& version) {
  version.urlkey = next_list_field(line);
  version.digest = next_list_field(line);
  version.date = next_list_field(line);
  if (!warc::is_date14(version.date)) return false;
  version.original = {};
  std::string_view more = next_list_field(line);
  if (!more.starts_with(kOriginal)) return true;
  more.remove_prefix(kOriginal.size());
  if (warc::is_date14(more)) version.original = more;
  return true;
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

void append_original(std::string_view date, std::string& out) {
  out += kOriginalColumn;
  out += date;
}

}  // namespace wax::cdx
