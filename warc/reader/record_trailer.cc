#include "warc/reader/record_trailer.h"

#include <algorithm>

namespace wax::warc {

bool closes_record(std::string_view line_ends) {
  size_t half = line_ends.size() / 2;
  return half > 0 && line_ends.substr(0, half) == line_ends.substr(half) &&
         line_ends.find('\n') == half - 1;
}

BadTrailer judge_trailer(std::string_view line_ends, std::string_view tail) {
  size_t missing =
      kRecordTrailer.size() - std::min(kRecordTrailer.size(), line_ends.size());
  bool in_block = missing > 0 &&
                  tail.ends_with(kRecordTrailer.substr(0, missing)) &&
                  line_ends == kRecordTrailer.substr(missing);
  BadTrailer bad;
  bad.severity = in_block ? Severity::kWarning : Severity::kNote;
  bad.id =
      in_block && missing % 2 != 0 ? "warc-bad-length" : "warc-bad-separator";
  bad.text =
      std::to_string(line_ends.size()) + " bytes of line ends follow a block";
  if (in_block) {
    bad.text += " that ends in line ends; its length may be " +
                std::to_string(missing) + " too large";
  }
  return bad;
}

}  // namespace wax::warc
