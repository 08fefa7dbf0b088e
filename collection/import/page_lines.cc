#include "collection/import/page_lines.h"

#include <algorithm>
#include <cerrno>
#include <memory>

#include "cdx/url/url_key.h"
#include "io/error.h"
#include "io/inputs/folder_archives.h"
#include "io/inputs/input_files.h"
#include "io/inputs/zip.h"
#include "text/json.h"
#include "warc/record/date.h"
#include "warc/record/digest.h"

namespace wax::collection {
namespace {

constexpr std::string_view kInside = "!/";
constexpr std::string_view kLists[] = {"pages/pages.jsonl",
                                       "pages/extraPages.jsonl"};

// Reads a line without its end; `line` gets no more than `most` bytes of it.
// Returns the bytes that were read, 0 at the end.
uint64_t read_page_line(io::ByteSource& source, uint64_t most,
                        std::string& line) {
  line.clear();
  uint64_t read = 0;
  for (;;) {
    const std::string_view bytes = source.peek();
    if (bytes.empty()) return read;
    const size_t end = bytes.find('\n');
    const std::string_view part = bytes.substr(0, end);
    line += part.substr(0, most - std::min<uint64_t>(most, line.size()));
    const size_t size = end == bytes.npos ? bytes.size() : end + 1;
    read += size;
    source.consume(size);
    if (end != bytes.npos) return read;
  }
}

void set_text(const text::JsonMemberText& member, std::string& value) {
  value.clear();
  if (!member.is_string) return;
  if (member.escaped) {
    text::append_unescaped(member.value, value);
  } else {
    value = member.value;
  }
}

// False when the line is not that of a page.
bool parse_page_line(std::string_view line, PageLine& page) {
  text::JsonMembers members(line);
  page = {};
  std::string date;
  for (text::JsonMemberText member; members.next(member);) {
    if (member.name == "url") set_text(member, page.url);
    if (member.name == "ts") set_text(member, date);
    if (member.name == "title") set_text(member, page.title);
    if (member.name == "text") set_text(member, page.text);
  }
  page.date = warc::date14_of_warc(date).value_or("");
  return members.whole() && !page.url.empty() && !page.date.empty();
}

void read_list(const std::string& path, uint64_t most,
               const std::function<void(const PageLine&)>& take,
               ProblemSink& problems) {
  auto source = io::open_input(path);
  std::string line;
  PageLine page;
  uint64_t bad = 0;
  uint64_t offset = 0;
  bool first = true;
  while (const uint64_t size = read_page_line(*source, most, line)) {
    const bool is_page = size <= most && parse_page_line(line, page);
    if (!is_page && !first && size > 1) ++bad;
    first = false;
    page.offset = offset;
    offset += size;
    if (page.title == page.url) page.title.clear();
    if (is_page && !(page.title.empty() && page.text.empty())) take(page);
  }
  if (bad > 0) {
    problems.report({Severity::kWarning, "bad-page-line", path, std::nullopt,
                     std::to_string(bad) +
                         " lines are no pages with a URL and a date, or too "
                         "long; they are passed over"});
  }
}

}  // namespace

std::string wacz_of(std::string_view archive) {
  if (!io::entry_path(archive)) return {};
  // A WACZ may be in a package.
  return std::string(archive.substr(0, archive.rfind(kInside)));
}

void read_page_lines(const std::string& wacz, uint64_t most,
                     const std::function<void(const PageLine&)>& take,
                     ProblemSink& problems) {
  bool is_taking = false;  // an error of `take` is none of the list
  const auto taken = [&](const PageLine& line) {
    is_taking = true;
    take(line);
    is_taking = false;
  };
  for (std::string_view list : kLists) {
    std::string path = wacz;
    path.append(kInside).append(list);
    try {
      read_list(path, most, taken, problems);
    } catch (const Error& error) {
      if (is_taking) throw;
      const auto* missing = dynamic_cast<const IoError*>(&error);
      if (missing != nullptr && missing->code() == ENOENT) continue;
      problems.report(
          {Severity::kWarning, "bad-zip", path, std::nullopt, error.what()});
    }
  }
}

document::Document page_document(const PageLine& line, const Archive& archive,
                                 const cdx::IdentityOptions& identity,
                                 document::DocumentMaker& maker) {
  document::Document page;
  page.url = std::string(kPageLine) + line.url;
  page.type = "text/plain";
  std::string text = line.text;
  document::make_well_formed(text);
  document::CapturedBlock block;
  block.bytes = text;
  block.content_type = "text/plain; charset=utf-8";
  NoProblems none;
  maker.make(block, text.size(), page, none);
  cdx::append_url_key(identity.key_kind(), page.url, page.urlkey);
  warc::Digester digester;
  digester.update(line.title);
  digester.update("\n");
  digester.update(line.text);
  page.digest = warc::spelling(digester.finish());
  page.date = line.date;
  page.title = line.title;
  document::make_well_formed(page.title);
  page.collection = archive.collection;
  page.filename = archive.filename;
  page.offset = line.offset;
  return page;
}

}  // namespace wax::collection
