// Files of CDX records under any legend: what is read of them, and what they
// become in other forms.
#include <algorithm>
#include <memory>
#include <string>

#include "cdx/format/capture.h"
#include "cdx/format/cdx_lines.h"
#include "cdx/format/line_converter.h"
#include "cdx/format/line_fields.h"
#include "fuzz/support/entry.h"
#include "text/json.h"
#include "warc/record/date.h"

namespace wax::fuzz {
namespace {

std::unique_ptr<cdx::CdxLines> file_of(std::string_view bytes) {
  return std::make_unique<cdx::CdxLines>("memory", lines::lines_of(bytes));
}

template <typename Work>
void unless_refused(Work work) {
  try {
    work();
  } catch (const Error&) {
  }
}

void read_fields(std::string_view bytes, bool stop_when_found) {
  auto file = file_of(bytes);
  cdx::LineFields fields({"urlkey", "timestamp", "url", "mime", "status",
                          "digest", "length", "offset", "filename", "x"});
  fields.allow_missing();
  if (stop_when_found) fields.stop_when_found();
  fields.begin(*file);
  std::string_view line;
  while (file->next(line)) {
    using Line = cdx::LineFields::Line;
    Line kind = fields.read(line);
    if (kind == Line::kBad) require(!fields.problem().empty());
    if (kind != Line::kCapture) continue;
    for (size_t i = 0; i < 10; ++i) require(!fields[i].empty());
  }
}

void require_columns(std::string_view line, size_t columns) {
  require(std::count(line.begin(), line.end(), ' ') + 1 ==
          static_cast<std::ptrdiff_t>(columns));
}

void require_object(std::string_view line) {
  size_t date = line.find(' ') + 1;
  text::JsonMembers members(line.substr(line.find(' ', date) + 1));
  text::JsonMemberText member;
  while (members.next(member)) {
  }
  require(members.whole());
}

void convert(std::string_view bytes) {
  auto file = file_of(bytes);
  auto format = cdx::LineFormat::of(*file);
  cdx::ConvertOptions to_cdx;
  to_cdx.legend.letters = cdx::kCdx11;
  cdx::LineConverter columns(to_cdx);
  cdx::ConvertOptions to_json;
  to_json.json = true;
  cdx::LineConverter json(to_json);
  columns.begin(format);
  json.begin(format);

  std::string_view line;
  std::string out;
  while (file->next(line)) {
    using Result = cdx::LineConverter::Result;
    out.clear();
    if (columns.convert(line, out) == Result::kDone) {
      require_columns(out, cdx::kCdx11.size());
    }
    out.clear();
    if (json.convert(line, out) == Result::kDone) require_object(out);
  }
}

}  // namespace

void run(std::string_view bytes) {
  unless_refused([&] { read_fields(bytes, false); });
  unless_refused([&] { read_fields(bytes, true); });
  unless_refused([&] { convert(bytes); });
}

}  // namespace wax::fuzz
