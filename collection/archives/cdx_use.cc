#include "collection/archives/cdx_use.h"

#include <algorithm>
#include <string_view>

#include "cdx/files/open_cdx.h"
#include "collection/layout.h"
#include "collection/record/known_problems.h"
#include "text/number.h"

namespace wax::collection {
namespace {

constexpr const char* kCaptures = "captures";

// Adds what the file of a batch says, by words.
void add_counts(const std::string& path,
                std::map<std::string, uint64_t>& counts) {
  auto lines = cdx::open_lines(path);
  for (std::string_view line; lines->next(line);) {
    const size_t space = line.find(' ');
    if (space == std::string_view::npos) continue;
    counts[std::string(line.substr(space + 1))] +=
        text::whole_number(line.substr(0, space)).value_or(0);
  }
}

// Whether a problem is about the bytes of an archive, as readers of archives
// name them (man/wax-problems.7).
bool is_damage(const Problem& problem) {
  const std::string& id = problem.id;
  return id.starts_with("warc-") || id.starts_with("arc-") ||
         id.starts_with("gzip-") || id == "junk-between-records";
}

}  // namespace

void CdxUse::add(const Step& step) {
  const auto& words = step.resources;
  if (std::find(words.begin(), words.end(), "--use-cdx") == words.end()) return;
  const std::string folder = step.output.substr(0, step.output.rfind('/'));
  add_counts(BatchLayout{folder}.cdx_use(), counts_);
}

uint64_t CdxUse::captures() const {
  auto found = counts_.find(kCaptures);
  return found == counts_.end() ? 0 : found->second;
}

std::string CdxUse::text() const {
  std::string files;
  for (const auto& [words, number] : counts_) {
    if (number == 0 || words == kCaptures) continue;
    files += files.empty() ? " (" : ", ";
    files += words + ' ' + std::to_string(number);
  }
  if (files.empty()) return {};
  return ", from CDX files " + std::to_string(captures()) + files + ')';
}

bool find_damage_behind_cdx(const std::string& out, BuildRecord& record) {
  bool found = false;
  for (Batch& batch : record.batches) {
    const BatchLayout files{Layout{out}.batch(batch.name)};
    if (batch.read_whole || !is_there(files.cdx_use())) continue;
    std::map<std::string, uint64_t> counts;
    add_counts(files.cdx_use(), counts);
    if (counts[kCaptures] == 0) continue;
    KnownProblems known;
    known.add_file(files.problems("captures"));
    each_line(
        text_of_problems(files.problems("import")), [&](std::string_view line) {
          const auto problem = parse_problem(line);
          batch.read_whole =
              batch.read_whole ||
              (problem && is_damage(*problem) && !known.contains(*problem));
        });
    found = found || batch.read_whole;
  }
  if (found) save_build_record(record, out);
  return found;
}

}  // namespace wax::collection
