// Lines that clients post: "json" or another word, then the body.
#include <string>

#include "answers/opened/submitted.h"
#include "fuzz/support/entry.h"
#include "io/byte_source.h"
#include "io/error.h"

namespace wax::fuzz {
namespace {

std::string lines_of(std::string_view body, const answers::PostedForm& form) {
  io::MemorySource source(body);
  answers::PostedLines lines(source, form);
  std::string out;
  uint64_t count = 0;
  for (std::string_view line; lines.next(line); ++count) {
    require(!line.empty() && line.find('\n') == line.npos);
    require(line.find(' ') != line.npos);
    out.append(line) += '\n';
  }
  require(count == lines.count());
  return out;
}

}  // namespace

void run(std::string_view bytes) {
  answers::PostedForm form;
  form.format.json = take_line(bytes) == "json";
  form.skip_bad = true;
  std::string lines = lines_of(bytes, form);
  // What was made can be posted again. Its keys may be others, because bytes
  // that keys leave out were escaped; then they stay.
  std::string again = lines_of(lines, form);
  require(lines_of(again, form) == again);
  form.keys_only = true;
  std::string keys = lines_of(bytes, form);
  form.skip_bad = false;
  try {
    require(lines_of(bytes, form) == keys);
  } catch (const UsageError&) {
  }
}

}  // namespace wax::fuzz
