// Archives, and their index under every profile: each line has its columns and
// stays one line.
#include <algorithm>

#include "cdx/format/capture.h"
#include "cdx/indexer/indexer.h"
#include "cdx/profile/profile.h"
#include "fuzz/support/read_archive.h"
#include "text/json.h"

namespace wax::fuzz {
namespace {

// What would break a line, or its columns, for some reader.
constexpr std::string_view kBreaking("\0\t\n\v\f\r", 6);

void check_line(std::string_view line, const cdx::Legend& legend) {
  require(line.ends_with('\n'));
  line.remove_suffix(1);
  require(line.find_first_of(kBreaking) == std::string_view::npos);
  require(std::count(line.begin(), line.end(), ' ') + 1 ==
          static_cast<std::ptrdiff_t>(legend.letters.size()));
}

void check_cdxj(std::string_view line) {
  require(line.ends_with("}\n"));
  line.remove_suffix(1);
  require(line.find_first_of(kBreaking) == std::string_view::npos);
  size_t date = line.find(' ') + 1;
  size_t json = line.find(' ', date) + 1;
  require(date > 1 && json > date + 1);
  for (char c : line.substr(json)) require(c >= ' ');
  text::JsonMembers members(line.substr(json));
  text::JsonMemberText member;
  while (members.next(member)) {
  }
  require(members.whole());
}

void index(std::string_view bytes, const cdx::IndexOptions& options) {
  NoProblems problems;
  cdx::Indexer indexer(
      warc::open_archive(tests::memory_file(std::string(bytes)), problems),
      "memory", "a.warc", options, problems);
  cdx::Legend legend{std::string(cdx::kLegendLetters), ' '};
  std::string line;
  uint64_t captures = 0;
  while (const cdx::Capture* capture = indexer.next()) {
    ++captures;
    line.clear();
    cdx::append_line(*capture, legend, line);
    check_line(line, legend);
    line.clear();
    cdx::append_cdxj(*capture, line);
    check_cdxj(line);
  }
  uint64_t refused = 0;
  for (const auto& [reason, count] : indexer.counts().skipped) {
    require(!reason.empty());
    refused += count;
  }
  require(indexer.counts().written == captures);
  require(indexer.counts().read == captures + refused);
}

}  // namespace

void run(std::string_view bytes) {
  check_archive(bytes);
  for (std::string_view name : cdx::profile_names()) {
    cdx::IndexOptions options;
    options.profile = cdx::profile(name);
    index(bytes, options);
    options.selection.all = true;
    options.post_append = true;
    options.redirects = true;
    options.meta = true;
    options.fields = {"warc-type", "http:server", "req.http:referer", "method"};
    index(bytes, options);
  }
}

}  // namespace wax::fuzz
